import SkiGeo
import SkiGraph
import SkiModel

/// What would open a way, with the names to tell it by.
public struct Opening: Hashable, Sendable {
  /// What is conceded.
  public var relaxation: Relaxation
  /// What each of its concessions is called; nil for a walk and for links without a feature.
  private var names: [String?]
  /// The colour of each harder run.
  private var colours: [DifficultyColour?]

  /// Names the concessions. Complexity: O(concessions).
  public init(_ relaxation: Relaxation, graph: RoutingGraph) {
    self.relaxation = relaxation
    names = relaxation.concessions.map { $0.feature.map(graph.label) }
    colours = relaxation.concessions.map { concession in
      guard case .harder(let feature, let grade, _) = concession else { return nil }
      let convention =
        feature.map { graph.feature($0).convention } ?? relaxation.route.steps.first?.convention
      return grade.colour(in: convention ?? .europe)
    }
  }

  /// How many concessions are told in words.
  static let toldConcessions = 5

  /// The concessions as a skier says them, and how long the way takes then. Names are as mapped: escape them for where they are shown.
  public func sentence() -> String {
    var words = relaxation.concessions.indices.prefix(Self.toldConcessions).map(word)
    let rest = relaxation.concessions.count - words.count
    if rest > 0 { words.append("\(rest) more such") }
    return "\(words.joined(separator: ", ")): \(RouteDocument.minutes(relaxation.route.totalMilliseconds()))"
  }

  private func word(_ index: Int) -> String {
    let name = names[index] ?? "a way without a name"
    return switch relaxation.concessions[index] {
    case .harder(_, let grade, let metres):
      "\(StepWords.length(metres)) of \(name) (\(colours[index]?.rawValue ?? grade.rawValue))"
    case .open: "\(name) open"
    case .avoidedLift: "the lift \(name)"
    case .ungraded(_, let metres): "\(StepWords.length(metres)) of \(name) (no grade)"
    case .offScale(_, let metres): "\(StepWords.length(metres)) of \(name) (off the marked runs)"
    case .onFoot(let metres, _, _): "\(StepWords.length(metres)) on foot over open ground"
    }
  }

  /// The opening as a member of a JSON form.
  func json() -> JSONValue {
    .object([
      "gradesOver": .integer(relaxation.gradesOver),
      "seconds": RouteDocument.seconds(relaxation.route.totalMilliseconds()),
      "concessions": .array(relaxation.concessions.indices.map(concession)),
    ])
  }

  private func concession(_ index: Int) -> JSONValue {
    let one = relaxation.concessions[index]
    var members: [JSONValue.Member] = [
      .init("kind", .string(one.kind.rawValue)), .init("name", .optional(names[index])),
      .init("metres", one.metres > 0 ? RouteDocument.metres(one.metres) : .null),
    ]
    if case .harder(_, let grade, _) = one {
      members += [
        .init("difficulty", .string(grade.rawValue)), .init("colour", .optional(colours[index]?.rawValue)),
      ]
    }
    if case .onFoot(_, let from, let to) = one {
      members.append(.init("coordinates", RouteDocument.coordinates([from, to])))
    }
    return .object(members)
  }
}
