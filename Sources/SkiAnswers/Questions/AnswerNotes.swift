package import SkiBase

/// The notes of the current work on what its answer leaves out or assumes.
package enum AnswerNotes {
  /// The receiver of the notes; nil for none.
  ///
  /// An object, since a task-local closure crashes in optimised builds (Swift 6.3).
  @TaskLocal private static var receiver: NoteReceiver?

  /// Adds a note, which names keys of the question.
  package static func add(_ text: KeyedText) { receiver?.receive(text) }

  /// Calls a closure whose notes a function receives, and returns its result.
  /// - Throws: The errors of `body`.
  package static func received<Result>(
    by receive: @escaping @Sendable (KeyedText) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    try $receiver.withValue(NoteReceiver(receive: receive), operation: body)
  }

  /// A function that receives notes.
  private final class NoteReceiver: Sendable {
    let receive: @Sendable (KeyedText) -> Void
    init(receive: @escaping @Sendable (KeyedText) -> Void) { self.receive = receive }
  }
}

/// The notes of one piece of work, collected for its answer.
package final class NoteList: Sendable {
  private let lines = Locked<[String]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds a note, with the names of the keys.
  package func append(_ text: KeyedText) { lines.withLock { $0.append(text.text.terminalSafe()) } }

  /// Returns the notes in the order in which they were added.
  package func all() -> [String] { lines.withLock { $0 } }
}
