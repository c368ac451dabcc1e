package import SkiFormats
import SkiGeo

/// The notes of one piece of work, collected for its answer.
package final class NoteList: Sendable {
  private let lines = Locked<[String]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds a note, without the name of the program before it.
  package func append(_ text: TerminalText) {
    let prefix = "skiroute: "
    let line = text.string.hasPrefix(prefix) ? String(text.string.dropFirst(prefix.count)) : text.string
    lines.withLock { $0.append(line) }
  }

  /// Returns the notes in the order in which they were added.
  package func all() -> [String] { lines.withLock { $0 } }
}
