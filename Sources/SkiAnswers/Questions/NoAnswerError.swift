package import SkiAPI
import SkiBase
import SkiGraph
package import SkiRouting

/// An error that ends a question without a document: there is no answer, for a reason.
package struct NoAnswerError: Error {
  /// The reason.
  package let reason: NoAnswer

  /// Creates the error of a reason.
  package init(reason: NoAnswer) { self.reason = reason }

  /// The reason as a document.
  package var answer: MissingAnswer { MissingAnswer(AnswerMissingRoute(reason)) }

  /// Adds a note with the snap distance that suffices for a coordinate beyond the limit.
  package static func noteSnap(_ reason: NoAnswer) {
    guard reason.reason == .notNearAnything, let metres = reason.nearestMetres else { return }
    let limit = ((metres / 10).rounded(.down) + 1) * 10
    guard limit <= SnapLimit.greatestMetres else { return }
    AnswerNotes.add("\(key: "snap") \(Int(limit)) reaches that far")
  }
}
