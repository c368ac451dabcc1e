import SkiFormats
import SkiModel
public import SkiRouting

extension MissingWay {
  /// Returns a sentence such as `No way back from here within blue: the easiest is red.`
  ///
  /// Names are as mapped: escape them for where they are shown.
  /// - Parameter way: What is missing, for example `way back from here`.
  public func sentence(_ way: String) -> String { "No \(way) \(clause())." }

  /// What stands in the way, to be put after what is missing: `within blue: the easiest is red`.
  func clause() -> String { reason.reasons.map(clause).joined(separator: "; nor ") }

  private func clause(_ reason: NoAnswer.Reason) -> String {
    switch reason {
    case .overCeiling: return "within \(limitWord): the easiest is \(easiestWord)"
    case .closed:
      return self.reason.closedNames.isEmpty
        ? "while what leads there is closed"
        : "while \(self.reason.closedNames.joined(separator: ", ")) is closed"
    case .onlyAvoidedLifts: return "without lifts of a kind that is avoided"
    case .onlyAvoidedTerrain: return "but over terrain that is avoided, or without lights"
    case .onlyUngraded: return "but over runs that have no grade"
    case .onlyOffScale: return "but off the marked runs"
    default: return "at all"
    }
  }

  /// Two grades may have one colour: then the grades tell them apart.
  private var isToldByColour: Bool {
    limitColour != nil && reason.leastCeilingColour != nil && limitColour != reason.leastCeilingColour
  }

  private var limitWord: String {
    (isToldByColour ? limitColour?.rawValue : limit?.rawValue) ?? "the limit"
  }

  private var easiestWord: String {
    (isToldByColour ? reason.leastCeilingColour?.rawValue : reason.leastCeiling?.rawValue) ?? "harder"
  }

  /// The members of a JSON form, see Data/Formats/route.md.
  func json(_ way: String) -> JSONValue {
    .object([
      "reason": .string(reason.reason.rawValue),
      "reasons": .array(reason.reasons.map { .string($0.rawValue) }), "message": .string(sentence(way)),
      "limit": .optional(limit?.rawValue), "limitColour": .optional(limitColour?.rawValue),
      "leastCeiling": .optional(reason.leastCeiling?.rawValue),
      "leastCeilingColour": .optional(reason.leastCeilingColour?.rawValue),
      "closed": .array(reason.closedNames.map(JSONValue.string)),
    ])
  }

  /// What is missing at the end of a route, as words.
  static func wayBack(isHome: Bool) -> String { isHome ? "way home from here" : "way back from here" }
}

/// A way that is missing behind the end of an answer, and whether home was named.
public struct MissingReturn: Sendable, Hashable {
  /// What is missing.
  public var way: MissingWay
  /// Whether the way leads home, not only back to the start.
  public var isHome: Bool

  /// Names what is missing.
  public init(_ way: MissingWay, isHome: Bool) { (self.way, self.isHome) = (way, isHome) }

  /// The line of a text.
  var line: TerminalText { TerminalText(way.sentence(MissingWay.wayBack(isHome: isHome))) }

  /// The member `noWayBack` of a JSON form: null where there is a way.
  static func member(_ missing: MissingReturn?) -> JSONValue.Member {
    .init("noWayBack", missing.map { $0.way.json(MissingWay.wayBack(isHome: $0.isHome)) } ?? .null)
  }
}
