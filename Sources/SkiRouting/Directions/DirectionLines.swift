import SkiGraph

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
