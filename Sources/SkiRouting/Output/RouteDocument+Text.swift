import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RouteDocument {
  /// Returns the answer as a skier reads it on a phone: a line a step, then totals and the hardest 25 m.
  ///
  /// Steps that belong together are merged, see ``TextSteps``. Names are made safe for terminals.
  /// - Parameters:
  ///   - colour: Whether to paint signs and colour words with terminal colours.
  ///   - columns: Cells of the terminal, for the heights where they were asked for.
  /// - Complexity: O(*s*) in steps.
  public func text(colour: Bool = false, columns: Int = 80) -> String {
    if let directions, let route { return told(directions, route, colour, columns) }
    var lines = [header()]
    switch result {
    case .noRoute(let reason):
      lines.append(reason.message().terminalSafe())
      lines += openingLines()
    case .route(let route) where route.steps.isEmpty: lines.append("You are there already.")
    case .route(let route):
      lines += Self.stepLines(route, colour: colour)
      lines += Self.totalLines(route)
      lines += Self.homeLines(route)
      lines += profileLines(colour: colour, columns: columns)
    }
    if !attributions.isEmpty { lines.append("Data: " + attributions.joined(separator: "; ").terminalSafe()) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How many openings are told in words.
  static let toldOpenings = 5

  private func openingLines() -> [String] {
    if openings.isEmpty { return [] }
    var told: [String] = []
    for sentence in openings.lazy.map({ $0.sentence().terminalSafe() }) where !told.contains(sentence) {
      told.append(sentence)
      if told.count == Self.toldOpenings { break }
    }
    let rest = openings.count - told.count
    return ["What would open a way:"] + told.map { "  " + $0 }
      + (rest > 0 ? ["  and \(rest) more ways to mix these, in --format json"] : [])
  }

  private func header() -> String {
    let limit = ceilingWord.map { ", nothing harder than \($0)" } ?? ""
    return "\(from) → \(to)".terminalSafe() + limit
  }

  /// A line a step, with the clock where the route has an hour.
  static func stepLines(_ route: Route, colour: Bool) -> [String] {
    var clock = route.departure
    return TextSteps.merged(route.steps).map { step in
      let hour = clock.map { "\($0)  " } ?? ""
      clock = clock?.advanced(byMilliseconds: step.milliseconds)
      return hour + line(step, colour: colour)
    }
  }

  /// What is to be said of the way home.
  private static func homeLines(_ route: Route) -> [String] {
    switch route.homeOutlook {
    case .reachable(.until(let time))?: ["Leave again by \(time) to get home."]
    case .lost(let point)?:
      [
        "WARNING: this route leads beyond the last way home. Step \(point.step + 1), at \(point.passedAt), is the last place to turn back"
          + (point.latest.time.map { "; it must be left for home by \($0)." } ?? ".")
      ]
    case .lostFromStart?: ["WARNING: from the start it is too late to get home before lifts and runs close."]
    case .reachable(.anyTime)?, nil: []
    }
  }

  private static func line(_ step: RouteStep, colour: Bool) -> String {
    let word: String
    switch step.kind {
    case .run: word = "\(StepWords.symbol(step)) \(StepWords.grade(step))"
    default: word = "\(StepWords.symbol(step)) \(StepWords.kind(step))"
    }
    var parts = [
      colour && step.kind != .walk && step.kind != .connector ? StepWords.paint(word, step.colour) : word
    ]
    if let label = step.label { parts.append(label.terminalSafe()) }
    if let ascent = step.ascentMetres, step.kind != .run || ascent >= 5, ascent >= 1 {
      parts.append("↑\(StepWords.metres(ascent))")
    }
    if let descent = step.descentMetres, step.kind == .run || descent >= 5 {
      parts.append("↓\(StepWords.metres(descent))")
    }
    parts.append(StepWords.length(step.lengthMetres))
    let wait = step.waitMilliseconds > 0 ? " (\(minutes(step.waitMilliseconds)) wait)" : ""
    parts.append(minutes(step.milliseconds) + wait)
    if step.isSteeperThanGraded {
      let percent = step.maxGradient.flatMap { decimalText($0.ratio * 100, places: 0) }
      parts.append("steeper than its grade" + (percent.map { " (\($0) %)" } ?? ""))
    }
    return parts.joined(separator: "  ")
  }

  private static func totalLines(_ route: Route) -> [String] {
    var parts = [
      "Total \(minutes(route.totalMilliseconds()))" + (route.arrival.map { ", there at \($0)" } ?? "")
    ]
    if let drop = route.descentMetres(of: .run) { parts.append("↓\(StepWords.metres(drop)) skied") }
    if let rise = route.ascentMetres(of: .lift) { parts.append("↑\(StepWords.metres(rise)) by lift") }
    parts.append("\(StepWords.length(route.lengthMetres(of: .run))) of runs")
    if route.steps.contains(where: { $0.kind == .walk && $0.feature != nil }) {
      parts.append(
        "\(StepWords.length(route.lengthMetres(of: .walk) + route.lengthMetres(of: .connector))) on foot")
    }
    var lines = [parts.joined(separator: ", ")]
    if let hardest = route.hardestSection() {
      let percent = decimalText(hardest.gradient.ratio * 100, places: 0) ?? "?"
      let degrees = decimalText(atan(hardest.gradient.ratio) * 180 / Double.pi, places: 0) ?? "?"
      let step = route.steps[hardest.step]
      let place = step.label.map { "on \($0)" } ?? "on a run without a name"
      lines.append("Hardest 25 m: \(percent) % (\(degrees)°) \(place.terminalSafe())")
    }
    return lines
  }

  package static func minutes(_ milliseconds: Int) -> String {
    let minutes = (milliseconds + 30_000) / 60_000
    if minutes == 0 { return "<1 min" }
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
