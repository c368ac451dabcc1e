package import SkiFormats
package import SkiReports

/// A kind of question over a map, which the command and the server answer alike.
package protocol MapQuestion: Sendable {
  /// The name: that of the subcommand.
  static var name: String { get }
  /// The keys by which it is read.
  static var keys: [QuestionKey<Self>] { get }
  /// Creates the question with the default of each key.
  init()
  /// Refuses contradictions and values out of range, before any file is read.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  func check() throws
  /// Returns the answer; notes go to ``AnswerNotes``.
  /// - Throws: ``NoAnswerError`` where there is none; ``SkiError`` by the question.
  func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
}

/// The document of an answer.
package struct QuestionDocument: Sendable {
  /// The document.
  package var document: any AnswerDocument
  /// Indicates an answer in the negative: there is no route.
  package var isNegative: Bool

  /// Creates the document of an answer.
  package init(_ document: any AnswerDocument, isNegative: Bool = false) {
    (self.document, self.isNegative) = (document, isNegative)
  }
}

/// An answer as JSON with its notes.
package struct QuestionAnswer: Sendable {
  /// The document as the command writes it with `--format json`.
  package let json: TerminalText
  /// The notes that the command writes to standard error.
  package let notes: [String]

  /// Answers a question.
  /// - Throws: ``NoAnswerError`` where there is no document; ``SkiError`` by the question.
  package init(_ question: some MapQuestion, over service: MapService, under conditions: DayConditions) throws
  {
    let notes = NoteList()
    json = try AnswerNotes.received(by: notes.append) {
      try question.check()
      return try question.document(over: service, under: conditions).document.json()
    }
    self.notes = notes.all()
  }
}
