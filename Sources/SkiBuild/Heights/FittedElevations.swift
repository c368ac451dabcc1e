import SkiGraph

/// The inferred elevations of features without their own, fitted to all known and usual values around them.
///
/// They are kept apart from known elevations up to the map file: they determine directions and costs, and are never
/// shown.
///
/// On fourteen real areas with their elevations removed, the rises of lifts are right to 15 % in the median, the drops
/// of runs to 20 %; of 460 lifts the two that are drawn clearly downhill are detected and none is reversed wrongly; of
/// 2,584 runs one in 500 is reversed, one of them wrongly.
struct FittedElevations {
  private let model: ElevationModel
  /// The fitted elevations in metres.
  private let metres: [Double]
  /// The lines that clearly run opposite to their drawn direction.
  private let turned: Set<ElevationLine.LineReference>

  /// Creates the fit for all lines and lifts without elevations, or returns nil when there are none.
  /// - Complexity: O(*k* (log *n* + *s*)) in knots and steps of the fit, the latter bounded.
  init?(_ evidence: ElevationEvidence) throws {
    guard evidence.lacksElevations else { return nil }
    var model = evidence.elevationKnots()
    try evidence.observeKnownElevations(&model)
    try evidence.tieElevations(&model)
    let lasting = model.observations.count
    evidence.observeTypicalGradients(&model, turned: [])
    var heights = try evidence.fit(model, start: nil)
    let turned = Set(model.lines.map(\.line).filter { evidence.isTurned($0, model, heights) })
    if !turned.isEmpty {
      model.truncate(after: lasting)
      evidence.observeTypicalGradients(&model, turned: turned)
      heights = try evidence.fit(model, start: heights)
    }
    (self.model, metres, self.turned) = (model, heights, turned)
  }

  /// Sets the inferred elevations of lines, lifts and sites, and reverses runs drawn clearly uphill.
  func fill(
    _ network: inout Network, _ lifts: inout [LocalLift], _ runs: [LocalRun], _ report: inout ImportReport,
    _ stop: OrderedWork.CancellationSignal
  ) throws {
    for line in model.lines {
      try stop.check()
      let known = line.unknowns.map { metres[$0] }
      switch line.line {
      case .run(let number) where network.lines[number].elevations == nil:
        let run = runs[network.lines[number].feature].run
        if turned.contains(line.line) {
          network.lines[number].travel = .against
          report.count("runTurnedByNeighbours", .mended, id: run.id.rawValue, detail: run.name ?? "")
        }
        let track = network.lines[number]
        network.lines[number].isInferredFlat = track.isTooFlatToTell(known)
        network.lines[number].inferredElevations = track.vertexElevations(
          track.skied(known, line.metres, run), line.metres)
      case .lift(let number) where lifts[number].track.elevations == nil:
        lifts[number].track.inferredElevations = lifts[number].track.vertexElevations(known, line.metres)
      default: break
      }
    }
    fillSites(&network)
  }

  /// Sets the elevation of each site to the mean of the lines through it, else to the fitted one.
  private func fillSites(_ network: inout Network) {
    var sums: [Int: (sum: Double, count: Double)] = [:]
    for line in network.lines.indices where network.lines[line].elevations == nil {
      for stop in network.stops[line] {
        guard let height = network.lines[line].inferredElevation(stop.position) else { continue }
        let old = sums[network.root(stop.site)] ?? (0, 0)
        sums[network.root(stop.site)] = (old.sum + Double(height), old.count + 1)
      }
    }
    for (site, unknown) in model.unknownOfSite {
      let mean = sums[site].map { $0.sum / $0.count } ?? metres[unknown] * 100
      network.sites[site].inferredElevation = InferredElevation.centimetres(mean / 100)
    }
  }
}

extension ElevationEvidence {
  /// The range of inferred elevations, in metres.
  private static let elevationRange = -900.0...9900.0

  /// Indicates whether there is a run or lift without elevations.
  fileprivate var lacksElevations: Bool {
    network.lines.contains { $0.elevations == nil } || lifts.contains { $0.track.elevations == nil }
  }

  fileprivate func fit(_ model: ElevationModel, start: [Double]?) throws -> [Double] {
    var fit = RobustElevationFit(model.observations, unknowns: model.unknownCount, start: start)
    return try fit.solve { try stop.check() }.map {
      $0.isFinite ? min(max($0, Self.elevationRange.lowerBound), Self.elevationRange.upperBound) : 2000
    }
  }

  /// Returns whether a line without elevations or tag clearly runs opposite to its drawn direction.
  fileprivate func isTurned(_ way: ElevationLine.LineReference, _ model: ElevationModel, _ heights: [Double])
    -> Bool
  {
    let track = track(of: way)
    let position: Int
    switch way {
    case .run(let line):
      let run = runs[track.feature].run
      guard run.oneway == nil, track.travel == .along, !run.isClimbed else { return false }
      position = line
    case .lift(let lift):
      guard lifts[lift].lift.oneway == nil, !lifts[lift].isTurned, !lifts[lift].lift.kind.isTwoWayByDefault
      else { return false }
      position = network.lines.count + lift
    }
    guard track.elevations == nil, let first = model.lines[position].unknowns.first,
      let last = model.lines[position].unknowns.last
    else { return false }
    let drop = heights[first] - heights[last]
    let isLift = position >= network.lines.count
    return isLift
      ? track.isClear(drop, ProjectedLine.clearLiftFall) : track.isClear(-drop, ProjectedLine.clearRunRise)
  }
}

