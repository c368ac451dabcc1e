import Glibc

/// Puts standard input, output and error in order before anything is opened.
enum StandardStreams {
  /// Fills closed streams, so that no file of ours gets their numbers, and turns signals of failed writes into errors.
  ///
  /// Were standard error closed, the next file opened would take its number, and news would be written into a map.
  /// A closed standard output stands open for reading only: what is written to it fails as it should.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      // Numbers are given lowest first, and all below this one are taken by now.
      _ = open("/dev/null", mode)
    }
  }
}

/// The reader of standard output went away: it has what it wanted, so there is nothing to say.
struct ReaderGone: Error {}
