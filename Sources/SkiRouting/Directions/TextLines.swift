import SkiGraph

/// A line of a route description: the steps that a skier perceives as one.
package struct TextLine: Hashable, Sendable {
  /// The merged step, with kind, name and grade of the whole.
  package var step: RouteStep
  /// The steps that the line covers.
  package var steps: Range<Int>
  /// The step that determines kind and name.
  package var main: Int
}

/// The merging of the steps of a route into lines of text.
///
/// A connector under 30 s belongs to the step after it (at the end, to the one before): its time counts there, its
/// length does not. Consecutive walks are one line that names their streets in order. Consecutive runs of one sign are
/// one line in the hardest of their grades; so are sections of one lift without a change. A run under 60 m, or under
/// 150 m without a label, belongs to the run beside it, unless it is harder. Climbs on foot are lines of their own.
package enum TextLines {
  static let foldedMilliseconds = 30_000
  static let leastRunMetres = 60.0
  static let leastNamelessRunMetres = 150.0

  package static func merged(_ steps: [RouteStep]) -> [RouteStep] { lines(steps).map(\.step) }

  /// Returns the lines of a route; their steps follow each other without gaps.
  /// - Complexity: O(size of the route).
  package static func lines(_ steps: [RouteStep]) -> [TextLine] {
    var lines: [TextLine] = []
    var folded: [TextLine] = []
    for line in walks(steps) {
      if line.step.kind == .connector, line.step.movement != .climbed,
        line.step.milliseconds < foldedMilliseconds
      {
        folded.append(line)
        continue
      }
      var line = line
      line.step.milliseconds += folded.reduce(0) { $0 + $1.step.milliseconds }
      line.steps = (folded.first?.steps ?? line.steps).lowerBound..<line.steps.upperBound
      folded = []
      if let last = lines.last, let joined = oneLine(last, line) {
        lines[lines.count - 1] = joined
      } else {
        lines.append(line)
      }
    }
    guard let last = lines.indices.last else { return folded }
    lines[last].step.milliseconds += folded.reduce(0) { $0 + $1.step.milliseconds }
    lines[last].steps = lines[last].steps.lowerBound..<steps.count
    return lines
  }

  /// The minimum length of a street that is named in a walk, in metres.
  static let namedStreetMetres = 40.0
  /// The maximum number of street names in a walk.
  static let namedStreetCount = 4

  /// Merges consecutive walks and connectors.
  private static func walks(_ steps: [RouteStep]) -> [TextLine] {
    var result: [TextLine] = []
    var row = 0..<0
    for (index, step) in steps.enumerated() {
      if step.kind == .walk || step.kind == .connector {
        row = (row.isEmpty ? index : row.lowerBound)..<index + 1
      } else {
        result += walk(row, of: steps)
        result.append(TextLine(step: step, steps: index..<index + 1, main: index))
        row = 0..<0
      }
    }
    return result + walk(row, of: steps)
  }

  private static func walk(_ range: Range<Int>, of steps: [RouteStep]) -> [TextLine] {
    let row = Array(steps[range])
    guard row.count > 1 else { return range.map { TextLine(step: steps[$0], steps: $0..<$0 + 1, main: $0) } }
    var line = RouteStep(kind: row.allSatisfy { $0.kind == .connector } ? .connector : .walk)
    for step in row {
      line.milliseconds += step.milliseconds
      line.lengthMetres += step.lengthMetres
      line.isUnmapped = line.isUnmapped || step.isUnmapped
      if let ascent = step.ascentMetres { line.ascentMetres = (line.ascentMetres ?? 0) + ascent }
      if let descent = step.descentMetres { line.descentMetres = (line.descentMetres ?? 0) + descent }
      line.points += step.points
      line.edges += step.edges
    }
    let names = streetNames(row)
    let shown = names.prefix(namedStreetCount).joined(separator: ", ")
    line.name = names.isEmpty ? nil : names.count > namedStreetCount ? shown + " …" : shown
    return [TextLine(step: line, steps: range, main: range.lowerBound)]
  }

  /// Returns the names of the streets of a walk in order: of those of the minimum length, or else of the longest.
  private static func streetNames(_ row: [RouteStep]) -> [String] {
    var metres: [String: Double] = [:]
    var order: [String] = []
    for step in row where step.kind == .walk {
      guard let name = step.label else { continue }
      if metres[name] == nil { order.append(name) }
      metres[name, default: 0] += step.lengthMetres
    }
    let long = order.filter { metres[$0, default: 0] >= namedStreetMetres }
    guard long.isEmpty else { return long }
    var best: String?
    for name in order where metres[name, default: 0] > best.flatMap({ metres[$0] }) ?? 0 { best = name }
    return best.map { [$0] } ?? []
  }

  /// Returns two lines as one when a skier perceives them as one run or ride, else nil.
  private static func oneLine(_ first: TextLine, _ second: TextLine) -> TextLine? {
    let (a, b) = (first.step, second.step)
    if b.isStayingOn, a.kind == .lift {
      return TextLine(
        step: ridden(a, b), steps: first.steps.lowerBound..<second.steps.upperBound, main: first.main)
    }
    guard a.kind == .run, b.kind == .run, (a.movement == .climbed) == (b.movement == .climbed) else {
      return nil
    }
    var line = TextLine(
      step: joined(a, b), steps: first.steps.lowerBound..<second.steps.upperBound, main: first.main)
    if a.hasSameReference(as: b) { return line }
    if a.movement == .climbed { return nil }
    if isTooShort(b), rank(b) <= rank(a) { return line }
    guard isTooShort(a), rank(a) <= rank(b) else { return nil }
    (line.step.id, line.step.name, line.step.refs, line.step.feature) = (b.id, b.name, b.refs, b.feature)
    line.main = second.main
    return line
  }

  /// Returns two sections of one lift as one ride.
  private static func ridden(_ a: RouteStep, _ b: RouteStep) -> RouteStep {
    var step = joined(a, b)
    step.waitMilliseconds += b.waitMilliseconds
    step.closedMilliseconds += b.closedMilliseconds
    if let up = step.ascentMetres, let down = step.descentMetres {
      (step.ascentMetres, step.descentMetres) = (max(0, up - down), max(0, down - up))
      if up != down { step.isDown = down > up }
    }
    return step
  }

  private static func isTooShort(_ step: RouteStep) -> Bool {
    step.lengthMetres < (step.label == nil ? leastNamelessRunMetres : leastRunMetres)
  }

  private static func rank(_ step: RouteStep) -> UInt8 { step.difficulty?.rank ?? .max }

  static func joined(_ a: RouteStep, _ b: RouteStep) -> RouteStep {
    var step = a
    if a.hasSameReference(as: b) { (step.name, step.refs) = (a.name ?? b.name, a.refs(with: b)) }
    if let grade = b.difficulty, a.difficulty.map({ $0 < grade }) ?? true {
      step.difficulty = grade
      step.isDifficultyEstimated = b.isDifficultyEstimated
      step.convention = b.convention
    }
    step.terrain = a.terrain.joined(with: b.terrain)
    step.isSteeperThanGraded = a.isSteeperThanGraded || b.isSteeperThanGraded
    step.isHeightInferred = a.isHeightInferred || b.isHeightInferred
    step.isDirectionUnknown = a.isDirectionUnknown || b.isDirectionUnknown
    if b.lengthMetres > a.lengthMetres { step.movement = b.movement }
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

/// The merging of the lines of ``TextLines`` for spoken directions: consecutive walks, runs of one number, and short
/// runs.
enum DirectionLines {
  /// The length below which a run is merged into the line before or after it, in metres.
  static let leastRunMetres = 30.0

  /// Returns the lines of a route; their steps follow each other without gaps.
  /// - Complexity: O(size of the route).
  static func of(_ steps: [RouteStep]) -> [TextLine] {
    var lines: [TextLine] = []
    var scraps: TextLine?
    for line in TextLines.lines(steps) {
      var line = line
      if let scrap = scraps {
        line.steps = scrap.steps.lowerBound..<line.steps.upperBound
        scraps = nil
      }
      if let last = lines.last, let joined = joined(last, line) {
        lines[lines.count - 1] = joined
      } else if isTooShort(line) {
        scraps = line
      } else {
        lines.append(line)
      }
    }
    return scraps.map { lines + [$0] } ?? lines
  }

  private static func isTooShort(_ line: TextLine) -> Bool {
    line.step.kind == .run && line.step.lengthMetres < leastRunMetres
  }

  private static func isRun(_ line: TextLine) -> Bool { line.step.kind == .run }

  private static func isOnFoot(_ line: TextLine) -> Bool {
    line.step.kind == .walk || line.step.kind == .connector
  }

  private static func joined(_ first: TextLine, _ second: TextLine) -> TextLine? {
    var line = first
    line.steps = first.steps.lowerBound..<second.steps.upperBound
    if isTooShort(second), first.step.kind == .run { return line }
    if isRun(first), isRun(second), RunSign(first.step).hasSameReference(as: RunSign(second.step)) {
      line.step = TextLines.joined(first.step, second.step)
      return line
    }
    guard isOnFoot(first), isOnFoot(second) else { return nil }
    let (a, b) = (first.step, second.step)
    line.step.kind = a.kind == b.kind ? a.kind : .walk
    line.step.name = [a.name, b.name].compactMap(\.self).first
    line.step.milliseconds = a.milliseconds + b.milliseconds
    line.step.lengthMetres = a.lengthMetres + b.lengthMetres
    line.step.ascentMetres = sum(a.ascentMetres, b.ascentMetres)
    line.step.descentMetres = sum(a.descentMetres, b.descentMetres)
    return line
  }

  private static func sum(_ a: Double?, _ b: Double?) -> Double? {
    a == nil && b == nil ? nil : (a ?? 0) + (b ?? 0)
  }
}
