import SkiBase
import SkiGraph

/// A builder of steps from the pieces of a path: consecutive edges of one feature in one direction are one step, and
/// climbs on foot are steps of their own.
///
/// Points are read from the graph's arrays into one line, and each step gets arrays of just its size.
struct RouteAssembly: ~Copyable {
  private let model: CostModel
  private let graph: RoutingGraph
  private let storage: GraphStorage
  private var steps: [RouteStep] = []
  /// The step being built; nil before the first edge and after a walk.
  private var current: OpenStep?
  /// Its points.
  private var line: StepLine
  /// Its edges.
  private var edges: [EdgeIndex] = []

  /// Creates a builder with room for the points of all pieces.
  private init(model: CostModel, _ pieces: [RoutePiece]) {
    (self.model, graph, storage) = (model, model.graph, model.graph.storage)
    let (pointCount, stepCount) = Self.counts(pieces, model.graph)
    line = StepLine(capacity: pointCount)
    steps.reserveCapacity(stepCount)
    edges.reserveCapacity(pieces.count)
  }

  /// Returns the route made of pieces.
  /// - Complexity: O(*p*) in the points of all pieces.
  static func route(_ pieces: [RoutePiece], model: CostModel) -> Route {
    var assembly = RouteAssembly(model: model, pieces)
    let climbs = ClimbFinder(graph: model.graph).climbs(pieces)
    for index in pieces.indices {
      if let edge = pieces[index].edge {
        assembly.add(edge, pieces[index], climbs[index])
      } else {
        assembly.addWalk(pieces[index])
      }
    }
    assembly.finishStep()
    assembly.steps.nameLinks()
    var route = Route(steps: assembly.steps, region: model.graph.region)
    route.snowCoveredMetres = model.graph.snowCoveredMetres(pieces)
    return route
  }

  /// Returns an upper bound of the points of all pieces, and the number of steps but for climbs and turns.
  private static func counts(_ pieces: [RoutePiece], _ graph: RoutingGraph) -> (points: Int, steps: Int) {
    var (points, steps, feature) = (0, 0, UInt32?.none)
    for index in pieces.indices {
      guard let edge = pieces[index].edge else {
        (steps, feature) = (steps + 1, nil)
        continue
      }
      let link = graph.link(of: edge)
      points += graph.pointRange(link).count + 2
      let next = graph.storage.linkFeature[link.position]
      if next != feature || next == .max { steps += 1 }
      feature = next
    }
    return (points, steps)
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
    let part = StepLine.Part(link, reversed: isReversed, piece, storage)
    if part.start == part.end, piece.milliseconds == 0, part.isPoint(storage) { return }
    let along =
      link.startOffsetCentimetres == link.endOffsetCentimetres
      ? nil : (link.startOffsetCentimetres < link.endOffsetCentimetres) != isReversed
    var step: OpenStep
    if let current, current.continues(on: link, along: along, isClimbed: isClimbed) {
      step = current
    } else {
      finishStep()
      step = OpenStep(index, link, reversed: isReversed, along: along, isClimbed: isClimbed)
    }
    step.isAlong = step.isAlong ?? along
    line.append(part, storage)
    edges.append(edge)
    step.add(link, piece, wait: wait(piece, index, link))
    if link.kind != .lift, !isClimbed { step.pushedCentimetres += UInt64(pushed(edge, piece)) }
    current = step
  }

  /// Returns the wait of a piece, the usual one unless it has its own.
  private func wait(_ piece: RoutePiece, _ index: LinkIndex, _ link: LinkRow) -> UInt32 {
    if let wait = piece.waitMilliseconds { return wait }
    return link.kind == .lift ? model.liftMilliseconds(index)?.wait ?? 0 : 0
  }

  /// Returns the length of a piece that is too flat to glide, in centimetres.
  private func pushed(_ edge: EdgeIndex, _ piece: RoutePiece) -> UInt32 {
    let before = piece.startCentimetres > 0 ? model.pushedCentimetres(edge, to: piece.startCentimetres) : 0
    return model.pushedCentimetres(edge, to: piece.endCentimetres) - before
  }

  /// Computes the measures of the current step and appends it.
  private mutating func finishStep() {
    guard let current else { return }
    var step = newStep(current)
    step.points = line.pointArray
    step.edges = Array(edges)
    measure(&step)
    noteGliding(&step, pushedCentimetres: current.pushedCentimetres)
    steps.append(step)
    self.current = nil
    line.removeAll()
    edges.removeAll(keepingCapacity: true)
  }

  /// Returns a step with the attributes of its links.
  private func newStep(_ open: OpenStep) -> RouteStep {
    var step = RouteStep(kind: open.kind)
    if open.isClimbed { step.movement = .climbed }
    step.convention =
      DifficultyConvention(code: graph.conventionCode(ofLink: open.link.position)) ?? .europe
    (step.difficulty, step.isDifficultyEstimated) = (open.difficulty, open.isDifficultyEstimated)
    (step.isSteeperThanGraded, step.isHeightInferred) = (open.isSteeperThanGraded, open.isHeightInferred)
    (step.milliseconds, step.waitMilliseconds) = (open.milliseconds, open.waitMilliseconds)
    step.isDirectionUnknown = open.isDirectionUnknown
    step.closedMilliseconds = open.closedMilliseconds
    if open.kind == .lift { step.isDown = open.isReversed }
    step.isUnmapped = open.isUnmapped
    if let feature = open.feature { describe(&step, feature) }
    if open.isStayingOn { stayOn(&step, open) }
    return step
  }

