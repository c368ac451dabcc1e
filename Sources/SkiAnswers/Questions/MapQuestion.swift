package import SkiAPI
package import SkiBase

/// A kind of question over a map, which the command and the server answer alike.
package protocol MapQuestion: Question {
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
  /// - Parameter clock: The clock of the times in the answer; nil leaves that of the document.
  package init(_ document: any AnswerDocument, isNegative: Bool = false, clock: AnswerClock? = nil) {
    (self.document, self.isNegative) = (document, isNegative)
    if let clock { self.document.clock = clock }
  }
}

/// An answer as JSON with its notes.
package struct QuestionAnswer: Sendable {
  /// The document as the command writes it with `--format json`; where there is none, an object with `noAnswer`.
  package let json: TerminalText
  /// The notes that the command writes to standard error.
  package let notes: [String]
  /// Indicates an answer in the negative: there is no route, nothing is found, or there is no document.
  package let isNegative: Bool

  /// Answers a question.
  /// - Throws: ``SkiError`` by the question.
  package init(_ question: some MapQuestion, over service: MapService, under conditions: DayConditions) throws
  {
    let notes = NoteList()
    (json, isNegative) = try AnswerNotes.received(by: notes.append) {
      try question.check()
      do {
        let answer = try question.document(over: service, under: conditions)
        return (answer.document.json(), answer.isNegative)
      } catch let missing as NoAnswerError {
        NoAnswerError.noteSnap(missing.reason)
        return (missing.answer.line(), true)
      }
    }
    self.notes = notes.all()
  }
}
