import SkiBase
import SkiSystem

/// The input of a batch: a file or standard input.
struct BatchInput: Sendable {
  /// The name of the input in errors.
  let subject: String
  private let descriptor: Int32
  /// The size of a regular file in bytes; nil for pipes and terminals.
  private let totalBytes: Int?

  /// Opens a file, or standard input for nil; on a terminal notes the end of input.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file.
  init(_ path: String?) throws {
    subject = path ?? "standard input"
    // Without O_NONBLOCK, opening a named pipe would block for ever.
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? STDIN_FILENO
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw SkiError(
        .missingInput, "file can't be opened; check that it exists and may be read", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    guard isFile || path == nil else {
      throw SkiError(
        .missingInput, "not a regular file; name a file of questions, or write them to standard input",
        subject: path)
    }
    totalBytes = isFile ? Int(status.st_size) : nil
    if isatty(descriptor) == 1 { Console.note("enter lines of JSON; Ctrl-D ends the input") }
  }

  /// Returns a reader of the lines, to be used once.
  func reader() -> LineReader { LineReader(descriptor, subject: subject) }

  /// Returns the share of the input in some bytes; nil for an input of unknown length.
  func share(of bytes: Int) -> Double? {
    totalBytes.flatMap { $0 > 0 ? min(1, Double(bytes) / Double($0)) : nil }
  }
}
