internal import Glibc

// The words as the system passed them: a photo's name need not be UTF-8.
let words = (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
  CommandLine.unsafeArgv[index].map { word in
    Argument(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
  }
}
exit(Program.run(words).rawValue)
