import SkiGraph

/// Joins steps that a skier takes for one: the text's view of a route.
///
/// A connector under 30 s belongs to the step after it (at the end, to the one before): its time counts there, its
/// length doesn't show. A walk over several streets is one line that names them in order. Consecutive runs of one name make
/// one line, in the hardest of their grades. A scrap of a run (under 60 m, or under 150 m without a name) belongs to the run
/// beside it, unless the scrap is harder.
enum TextSteps {
  static let foldedMilliseconds = 30_000
  static let scrapMetres = 60.0
  static let namelessScrapMetres = 150.0

  static func merged(_ steps: [RouteStep]) -> [RouteStep] {
    var merged: [RouteStep] = []
    var carried = 0
    for step in walks(steps) {
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

  /// Streets shorter than this are not worth their name in a walk, and no walk names more of them.
  static let namedStreetMetres = 40.0
  static let namedStreetCount = 4

  /// Joins what is walked in a row, where a street is part of it: to the street, along it, to the next.
  static func walks(_ steps: [RouteStep]) -> [RouteStep] {
    var result: [RouteStep] = []
    var row: [RouteStep] = []
    for step in steps {
      if step.kind == .walk || step.kind == .connector {
        row.append(step)
      } else {
        result += walk(row) + [step]
        row = []
      }
    }
    return result + walk(row)
  }

  private static func walk(_ row: [RouteStep]) -> [RouteStep] {
    guard row.count > 1, row.contains(where: { $0.kind == .walk && $0.feature != nil }) else { return row }
    var line = RouteStep(kind: .walk)
    for step in row {
      line.milliseconds += step.milliseconds
      line.lengthMetres += step.lengthMetres
      if let ascent = step.ascentMetres { line.ascentMetres = (line.ascentMetres ?? 0) + ascent }
      if let descent = step.descentMetres { line.descentMetres = (line.descentMetres ?? 0) + descent }
      line.points += step.points
      line.edges += step.edges
    }
    let names = streetNames(row)
    let shown = names.prefix(namedStreetCount).joined(separator: ", ")
    line.name = names.isEmpty ? nil : names.count > namedStreetCount ? shown + " …" : shown
    return [line]
  }

  /// The names of the streets of a walk in order, each once: of those long enough, else of the longest.
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
