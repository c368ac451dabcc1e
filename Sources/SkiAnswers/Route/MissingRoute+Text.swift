import SkiAPI
import SkiBase
import SkiGraph
public import SkiRouting

extension MissingRoute {
  /// Returns a sentence such as `No way back from here within blue: the easiest is red.`
  ///
  /// Names are not escaped.
  /// - Parameter way: The missing route, for example `way back from here`.
  /// - Complexity: O(*r*) in reasons and names of closed features.
  public func sentence(_ way: String) -> String { "No \(way) \(clause())." }

  /// Returns the reason as a clause that follows the missing route: `within blue: the easiest is red`.
  func clause() -> String { reason.reasons.map(clause).joined(separator: "; nor ") }

  private func clause(_ reason: NoAnswer.Reason) -> String {
    switch reason {
    case .overCeiling: return "within \(limitWord): the easiest is \(easiestWord)"
    case .closed:
      return self.reason.closedNames.isEmpty
        ? "while what leads there is closed"
        : "while \(self.reason.closedNames.joined(separator: ", ")) is closed"
    case .onlyAvoidedLifts: return "without lifts of a kind that is avoided"
    case .onlyAvoidedTerrain: return "but over terrain that is avoided, or over unlit runs"
    case .onlyUngraded: return "but over runs that have no grade"
    case .onlyOffScale: return "but off the marked runs"
    case .onlySnowCovered: return "but along snow-covered tracks and paths"
    case .barred: return "but by \(self.reason.barredNames.joined(separator: "; "))"
    default: return "at all"
    }
  }

  /// Indicates whether colours distinguish the limit from the easiest route; else their difficulties are named.
  private var isNamedByColour: Bool {
    limitColour != nil && reason.leastCeilingColour != nil && limitColour != reason.leastCeilingColour
  }

  private var limitWord: String {
    (isNamedByColour ? limitColour?.rawValue : limit?.rawValue) ?? "the limit"
  }

  private var easiestWord: String {
    (isNamedByColour ? reason.leastCeilingColour?.rawValue : reason.leastCeiling?.rawValue) ?? "harder"
  }

  /// Returns the reason for an answer.
  /// - Parameter way: The missing route as text.
  func answer(_ way: String) -> AnswerMissingWay {
    var answer = AnswerMissingWay()
    (answer.reason, answer.reasons, answer.message) = (reason.reason, reason.reasons, sentence(way))
    (answer.limit, answer.limitColour) = (limit, limitColour)
    (answer.leastCeiling, answer.leastCeilingColour) = (reason.leastCeiling, reason.leastCeilingColour)
    answer.closed = reason.closedNames
    return answer
  }

  /// Returns the missing return at the end of a route, as text.
  static func wayBack(isHome: Bool) -> String { isHome ? "route home from here" : "route back from here" }
}

/// A missing return from the end of a route.
package struct MissingReturn: Sendable, Hashable {
  /// The missing route with the reason.
  package var way: MissingRoute
  /// Indicates whether the return leads home, rather than to the start.
  package var isHome: Bool

  /// Creates a missing return from its reason and destination.
  /// - Parameters:
  ///   - way: The missing route with the reason.
  ///   - isHome: A Boolean value that is true for a return to home, false for one to the start.
  package init(_ way: MissingRoute, isHome: Bool) { (self.way, self.isHome) = (way, isHome) }

  /// The missing return as a line of text.
  var line: TerminalText { TerminalText(way.sentence(MissingRoute.wayBack(isHome: isHome))) }

  /// The missing return for an answer.
  var answer: AnswerMissingWay { way.answer(MissingRoute.wayBack(isHome: isHome)) }
}
