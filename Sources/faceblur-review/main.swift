internal import Glibc

exit(ReviewProgram.run().rawValue)
