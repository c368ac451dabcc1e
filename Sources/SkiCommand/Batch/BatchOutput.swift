import SkiBase
import SkiSystem

/// The output of a batch: standard output line by line, or a file that replaces its target once it is complete.
///
/// Not `Sendable`: it belongs to one task.
final class BatchOutput {
  /// The numbers of lines answered, and of those with an error.
  struct Tally: Sendable {
    var lines = 0
    var errors = 0
  }

  private(set) var tally = Tally()
  private let file: ReplacementFile?

  /// Creates the output.
  /// - Parameter path: The path of the file; nil for standard output.
  /// - Throws: The errors of ``ReplacementFile/init(_:what:allowsDevices:)``.
  init(_ path: String?) throws {
    file = try path.map { try ReplacementFile($0, what: "file of answers", allowsDevices: true) }
  }

  /// Writes the next answers.
  /// - Throws: The errors of ``Console/write(lines:)``, or of the file.
  func write(_ answers: [LineAnswer]) throws {
    var bytes = answers.first?.bytes ?? []
    for answer in answers.dropFirst() { bytes += answer.bytes }
    if let file { try file.append(bytes) } else { try Console.write(lines: bytes) }
    tally.lines += answers.count
    tally.errors += answers.count(where: \.isError)
  }

  /// Shows the number of lines answered, unless the answers themselves are on a terminal.
  func showProgress(on progress: ProgressLine, _ share: Double?) {
    guard file != nil || isatty(STDOUT_FILENO) == 0 else { return }
    progress.show("\(tally.lines) lines answered", share)
  }

  /// Puts the file in place; has no effect on standard output.
  /// - Throws: The errors of ``ReplacementFile/commit(evenWhenCancelled:)``.
  func commit() throws { try file?.commit() }

  /// Removes a file that is not complete.
  func discard() { file?.discard() }
}
