import Glibc
import SkiGeo

/// Puts standard input, output and error in order before anything is opened.
enum StandardStreams {
  /// The fewest files the system libraries we use do without a crash.
  static let fewestOpenFiles: rlim_t = 16

  /// Fills closed streams, so that no file of ours gets their numbers, and turns signals of failed writes into errors.
  ///
  /// Were standard error closed, the next file opened would take its number, and news would be written into a map.
  /// A closed standard output stands open for reading only: what is written to it fails as it should.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the process may open too few files.
  static func prepare() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      // Numbers are given lowest first, and all below this one are taken by now.
      _ = open("/dev/null", mode)
    }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < fewestOpenFiles
    else { return }
    throw SkiError(
      .inputOutput,
      "process may open only \(limit.rlim_cur) files; allow \(fewestOpenFiles) or more, for example by ulimit -n 64"
    )
  }
}

/// The reader of standard output went away: it has what it wanted, so there is nothing to say.
struct ReaderGone: Error {}
