import Glibc
import SkiRouting

/// The sentences: names and kinds of steps come from the words routes are written with.
extension Announcement {
  /// The first line of a route.
  static func start(_ leg: RoutePlan.Leg) -> Announcement {
    Announcement(
      kind: .start, step: leg.steps.lowerBound, metresToGo: nil, turn: nil, leavesLift: false,
      words: "Start: \(thing(leg)), \(length(leg.line.step.lengthMetres))")
  }

  /// The way to a start far away; the bearing in radians clockwise from north.
  static func goToStart(metres: Double, bearing: Double) -> Announcement {
    Announcement(
      kind: .goToStart, step: 0, metresToGo: metres, turn: nil, leavesLift: false,
      words: "Go to the start, \(length(metres)) to the \(compass(bearing))")
  }

  /// A line that begins soon.
  static func line(_ leg: RoutePlan.Leg, metresToGo: Double) -> Announcement {
    let kind: Kind =
      switch leg.line.step.kind {
      case .lift: .boardLift
      case .run: .takeRun
      default: .walk
      }
    let place = leg.leavesLift ? "Leave the lift, then" : "In \(length(metresToGo))"
    return Announcement(
      kind: kind, step: leg.steps.lowerBound, metresToGo: metresToGo,
      turn: kind == .boardLift ? nil : leg.turn,
      leavesLift: leg.leavesLift, words: "\(place) \(action(kind, leg)) \(thing(leg))")
  }

  /// The destination.
  static func arrive(metresToGo: Double) -> Announcement {
    Announcement(
      kind: .arrive, step: nil, metresToGo: metresToGo, turn: nil, leavesLift: false,
      words: "In \(length(metresToGo)) you are there")
  }

  /// A lift that has closed.
  static func liftClosed(_ step: RouteStep, at index: Int) -> Announcement {
    Announcement(
      kind: .liftClosed, step: index, metresToGo: nil, turn: nil, leavesLift: false,
      words: "\(thing(step)) has closed")
  }

  private static func action(_ kind: Kind, _ leg: RoutePlan.Leg) -> String {
    if kind == .boardLift { return "board" }
    let verb = kind == .walk ? "walk" : "go"
    return switch leg.turn {
    case .left: "turn left onto"
    case .right: "turn right onto"
    case .back: "turn round onto"
    case .straight: "\(verb) on along"
    }
  }

  /// What a line is, by name and kind: `Ahorn (red run)`.
  private static func thing(_ leg: RoutePlan.Leg) -> String { thing(leg.line.step) }

  private static func thing(_ step: RouteStep) -> String {
    guard let label = step.label else { return "the \(StepWords.kind(step))" }
    return step.kind == .run || step.kind == .lift ? "\(label) (\(StepWords.kind(step)))" : label
  }

  /// A length as one says it: to 10 m when short, to 50 m up to a kilometre.
  private static func length(_ metres: Double) -> String {
    let unit: Double = metres < 300 ? 10 : metres < 1000 ? 50 : 100
    return StepWords.length((metres / unit).rounded() * unit)
  }

  private static func compass(_ bearing: Double) -> String {
    let names = [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]
    let eighth = (bearing / (Double.pi / 4)).rounded()
    guard eighth.isFinite else { return names[0] }
    return names[((Int(max(-8, min(8, eighth))) % 8) + 8) % 8]
  }
}
