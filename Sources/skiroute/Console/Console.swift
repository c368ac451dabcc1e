import Foundation
import Glibc
import SkiFormats
import SkiGeo

/// Where the command's words go: results on standard output, everything else on standard error.
enum Console {
  /// Whether standard output is a terminal that wants colour.
  static func wantsColour() -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// How many cells a line of the terminal has: as it says itself, as `COLUMNS` says, else 80.
  static func columns() -> Int {
    var size = winsize()
    if isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }

  /// Writes a result.
  /// - Throws: ``SkiError`` with code `.inputOutput` when standard output takes no more, as on a full disk;
  ///   ``ReaderGone`` when it is a pipe whose reader has ended.
  static func write(_ text: TerminalText) throws { try write(Array(text.string.utf8), to: STDOUT_FILENO) }

  /// Writes a document as a result.
  /// - Throws: As ``write(_:)-(TerminalText)``.
  static func write(_ document: MarkupText) throws { try write(TerminalText(document)) }

  /// Writes a line of news; a broken standard error is ignored.
  static func note(_ text: TerminalText) {
    try? write(Array((text + "\n").string.utf8), to: STDERR_FILENO)
  }

  /// Writes a piece of a progress line; a broken standard error is ignored.
  static func progress(_ text: TerminalText) {
    try? write(Array(text.string.utf8), to: STDERR_FILENO)
  }

  /// Writes an error as one line that no terminal obeys.
  static func fail(_ error: SkiError) {
    note("skiroute: error: \(error.description)")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let written = Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if written > 0 {
          done += written
        } else if errno == EPIPE {
          throw ReaderGone()
        } else if errno != EINTR {
          throw SkiError(
            .inputOutput, "standard output takes no more: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}
