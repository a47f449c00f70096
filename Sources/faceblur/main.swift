internal import Glibc

exit(Program.run(Program.words).rawValue)
