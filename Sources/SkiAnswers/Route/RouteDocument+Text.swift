import SkiAPI
public import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem

extension RouteDocument {
  /// Returns the answer as text: a line for each step, then totals and the steepest 25 m; or the reason there is none.
  ///
  /// Steps that belong together are merged, see `TextLines`. With ``directions`` it has a line for each instruction
  /// instead, in ``language``.
  /// - Parameters:
  ///   - colour: A Boolean value that adds terminal colours to symbols and colour names.
  ///   - columns: The width of the terminal in cells, for the elevation profile where present; clamped to 30...400.
  /// - Complexity: O(*s*) in steps, and O(*p* + *c*) in the points and columns of an elevation profile.
  public func text(colour: Bool = false, columns: Int = 80) -> TerminalText {
    if let directions, let route { return directionsText(directions, route, colour, columns) }
    var lines: [TerminalText] = [header()]
    switch result {
    case .noAnswer(let reason):
      lines.append(TerminalText(reason.message()))
      lines += openingLines()
    case .answer(let route) where route.steps.isEmpty: lines.append("You are there already.")
    case .answer(let route):
      lines += Self.numbered(Self.stepLines(route, colour: colour))
      lines += (Self.totalLines(route) + Self.trailLines(route) + Self.homeLines(route)).map {
        TerminalText($0)
      }
      if let missingReturn { lines.append(missingReturn.line) }
      lines += AnswerClock.lines(clock)
      lines += route.elevationQuality()?.remark().map { [TerminalText($0)] } ?? []
      lines += profileLines(colour: colour, columns: columns)
    }
    return TerminalText(lines: lines + attributions.creditLines)
  }

  /// The greatest number of relaxations in the text.
  static let listedRelaxations = 5

  private func openingLines() -> [TerminalText] {
    if relaxations.isEmpty { return [] }
    var told: [String] = []
    for sentence in relaxations.lazy.map({ $0.sentence() }) where !told.contains(sentence) {
      told.append(sentence)
      if told.count == Self.listedRelaxations { break }
    }
    let rest = relaxations.count - told.count
    return ["What would allow a route:"] + told.map { "  \($0)" }
      + (rest > 0 ? ["  and \(rest) more combinations of these, in --format json"] : [])
  }

  private func header() -> TerminalText { "\(from) → \(to)\(limit)" }

  /// Returns lines with their numbers, from 1.
  private static func numbered(_ lines: [TerminalText]) -> [TerminalText] {
    let width = String(lines.count).count
    return lines.enumerated().map { index, line in
      let number = String(index + 1)
      return "\(String(repeating: " ", count: width - number.count))\(number). \(line)"
    }
  }

  /// Returns a line for each step, with its time where the route has a departure.
  static func stepLines(_ route: Route, colour: Bool) -> [TerminalText] {
    var clock = route.departure
    return TextLines.lines(route.steps).map { textLine in
      let hour = clock.map { "\($0)  " } ?? ""
      clock = clock?.advanced(byMilliseconds: textLine.step.milliseconds)
      return "\(hour)\(words(textLine, route, colour: colour))"
    }
  }

  /// Returns a line of the text without its time.
  static func words(_ textLine: TextLine, _ route: Route, colour: Bool) -> TerminalText {
    let stays = route.steps[textLine.steps].filter(\.isStayingOn).map {
      $0.stayOnStation ?? "the mid-station"
    }
    let stay = stays.isEmpty ? "" : "  stay on at \(stays.joined(separator: ", "))"
    return "\(line(textLine.step, colour: colour))\(stay)"
  }

  /// The length along trails in metres from which there is a warning.
  static let warnedTrailMetres = 200.0

  private static func trailLines(_ route: Route) -> [String] {
    let metres = route.trailMetres()
    guard metres >= warnedTrailMetres else { return [] }
    let names = route.trailNames()
    let told = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    return [
      "WARNING: \(StepText.length(metres)) on foot along paths and tracks that may lie under snow\(told)"
    ]
  }

