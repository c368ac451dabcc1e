package import SkiFormats

/// The notes of the current work on what its answer leaves out or assumes.
package enum AnswerNotes {
  /// The receiver of the notes; nil for none.
  ///
  /// An object, since a task-local closure crashes in optimised builds (Swift 6.3).
  @TaskLocal private static var receiver: NoteReceiver?

  /// Adds a note.
  package static func add(_ text: TerminalText) { receiver?.receive(text) }

  /// Calls a closure whose notes a function receives, and returns its result.
  /// - Throws: The errors of `body`.
  package static func received<Result>(
    by receive: @escaping @Sendable (TerminalText) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    try $receiver.withValue(NoteReceiver(receive: receive), operation: body)
  }

  /// A function that receives notes.
  private final class NoteReceiver: Sendable {
    let receive: @Sendable (TerminalText) -> Void
    init(receive: @escaping @Sendable (TerminalText) -> Void) { self.receive = receive }
  }
}
