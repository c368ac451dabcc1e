import SkiGeo
import SkiGraph
import SkiModel

/// Turns the pieces a search found into steps: consecutive edges of one feature in one direction make one step.
struct RouteAssembly {
  private let model: CostModel
  private var graph: RoutingGraph { model.graph }
  private var steps: [RouteStep] = []
  /// The step being made, with metres along the map to each of its points.
  private var current: RouteStep?
  private var distances: [Double] = []
  /// Whether the current step runs along its feature's line (nil when that can't be told).
  private var isAlong: Bool?

  private init(model: CostModel) { self.model = model }

  /// Returns the route the pieces make. Complexity: O(*p*) in the points of all pieces.
  static func route(_ pieces: [RoutePiece], model: CostModel) -> Route {
    var assembly = RouteAssembly(model: model)
    for piece in pieces {
      if let edge = piece.edge { assembly.add(edge, piece) } else { assembly.addWalk(piece) }
    }
    assembly.finishStep()
    return Route(steps: assembly.steps, region: model.graph.region)
  }

  private mutating func addWalk(_ piece: RoutePiece) {
    guard let start = piece.startPoint, let end = piece.endPoint else { return }
    finishStep()
    var step = RouteStep(kind: .walk)
    step.milliseconds = Int(piece.milliseconds)
    step.lengthMetres = piece.walkMetres
    step.points = [start, end]
    steps.append(step)
  }

  private mutating func add(_ edge: EdgeIndex, _ piece: RoutePiece) {
    let index = graph.link(of: edge)
    let link = graph.link(index)
    let isReversed = graph.isReversed(edge)
    let line = part(of: link, reversed: isReversed, piece)
    if line.metres == 0, piece.milliseconds == 0, Set(line.points.map(\.position)).count == 1 { return }
    let along =
      link.startOffsetCentimetres == link.endOffsetCentimetres
      ? nil : (link.startOffsetCentimetres < link.endOffsetCentimetres) != isReversed
    if !continues(link, along) {
      finishStep()
      current = newStep(link, index)
      isAlong = along
    }
    isAlong = isAlong ?? along
    let start = distances.last ?? 0
    let isFirst = current?.points.isEmpty ?? true
    current?.points.append(contentsOf: isFirst ? line.points[...] : line.points.dropFirst())
    distances.append(
      contentsOf: (isFirst ? line.distances[...] : line.distances.dropFirst()).map { start + $0 })
    current?.edges.append(edge)
    current?.milliseconds += Int(piece.milliseconds)
    let wait = piece.waitMilliseconds ?? (link.kind == .lift ? model.liftMilliseconds(index)?.wait : nil)
    current?.waitMilliseconds += Int(wait ?? 0)
    current?.closedMilliseconds += Int(piece.closedMilliseconds)
    if link.flags.contains(.steeperThanGraded) { current?.isSteeperThanGraded = true }
    noteDifficulty(link)
  }

  private func continues(_ link: GraphLink, _ along: Bool?) -> Bool {
    guard let current, let feature = link.feature else { return false }
    return current.feature == feature && current.kind == link.kind
      && (isAlong == nil || along == nil || isAlong == along)
  }

  private func newStep(_ link: GraphLink, _ index: LinkIndex) -> RouteStep {
    var step = RouteStep(kind: link.kind)
    step.feature = link.feature
    step.convention = DifficultyConvention(code: graph.conventionCode(ofLink: index.position)) ?? .europe
    guard let index = link.feature else { return step }
    let feature = graph.feature(index)
    step.id = feature.id
    step.name = feature.name
    step.ref = feature.ref
    if link.kind == .lift {
      step.liftKind = feature.liftKind
      step.seats = feature.occupancy
    }
    return step
  }

  private mutating func noteDifficulty(_ link: GraphLink) {
    guard link.kind != .lift, let difficulty = link.difficulty else { return }
    if let hardest = current?.difficulty, hardest >= difficulty { return }
    current?.difficulty = difficulty
    current?.isDifficultyEstimated = link.flags.contains(.difficultyEstimated)
  }

  /// Measures the current step and puts it with the others.
  private mutating func finishStep() {
    defer {
      current = nil
      distances = []
      isAlong = nil
    }
    guard var step = current else { return }
    let heights = step.points.compactMap(\.elevationMetres)
    let isKnown = heights.count == step.points.count
    var (length, ascent, descent) = (0.0, 0.0, 0.0)
    for index in step.points.indices.dropFirst() {
      let run = distances[index] - distances[index - 1]
      let rise = isKnown ? heights[index] - heights[index - 1] : 0
      length += (run * run + rise * rise).squareRoot()
      ascent += max(0, rise)
      descent += max(0, -rise)
    }
    step.lengthMetres = length
    if isKnown {
      if step.kind == .lift { (ascent, descent) = (max(0, ascent - descent), max(0, descent - ascent)) }
      step.ascentMetres = ascent
      step.descentMetres = descent
      step.maxGradient = SteepestWindow.steepest(distances: distances, heights: heights)
    }
    steps.append(step)
  }

  /// Returns the points of a part of a link in travel direction, with metres along the map from its start.
  private func part(
    of link: GraphLink, reversed: Bool, _ piece: RoutePiece
  ) -> (points: [GraphPoint], distances: [Double], metres: Double) {
    let total = link.distancesCentimetres.last ?? 0
    let end = min(piece.endCentimetres, total)
    let start = min(piece.startCentimetres, end)
    let order = reversed ? Array(link.points.indices.reversed()) : Array(link.points.indices)
    var points: [GraphPoint] = []
    var places: [UInt32] = []
    if let point = piece.startPoint {
      points.append(point)
      places.append(start)
    }
    for index in order {
      let place = reversed ? total - link.distancesCentimetres[index] : link.distancesCentimetres[index]
      let isInside = (piece.startPoint == nil || place > start) && (piece.endPoint == nil || place < end)
      if isInside {
        points.append(link.points[index])
        places.append(place)
      }
    }
    if let point = piece.endPoint {
      points.append(point)
      places.append(end)
    }
    return (points, places.map { Double($0 - start) / 100 }, Double(end - start) / 100)
  }
}
