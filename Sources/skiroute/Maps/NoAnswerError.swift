import SkiFormats
import SkiRouting

/// An error that ends a question without a document: there is no answer, for a reason.
struct NoAnswerError: Error {
  let reason: NoAnswer

  /// Notes the reason, and the value of `--snap` that suffices.
  func note() {
    Console.note(TerminalText(reason.message()))
    Question.noteSnap(reason)
  }
}