  /// Sets the attributes of a step's feature.
  private func describe(_ step: inout RouteStep, _ feature: FeatureIndex) {
    step.feature = feature
    (step.id, step.name, step.refs) = (
      graph.sourceID(of: feature), graph.name(of: feature), graph.refs(of: feature)
    )
    switch step.kind {
    case .run: step.terrain = graph.terrain(of: feature)
    case .walk: step.streetKind = graph.streetKind(of: feature)
    case .lift:
      step.liftKind = LiftKind(code: graph.liftKindCode(of: feature.position)) ?? .unknown
      (step.seats, step.hasBubble, step.isHeated) = graph.carrier(of: feature)
    default: break
    }
  }

  /// Marks a step as a further section of the lift before.
  private func stayOn(_ step: inout RouteStep, _ open: OpenStep) {
    step.isStayingOn = true
    guard let before = steps.last?.feature, let here = open.feature else { return }
    let points = graph.pointRange(open.link)
    let place = graph.linkPoint(open.isReversed ? points.upperBound - 1 : points.lowerBound)
    step.stayOnStation = SharedStation.name(of: [before, here], at: place.coordinate, graph)
  }

  /// Sets the length of a step, and with known elevations its ascent, descent and steepest 25 m.
  private func measure(_ step: inout RouteStep) {
    var found = line.measures()
    step.lengthMetres = found.length
    guard line.hasHeights else { return }
    if step.kind == .lift {
      (found.ascent, found.descent) = (
        max(0, found.ascent - found.descent), max(0, found.descent - found.ascent)
      )
      if found.ascent != found.descent { step.isDown = found.descent > found.ascent }
    }
    (step.ascentMetres, step.descentMetres) = (found.ascent, found.descent)
    step.maxGradient = line.steepest()
  }

  /// Sets the movement of a run that is mostly too flat to glide to pushed, and of a connector that is not to skied.
  private func noteGliding(_ step: inout RouteStep, pushedCentimetres: UInt64) {
    let metres = line.mapMetres
    let isPushed = Double(pushedCentimetres) > 50 * metres
    if step.kind == .run, step.movement == .skied, isPushed { step.movement = .pushed }
    if step.kind == .connector, step.movement == .walked, !isPushed, metres > 0 { step.movement = .skied }
  }
}

/// The search for the station shared by two sections of a lift.
enum SharedStation {
  /// The maximum distance of the shared station from the place where the ride continues, in metres.
  private static let stationReachMetres = 100.0

  /// Returns the name of the shared station of some lifts nearest to a coordinate; nil without one.
  /// - Complexity: O(*f*) in all features.
  static func name(of lifts: Set<FeatureIndex>, at place: Coordinate, _ graph: RoutingGraph) -> String? {
    var best: (metres: Double, name: String)?
    for position in 0..<graph.featureCount where FeatureKind(code: graph.kindCode(of: position)) == .station {
      let station = graph.feature(FeatureIndex(position))
      guard let name = station.name, let parent = station.parent, lifts.contains(parent) else { continue }
      let metres = station.start.coordinate.distanceMetres(to: place)
      if metres <= min(stationReachMetres, best?.metres ?? .infinity) { best = (metres, name) }
    }
    return best?.name
  }
}

/// The attributes of a step while its edges are added, but for its points.
struct OpenStep {
  /// The link of the first edge, and whether it is travelled from head to tail.
  let link: LinkIndex
  let isReversed: Bool
  let kind: LinkKind
  let feature: FeatureIndex?
  let isClimbed: Bool
  /// Indicates whether the ride continues on the lift of the step before.
  let isStayingOn: Bool
  /// Indicates whether it is a walk along nothing that is mapped.
  let isUnmapped: Bool
  /// Indicates whether the step follows the direction of its feature's line; nil when unknown.
  var isAlong: Bool?
  private(set) var difficulty: Difficulty?
  private(set) var isDifficultyEstimated = false
  private(set) var isSteeperThanGraded = false
  private(set) var isHeightInferred = false
  private(set) var isDirectionUnknown = false
  private(set) var milliseconds = 0
  private(set) var waitMilliseconds = 0
  private(set) var closedMilliseconds = 0
  /// The length that is too flat to glide, in centimetres.
  var pushedCentimetres: UInt64 = 0

  /// Creates a step that begins with a link.
  init(_ index: LinkIndex, _ link: LinkRow, reversed: Bool, along: Bool?, isClimbed: Bool) {
    (self.link, isReversed, isAlong, self.isClimbed) = (index, reversed, along, isClimbed)
    (kind, feature, isStayingOn) = (link.kind, link.feature, link.flags.contains(.staysOn))
    isUnmapped = link.cause == .unmapped
  }

  /// Returns whether a link belongs to the step.
  func continues(on link: LinkRow, along: Bool?, isClimbed: Bool) -> Bool {
    guard let next = link.feature, !link.flags.contains(.staysOn) else { return false }
    return feature == next && kind == link.kind && self.isClimbed == isClimbed
      && (isAlong == nil || along == nil || isAlong == along)
  }

  /// Adds the attributes and times of a piece of a link.
  mutating func add(_ link: LinkRow, _ piece: RoutePiece, wait: UInt32) {
    milliseconds += Int(piece.milliseconds)
    waitMilliseconds += Int(wait)
    closedMilliseconds += Int(piece.closedMilliseconds)
    if link.flags.contains(.steeperThanGraded) { isSteeperThanGraded = true }
    if link.hasInferredElevations { isHeightInferred = true }
    if link.flags.contains(.directionUnknown) { isDirectionUnknown = true }
    guard link.kind != .lift, let difficulty = link.difficulty else { return }
    if let hardest = self.difficulty, hardest >= difficulty { return }
    self.difficulty = difficulty
    isDifficultyEstimated = link.flags.contains(.difficultyEstimated)
  }
}