extension ProjectedLine {
  /// The least rise in metres, and the least gradient, from which a run drawn uphill is reversed.
  fileprivate static let clearRunRise = (metres: 10.0, gradient: 0.05)
  /// The least fall in metres, and the least gradient, from which a lift drawn downhill is reversed.
  fileprivate static let clearLiftFall = (metres: 15.0, gradient: 0.10)

  /// Returns whether a difference in elevation is significant over the length of the line.
  fileprivate func isClear(_ metres: Double, _ limit: (metres: Double, gradient: Double)) -> Bool {
    metres > max(limit.metres, limit.gradient * mapLengthMetres)
  }

  /// Returns whether fitted elevations, in drawn order, fall by less in the direction of travel than the least rise that
  /// would turn the line; `false` for lines too short for such a rise.
  fileprivate func isTooFlatToTell(_ heights: [Double]) -> Bool {
    let (metres, gradient) = Self.clearRunRise
    guard mapLengthMetres >= metres / gradient, let first = heights.first, let last = heights.last else {
      return false
    }
    return !isClear(travel == .against ? last - first : first - last, Self.clearRunRise)
  }

  /// Indicates whether the inferred elevations clearly show that a lift is drawn downhill.
  var isInferredDownhill: Bool {
    guard elevations == nil, let inferred = inferredElevations else { return false }
    let fall = Double(inferred[0] - inferred[inferred.count - 1]) / 100
    return isClear(fall, Self.clearLiftFall)
  }

  /// Returns elevations that fall in the direction of travel, unless the run is two-way, or tagged to lead clearly up.
  fileprivate func skied(_ heights: [Double], _ metres: [Double], _ run: Run) -> [Double] {
    guard travel != .both, let first = heights.first, let last = heights.last else { return heights }
    let isAgainst = travel == .against
    let rise = isAgainst ? first - last : last - first
    if run.oneway != nil, isClear(rise, Self.clearRunRise) { return heights }
    guard isAgainst else { return DescendingFit.skied(heights, distances: metres) }
    let length = metres[metres.count - 1]
    return DescendingFit.skied(heights.reversed(), distances: metres.reversed().map { length - $0 })
      .reversed()
  }

  /// Returns elevations in centimetres at the vertices from metres at the knots.
  fileprivate func vertexElevations(_ known: [Double], _ metres: [Double]) -> [Int32] {
    var knot = 0
    return offsets.map { offset in
      let distance = Double(offset - offsets[0]) / 100
      while knot + 2 < metres.count, metres[knot + 1] < distance { knot += 1 }
      guard knot + 1 < metres.count else { return InferredElevation.centimetres(known[knot]) }
      let span = metres[knot + 1] - metres[knot]
      let share = span > 0 ? min(1, max(0, (distance - metres[knot]) / span)) : 0
      return InferredElevation.centimetres(known[knot] + (known[knot + 1] - known[knot]) * share)
    }
  }
}

/// The least-squares fit of elevations that don't rise along a run.
///
/// **Source:** isotonic regression by pooling adjacent violators, Ayer, Brunk, Ewing, Reid and Silverman 1955.
enum DescendingFit {
  /// Returns the non-increasing elevations with the least squared differences from the given ones. Complexity: O(*n*).
  static func nearest(to heights: [Double]) -> [Double] {
    var pools: [(sum: Double, count: Int)] = []
    for height in heights {
      var pool = (sum: height, count: 1)
      while let last = pools.last, last.sum / Double(last.count) < pool.sum / Double(pool.count) {
        pool = (last.sum + pool.sum, last.count + pool.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    return pools.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
  }

  /// The least gradient along a run that is skied down: the usual one, and that of nearly flat runs.
  static let leastGradients = (usual: 0.05, flat: 0.02)

  /// Returns elevations that fall everywhere by at least a gradient: 5 %, or half of the mean where that is less, but
  /// at least 2 %.
  /// - Parameters:
  ///   - heights: The elevations in metres, in the direction of travel.
  ///   - distances: The distances along the run in metres; non-decreasing.
  /// - Complexity: O(*n*).
  static func skied(_ heights: [Double], distances: [Double]) -> [Double] {
    guard let first = heights.first, let last = heights.last, let length = distances.last, length > 0 else {
      return heights
    }
    let mean = (first - last) / length
    let least = max(leastGradients.flat, min(leastGradients.usual, mean / 2))
    let lifted = zip(heights, distances).map { $0 + least * $1 }
    return zip(nearest(to: lifted), distances).map { $0 - least * $1 }
  }
}
