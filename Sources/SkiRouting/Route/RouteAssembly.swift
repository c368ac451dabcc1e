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
  /// The elevations of its points in metres, while it is finished.
  private var heights: [Double] = []
  /// Indicates whether the current step follows the direction of its feature's line; nil when unknown.
  private var isAlong: Bool?
  /// The length of the current step that is too flat to glide, in centimetres.
  private var pushedCentimetres: UInt64 = 0

  /// The points of the part read last, and their distances in centimetres.
  private var partPoints: [GraphPoint] = []
  private var partPlaces: [UInt32] = []
  /// The distance of the start of that part, in centimetres.
  private var partStart: UInt32 = 0

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
    let link = graph.row(index)
    let isReversed = graph.isReversed(edge)
    let metres = readPart(of: link, reversed: isReversed, piece)
    if metres == 0, piece.milliseconds == 0, Set(partPoints.map(\.position)).count == 1 { return }
    let along =
      link.startOffsetCentimetres == link.endOffsetCentimetres
      ? nil : (link.startOffsetCentimetres < link.endOffsetCentimetres) != isReversed
    if !continues(link, along, isClimbed) {
      finishStep()
      current = newStep(link, index, isClimbed)
      if link.kind == .lift { current?.isDown = isReversed }
      if link.flags.contains(.staysOn) {
        stayOn(at: graph.linkPoint(isReversed ? link.points.upperBound - 1 : link.points.lowerBound))
      }
      isAlong = along
    }
    isAlong = isAlong ?? along
    addPart()
    current?.edges.append(edge)
    current?.milliseconds += Int(piece.milliseconds)
    let wait = piece.waitMilliseconds ?? (link.kind == .lift ? model.liftMilliseconds(index)?.wait : nil)
    current?.waitMilliseconds += Int(wait ?? 0)
    current?.closedMilliseconds += Int(piece.closedMilliseconds)
    if link.flags.contains(.steeperThanGraded) { current?.isSteeperThanGraded = true }
    if link.hasInferredElevations { current?.isHeightInferred = true }
    if link.kind != .lift, !isClimbed {
      let before =
        piece.startCentimetres > 0 ? model.pushedCentimetres(edge, to: piece.startCentimetres) : 0
      pushedCentimetres += UInt64(model.pushedCentimetres(edge, to: piece.endCentimetres) - before)
    }
    noteDifficulty(link)
  }

  private func continues(_ link: LinkRow, _ along: Bool?, _ isClimbed: Bool) -> Bool {
    guard let feature = link.feature, !link.flags.contains(.staysOn) else { return false }
    return current?.feature == feature && current?.kind == link.kind
      && (current?.movement == .climbed) == isClimbed
      && (isAlong == nil || along == nil || isAlong == along)
  }

  /// Marks the current step as a further section of the lift before.
  private mutating func stayOn(at place: GraphPoint) {
    current?.isStayingOn = true
    guard let before = steps.last?.feature, let here = current?.feature else { return }
    let station = SharedStation.name(of: [before, here], at: place.coordinate, graph)
    current?.stayOnStation = station
  }

  private func newStep(_ link: LinkRow, _ index: LinkIndex, _ isClimbed: Bool) -> RouteStep {
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

  private mutating func noteDifficulty(_ link: LinkRow) {
    guard link.kind != .lift, let difficulty = link.difficulty else { return }
    if let hardest = current?.difficulty, hardest >= difficulty { return }
    current?.difficulty = difficulty
    current?.isDifficultyEstimated = link.flags.contains(.difficultyEstimated)
  }

  /// Computes the measures of the current step and appends it.
  private mutating func finishStep() {
    defer {
      current = nil
      distances.removeAll(keepingCapacity: true)
      isAlong = nil
      pushedCentimetres = 0
    }
    guard var step = current else { return }
    heights.removeAll(keepingCapacity: true)
    for point in step.points {
      guard let height = point.elevationMetres else { break }
      heights.append(height)
    }
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

  /// Reads the points of a part of a link in the direction of travel, with their horizontal distances from the link's
  /// end in that direction, and returns the length of the part in metres.
  ///
  /// Nothing is interpolated: the points at the ends were found with the route, and an end without one is the link's own, with
  /// all points at its distance.
  private mutating func readPart(of link: LinkRow, reversed: Bool, _ piece: RoutePiece) -> Double {
    let distances = graph.storage.pointDistance
    let total = link.points.isEmpty ? 0 : distances[link.points.upperBound - 1]
    let end = min(piece.endCentimetres, total)
    partStart = min(piece.startCentimetres, end)
    partPoints.removeAll(keepingCapacity: true)
    partPlaces.removeAll(keepingCapacity: true)
    if let point = piece.startPoint {
      partPoints.append(point)
      partPlaces.append(partStart)
    }
    var index = reversed ? link.points.upperBound - 1 : link.points.lowerBound
    for _ in link.points {
      let place = reversed ? total - distances[index] : distances[index]
      let isInside =
        (piece.startPoint == nil || place > partStart) && (piece.endPoint == nil || place < end)
      if isInside {
        partPoints.append(graph.linkPoint(index))
        partPlaces.append(place)
      }
      index += reversed ? -1 : 1
    }
    if let point = piece.endPoint {
      partPoints.append(point)
      partPlaces.append(end)
    }
    return Double(end - partStart) / 100
  }

  /// Adds the part read last to the current step; its first point is the last of the part before.
  private mutating func addPart() {
    let start = distances.last ?? 0
    let skipped = current?.points.isEmpty ?? true ? 0 : 1
    current?.points.append(contentsOf: partPoints.dropFirst(skipped))
    for place in partPlaces.dropFirst(skipped) { distances.append(start + Double(place - partStart) / 100) }
  }
}
