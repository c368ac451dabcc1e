import SkiGraph
import SkiModel

/// A builder of steps from the pieces of a path: consecutive edges of one feature in one direction are one step, and
/// climbs on foot are steps of their own.
struct RouteAssembly {
  private let model: CostModel
  private var graph: RoutingGraph { model.graph }
  private var steps: [RouteStep] = []
  /// The step being built.
  private var current: RouteStep?
  /// The horizontal distance to each of its points, in metres.
  private var distances: [Double] = []
  /// Indicates whether the current step follows the direction of its feature's line; nil when unknown.
  private var isAlong: Bool?
  /// The length of the current step that is too flat to glide, in centimetres.
  private var pushedCentimetres: UInt64 = 0

  private init(model: CostModel) { self.model = model }

  /// Returns the route made of pieces.
  /// - Complexity: O(*p*) in the points of all pieces.
  static func route(_ pieces: [RoutePiece], model: CostModel) -> Route {
    var assembly = RouteAssembly(model: model)
    let climbs = ClimbFinder(graph: model.graph).climbs(pieces)
    for (piece, isClimbed) in zip(pieces, climbs) {
      if let edge = piece.edge { assembly.add(edge, piece, isClimbed) } else { assembly.addWalk(piece) }
    }
    assembly.finishStep()
    assembly.steps.nameLinks()
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

  private mutating func add(_ edge: EdgeIndex, _ piece: RoutePiece, _ isClimbed: Bool) {
    let index = graph.link(of: edge)
    let link = graph.link(index)
    let isReversed = graph.isReversed(edge)
    let line = part(of: link, reversed: isReversed, piece)
    if line.metres == 0, piece.milliseconds == 0, Set(line.points.map(\.position)).count == 1 { return }
    let along =
      link.startOffsetCentimetres == link.endOffsetCentimetres
      ? nil : (link.startOffsetCentimetres < link.endOffsetCentimetres) != isReversed
    if !continues(link, along, isClimbed) {
      finishStep()
      current = newStep(link, index, isClimbed)
      if link.kind == .lift { current?.isDown = isReversed }
      if link.flags.contains(.staysOn) {
        stayOn(at: isReversed ? link.points.last : link.points.first)
      }
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
    if link.inferredElevationsCentimetres != nil { current?.isHeightInferred = true }
    if link.kind != .lift, !isClimbed {
      let before =
        piece.startCentimetres > 0 ? model.pushedCentimetres(edge, to: piece.startCentimetres) : 0
      pushedCentimetres += UInt64(model.pushedCentimetres(edge, to: piece.endCentimetres) - before)
    }
    noteDifficulty(link)
  }

  private func continues(_ link: GraphLink, _ along: Bool?, _ isClimbed: Bool) -> Bool {
    guard let feature = link.feature, !link.flags.contains(.staysOn) else { return false }
    return current?.feature == feature && current?.kind == link.kind
      && (current?.movement == .climbed) == isClimbed
      && (isAlong == nil || along == nil || isAlong == along)
  }

  /// Marks the current step as a further section of the lift before.
  private mutating func stayOn(at place: GraphPoint?) {
    current?.isStayingOn = true
    guard let before = steps.last?.feature, let here = current?.feature, let place else { return }
    let station = SharedStation.name(of: [before, here], at: place.coordinate, graph)
    current?.stayOnStation = station
  }

  private func newStep(_ link: GraphLink, _ index: LinkIndex, _ isClimbed: Bool) -> RouteStep {
    var step = RouteStep(kind: link.kind)
    if isClimbed { step.movement = .climbed }
    step.feature = link.feature
    step.convention = DifficultyConvention(code: graph.conventionCode(ofLink: index.position)) ?? .europe
    guard let index = link.feature else { return step }
    let feature = graph.feature(index)
    step.id = feature.id
    step.name = feature.name
    step.refs = feature.refs
    if link.kind == .run { step.terrain = feature.terrain }
    if link.kind == .walk { step.streetKind = feature.streetKind }
    if link.kind == .lift {
      step.liftKind = feature.liftKind
      step.seats = feature.occupancy
      (step.hasBubble, step.isHeated) = (feature.hasBubble, feature.isHeated)
    }
    return step
  }

  private mutating func noteDifficulty(_ link: GraphLink) {
    guard link.kind != .lift, let difficulty = link.difficulty else { return }
    if let hardest = current?.difficulty, hardest >= difficulty { return }
    current?.difficulty = difficulty
    current?.isDifficultyEstimated = link.flags.contains(.difficultyEstimated)
  }

  /// Computes the measures of the current step and appends it.
  private mutating func finishStep() {
    defer {
      current = nil
      distances = []
      isAlong = nil
      pushedCentimetres = 0
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
      if step.kind == .lift, ascent != descent { step.isDown = descent > ascent }
      step.maxGradient = SteepestWindow.steepest(distances: distances, heights: heights)
    }
    noteGliding(&step)
    steps.append(step)
  }

  /// Sets the movement of a run that is mostly too flat to glide to pushed, and of a connector that is not to skied.
  private func noteGliding(_ step: inout RouteStep) {
    let metres = distances.last ?? 0
    let isPushed = Double(pushedCentimetres) > 50 * metres
    if step.kind == .run, step.movement == .skied, isPushed { step.movement = .pushed }
    if step.kind == .connector, step.movement == .walked, !isPushed, metres > 0 { step.movement = .skied }
  }

  /// Returns the points of a part of a link in the direction of travel, with their horizontal distances from its start
  /// in metres.
  ///
  /// Nothing is interpolated: the points at the ends were found with the route, and an end without one is the link's own, with
  /// all points at its distance.
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