  /// Returns the lines about the return home.
  private static func homeLines(_ route: Route) -> [String] {
    guard case .lost(let point)? = route.homeReachability else {
      return home(route, .english).map { "\($0)." }
    }
    return [
      "WARNING: this route leads beyond the last place from which home can be reached. Step \(lineNumber(ofStep: point.step, route)), at \(point.passedAt), is the last place to turn back"
        + (point.latest.time.map { "; it must be left for home by \($0)." } ?? ".")
    ]
  }

  /// Returns the number of the line of a step.
  private static func lineNumber(ofStep step: Int, _ route: Route) -> Int {
    let lines = TextLines.lines(route.steps)
    return 1 + (lines.firstIndex { $0.steps.contains(step) } ?? max(0, lines.count - 1))
  }

  private static func line(_ step: RouteStep, colour: Bool) -> TerminalText {
    let word: String
    switch step.kind {
    case .run where step.movement != .climbed:
      word = "\(StepText.symbol(step)) \(StepText.gradeAndTerrain(step))"
    default: word = "\(StepText.symbol(step)) \(StepText.kind(step))"
    }
    var parts = [StepText.label(step)].compactMap(\.self)
    if let ascent = step.ascentMetres, step.kind != .run || ascent >= 5, ascent >= 1 {
      parts.append("↑\(StepText.metres(ascent))")
    }
    if let descent = step.descentMetres, step.kind == .run && step.movement != .climbed || descent >= 5 {
      parts.append("↓\(StepText.metres(descent))")
    }
    parts.append(StepText.length(step.lengthMetres))
    let wait = step.waitMilliseconds > 0 ? " (\(minutes(step.waitMilliseconds)) wait)" : ""
    parts.append(minutes(step.milliseconds) + wait)
    if step.isDirectionUnknown, step.movement != .climbed { parts.append("direction unknown") }
    if step.isSteeperThanGraded {
      let percent = step.maxGradient.flatMap { decimalText($0.ratio * 100, places: 0) }
      parts.append("steeper than its grade" + (percent.map { " (\($0) %)" } ?? ""))
    }
    let sign = TerminalText(word)
    return
      ([colour && step.isOnSkisOrLift ? StepText.coloured(sign, step.colour) : sign]
      + parts.map { TerminalText($0) }).joined(separator: "  ")
  }

  private static func totalLines(_ route: Route) -> [String] {
    let hasWalk = route.steps.contains { $0.kind == .walk && $0.feature != nil || $0.movement == .climbed }
    var lines = [
      totals(
        route, .english, time: minutes, length: StepText.length, walked: hasWalk ? route.footMetres() : nil)
    ]
    if let hardest = route.hardestSection() {
      let percent = decimalText(hardest.gradient.ratio * 100, places: 0) ?? "?"
      let degrees = decimalText(atan(hardest.gradient.ratio) * 180 / Double.pi, places: 0) ?? "?"
      let step = route.steps[hardest.step]
      let place = step.label.map { "on \($0)" } ?? "on a run without a name"
      lines.append("Hardest 25 m: \(percent) % (\(degrees)°) \(place)")
    }
    return lines
  }

  package static func minutes(_ milliseconds: Int) -> String {
    milliseconds < 30_000 ? "<1 min" : Phrasebook.english.time(milliseconds)
  }

  /// Returns a duration as text, with the time of arrival where it is known.
  static func time(_ milliseconds: Int, until arrival: DayTime?) -> String {
    minutes(milliseconds) + (arrival.map { ", there at \($0)" } ?? "")
  }
}

extension RouteStep {
  /// Indicates whether it is drawn in its colour: a run skied or a lift.
  fileprivate var isOnSkisOrLift: Bool { (kind == .run || kind == .lift) && movement != .climbed }
}
