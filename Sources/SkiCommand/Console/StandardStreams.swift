import SkiSystem

/// The preparation of standard input, output and error before any file is opened.
enum StandardStreams {
  /// Opens closed streams, so that files don't get their descriptors, and turns signals of failed writes into errors.
  ///
  /// If standard error were closed, the next file opened would get its descriptor and receive messages. A closed
  /// standard output is opened for reading only, so that writing to it fails.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      // The lowest free descriptor is assigned, and all lower ones are in use.
      _ = open("/dev/null", mode)
    }
  }
}

/// An error that ends the command silently: the reader of standard output has ended.
struct BrokenPipe: Error {}
