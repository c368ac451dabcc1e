import SkiGraph
import SkiModel
public import SkiNavigation
import SkiRouting

extension Announcement {
  /// The announcement as one English sentence without a full stop; names are not escaped for terminals.
  ///
  /// Lengths are rounded to 10 m below 300 m, to 50 m below 1 km, and to 100 m above.
  /// - Complexity: O(*n*) in the length of the name.
  public var englishSentence: String {
    let thing = subject.map(Self.thing) ?? "the route"
    let metres = Self.length(metresToGo ?? 0)
    return switch kind {
    case .start: "Start: \(thing), \(Self.length(subject?.lengthMetres ?? 0))"
    case .goToStart: "Go to the start, \(metres) to the \(Self.compass(bearingDegrees ?? 0))"
    case .arrive: "In \(metres) you are there"
    case .liftClosed: "\(thing) has closed"
    case .boardLift, .takeRun, .walk:
      "\(leavesLift ? "Leave the lift, then" : "In \(metres)") \(action) \(thing)"
    }
  }

  private var action: String {
    if kind == .boardLift { return "board" }
    let verb = kind == .walk ? "walk" : "go"
    return switch turn {
    case .left: "turn left onto"
    case .right: "turn right onto"
    case .back: "turn round onto"
    case .straight, nil: "\(verb) on along"
    }
  }

  /// Returns the name and kind of a step: `Ahorn (red run)`.
  private static func thing(_ step: RouteStep) -> String {
    guard let label = step.label else { return "the \(StepText.kind(step))" }
    return step.kind == .run || step.kind == .lift ? "\(label) (\(StepText.kind(step)))" : label
  }

  /// Returns a length as text, rounded to 10 m below 300 m, to 50 m below 1 km, else to 100 m.
  private static func length(_ metres: Double) -> String {
    let unit: Double = metres < 300 ? 10 : metres < 1000 ? 50 : 100
    return StepText.length((metres / unit).rounded() * unit)
  }

  private static func compass(_ bearingDegrees: Double) -> String {
    let names = [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]
    let eighth = (bearingDegrees / 45).rounded()
    guard eighth.isFinite else { return names[0] }
    return names[((Int(max(-8, min(8, eighth))) % 8) + 8) % 8]
  }
}
