import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RouteDocument {
  /// Returns the answer as a skier reads it on a phone: a line a step, then totals and the hardest 25 m.
  ///
  /// Steps that belong together are merged, see ``TextSteps``. Names are made safe for terminals.
  /// - Parameter colour: Whether to paint signs and colour words with terminal colours.
  /// - Complexity: O(*s*) in steps.
  public func text(colour: Bool = false) -> String {
    var lines = [header()]
    switch result {
    case .noRoute(let reason): lines.append(reason.message().terminalSafe())
    case .route(let route) where route.steps.isEmpty: lines.append("You are there already.")
    case .route(let route):
      lines += TextSteps.merged(route.steps).map { Self.line($0, colour: colour) }
      lines += Self.totalLines(route)
    }
    if !attributions.isEmpty { lines.append("Data: " + attributions.joined(separator: "; ").terminalSafe()) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func header() -> String {
    let limit = ceilingWord.map { ", nothing harder than \($0)" } ?? ""
    return "\(from) → \(to)".terminalSafe() + limit
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
      parts.append("↑\(metres(ascent))")
    }
    if let descent = step.descentMetres, step.kind == .run || descent >= 5 {
      parts.append("↓\(metres(descent))")
    }
    parts.append(length(step.lengthMetres))
    let wait = step.waitMilliseconds > 0 ? " (\(minutes(step.waitMilliseconds)) wait)" : ""
    parts.append(minutes(step.milliseconds) + wait)
    if step.isSteeperThanGraded {
      let percent = step.maxGradient.flatMap { decimalText($0.ratio * 100, places: 0) }
      parts.append("steeper than its grade" + (percent.map { " (\($0) %)" } ?? ""))
    }
    return parts.joined(separator: "  ")
  }

  private static func totalLines(_ route: Route) -> [String] {
    var parts = ["Total \(minutes(route.totalMilliseconds()))"]
    if let drop = route.descentMetres(of: .run) { parts.append("↓\(metres(drop)) skied") }
    if let rise = route.ascentMetres(of: .lift) { parts.append("↑\(metres(rise)) by lift") }
    parts.append("\(length(route.lengthMetres(of: .run))) of runs")
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

  private static func metres(_ value: Double) -> String { "\(decimalText(value, places: 0) ?? "?") m" }

  private static func length(_ value: Double) -> String {
    value < 1000 ? metres(value) : "\(decimalText(value / 1000, places: 1) ?? "?") km"
  }

  static func minutes(_ milliseconds: Int) -> String {
    let minutes = (milliseconds + 30_000) / 60_000
    if minutes == 0 { return "<1 min" }
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}

/// Joins steps that a skier takes for one: the text's view of a route.
///
/// A connector under 30 s belongs to the step after it (at the end, to the one before): its time counts there, its
/// length doesn't show. Consecutive runs of one name make one line, in the hardest of their grades. A scrap of a run (under
/// 60 m, or under 150 m without a name) belongs to the run beside it, unless the scrap is harder.
enum TextSteps {
  static let foldedMilliseconds = 30_000
  static let scrapMetres = 60.0
  static let namelessScrapMetres = 150.0

  static func merged(_ steps: [RouteStep]) -> [RouteStep] {
    var merged: [RouteStep] = []
    var carried = 0
    for step in steps {
      if step.kind == .connector, step.milliseconds < foldedMilliseconds {
        carried += step.milliseconds
        continue
      }
      var step = step
      step.milliseconds += carried
      carried = 0
      if let last = merged.last, let line = oneLine(last, step) {
        merged[merged.count - 1] = line
      } else {
        merged.append(step)
      }
    }
    if merged.isEmpty { return steps }
    merged[merged.count - 1].milliseconds += carried
    return merged
  }

  /// Returns two steps as one line where a skier takes them for one run, else nil.
  private static func oneLine(_ a: RouteStep, _ b: RouteStep) -> RouteStep? {
    guard a.kind == .run, b.kind == .run else { return nil }
    if a.name != nil, a.name == b.name { return joined(a, b) }
    if isScrap(b), rank(b) <= rank(a) { return joined(a, b) }
    guard isScrap(a), rank(a) <= rank(b) else { return nil }
    var line = joined(a, b)
    (line.id, line.name, line.ref, line.feature) = (b.id, b.name, b.ref, b.feature)
    return line
  }

  private static func isScrap(_ step: RouteStep) -> Bool {
    step.lengthMetres < (step.name == nil && step.ref == nil ? namelessScrapMetres : scrapMetres)
  }

  private static func rank(_ step: RouteStep) -> UInt8 { step.difficulty?.rank ?? .max }

  private static func joined(_ a: RouteStep, _ b: RouteStep) -> RouteStep {
    var step = a
    if let grade = b.difficulty, a.difficulty.map({ $0 < grade }) ?? true {
      step.difficulty = grade
      step.isDifficultyEstimated = b.isDifficultyEstimated
      step.convention = b.convention
    }
    step.isSteeperThanGraded = a.isSteeperThanGraded || b.isSteeperThanGraded
    step.milliseconds += b.milliseconds
    step.lengthMetres += b.lengthMetres
    step.ascentMetres = a.ascentMetres.flatMap { first in b.ascentMetres.map { first + $0 } }
    step.descentMetres = a.descentMetres.flatMap { first in b.descentMetres.map { first + $0 } }
    step.maxGradient = [a.maxGradient, b.maxGradient].compactMap(\.self).max()
    step.points += b.points
    step.edges += b.edges
    return step
  }
}
