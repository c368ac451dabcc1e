import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem

/// A route as a polyline in the plane, divided into steps and instructions.
///
/// Distances along are metres on the map.
struct RoutePlan: Hashable, Sendable {
  /// A step with the attributes of guidance.
  struct Step: Hashable, Sendable {
    var startMetres: Double
    var endMetres: Double
    var kind: LinkKind
    var feature: FeatureIndex?
    /// Indicates whether it is a straight line off the network.
    var isOffNetwork: Bool
    var waitMilliseconds: Double
    var moveMilliseconds: Double
    /// The length in metres along the surface.
    var lengthMetres: Double

    var isLift: Bool { kind == .lift }
    var planMetres: Double { endMetres - startMetres }
  }

  /// An instruction: the steps announced together.
  struct Leg: Hashable, Sendable {
    var steps: Range<Int>
    var startMetres: Double
    /// The start of the step that gives the instruction its name, after connectors before it.
    var mainMetres: Double
    var line: TextLine
    var turn: RouteTurn
    var leavesLift: Bool
  }

  /// The tangential plane at the first point.
  let plane: LocalPlane
  /// The easting of each point in metres.
  private(set) var east: [Double] = []
  /// The northing of each point in metres.
  private(set) var north: [Double] = []
  /// The distance along the line to each point in metres; ascending.
  private(set) var metres: [Double] = []
  /// The slope ratio of the segment before each point; 0 where elevations are unknown.
  private(set) var slope: [Double] = []
  private(set) var steps: [Step] = []
  /// The positions of the lifts among the steps.
  private(set) var lifts: [Int] = []
  private(set) var legs: [Leg] = []
  /// The time from the start of each step to the end in milliseconds; a last 0 for the end.
  private(set) var millisecondsFrom: [Double] = []
  /// The length from the start of each step to the end in metres along the surface; a last 0 for the end.
  private(set) var lengthFrom: [Double] = []
  /// The edges of the steps with the step of each, sorted.
  private(set) var edgeSteps: [EdgeStep] = []
  let region: RegionIndex

  struct EdgeStep: Hashable, Sendable {
    var edge: UInt32
    var step: Int
  }

  /// Projects a route. Complexity: O(*p* + *e* log *e*) in its points and edges.
  init(_ route: Route) {
    let first = route.steps.lazy.compactMap(\.points.first).first
    plane = LocalPlane(at: first?.coordinate ?? Coordinate(latitude: 0, longitude: 0))
    region = route.region
    for step in route.steps { add(step) }
    lifts = steps.indices.filter { steps[$0].isLift }
    sumUp()
    edgeSteps = route.steps.enumerated().flatMap { index, step in
      step.edges.map { EdgeStep(edge: $0.rawValue, step: index) }
    }.sorted { ($0.edge, $0.step) < ($1.edge, $1.step) }
    for line in TextLines.lines(route.steps) { add(line) }
  }

  /// The length of the route, in metres on the map.
  var totalMetres: Double { metres.last ?? 0 }

  /// Returns the point at the start of the segment at a distance along the line. Complexity: O(log *p*).
  func segment(at along: Double) -> Int {
    metres.count > 1 ? metres.segmentFraction(at: along).index : 0
  }

  /// Returns the step at a distance along the line, the later where two meet. Complexity: O(log *s*).
  func step(at along: Double) -> Int {
    max(0, steps.partitioningIndex { !($0.startMetres <= along) } - 1)
  }

  /// Returns the position at a distance along the line.
  func point(at along: Double) -> SIMD2<Double> {
    guard metres.count > 1 else { return SIMD2(east.first ?? 0, north.first ?? 0) }
    let (index, share) = metres.segmentFraction(at: along)
    let (a, b) = (SIMD2(east[index], north[index]), SIMD2(east[index + 1], north[index + 1]))
    return a + (b - a) * share
  }

  /// Returns the direction between two positions in radians clockwise from north; nil when they are equal.
  func heading(from: Double, to: Double) -> Double? {
    let way = point(at: to) - point(at: from)
    return way == .zero ? nil : atan2(way.x, way.y)
  }

  /// Returns whether an edge is part of the route, or of a step.
  func travels(_ edge: EdgeIndex, on step: Int? = nil) -> Bool {
    let low = edgeSteps.partitioningIndex { ($0.edge, $0.step) >= (edge.rawValue, step ?? 0) }
    guard low < edgeSteps.count, edgeSteps[low].edge == edge.rawValue else { return false }
    return step.map { edgeSteps[low].step == $0 } ?? true
  }

  /// The bound of durations in milliseconds, which prevents overflow of sums.
  private static let greatestMilliseconds = 1e9

  private mutating func add(_ step: RouteStep) {
    let start = totalMetres
    for point in step.points {
      let place = plane.metres(point.coordinate)
      guard let lastEast = east.last, let lastNorth = north.last else {
        append(place, along: 0)
        continue
      }
      let way = place - SIMD2(lastEast, lastNorth)
      let length = (way * way).sum().squareRoot()
      if length > 0 { append(place, along: totalMetres + length) }
    }
    addSlopes(step)
    let wait = max(0, min(Self.greatestMilliseconds, Double(step.waitMilliseconds)))
    let whole = max(wait, min(Self.greatestMilliseconds, Double(step.milliseconds)))
    let length = step.lengthMetres.isFinite ? max(0, min(1e7, step.lengthMetres)) : 0
    steps.append(
      Step(
        startMetres: start, endMetres: totalMetres, kind: step.kind, feature: step.feature,
        isOffNetwork: step.edges.isEmpty, waitMilliseconds: wait, moveMilliseconds: whole - wait,
        lengthMetres: length))
  }

  private mutating func append(_ place: SIMD2<Double>, along: Double) {
    east.append(place.x)
    north.append(place.y)
    metres.append(along)
  }

  /// Appends the slope of each segment of a step.
  private mutating func addSlopes(_ step: RouteStep) {
    var known: [Double] = []
    for (a, b) in zip(step.points, step.points.dropFirst()) {
      let way = plane.metres(b.coordinate) - plane.metres(a.coordinate)
      let length = (way * way).sum().squareRoot()
      guard length > 0 else { continue }
      let rise = a.elevationMetres.flatMap { low in b.elevationMetres.map { $0 - low } }
      known.append((rise ?? 0) / max(1, length))
    }
    while slope.count < metres.count - known.count { slope.append(0) }
    slope.append(contentsOf: known)
  }

  private mutating func sumUp() {
    millisecondsFrom = Array(repeating: 0, count: steps.count + 1)
    lengthFrom = millisecondsFrom
    for index in steps.indices.reversed() {
      let step = steps[index]
      millisecondsFrom[index] = millisecondsFrom[index + 1] + step.waitMilliseconds + step.moveMilliseconds
      lengthFrom[index] = lengthFrom[index + 1] + step.lengthMetres
    }
  }

  private mutating func add(_ line: TextLine) {
    let start = steps[line.steps.lowerBound].startMetres
    let main = steps[line.main].startMetres
    legs.append(
      Leg(
        steps: line.steps, startMetres: start, mainMetres: max(start, main), line: line,
        turn: turn(from: start, to: max(start, main)),
        leavesLift: line.steps.lowerBound > 0 && steps[line.steps.lowerBound - 1].isLift))
  }

  /// The distance before and after a junction over which directions are taken, in metres.
  private static let turnMetres = 30.0

  private func turn(from start: Double, to main: Double) -> RouteTurn {
    guard start > 0, let before = heading(from: max(0, start - Self.turnMetres), to: start),
      let after = heading(from: main, to: min(totalMetres, main + Self.turnMetres))
    else { return .straight }
    let angle = Angle.difference(before, after) * 180 / Double.pi
    if abs(angle) > 150 { return .back }
    if abs(angle) < 30 { return .straight }
    return angle < 0 ? .left : .right
  }
}

/// A namespace for angles in radians.
enum Angle {
  /// Returns the turn from one direction to another, −π...π, positive clockwise.
  static func difference(_ from: Double, _ to: Double) -> Double {
    (to - from).remainder(dividingBy: 2 * Double.pi)
  }
}

extension RoutePlan {
  /// A position on the line with a locally minimal distance from a fix.
  struct LocalMinimum: Sendable {
    /// The distance along the route, in metres.
    var along: Double
    /// The distance from the fix, in metres.
    var distance: Double
    /// The point before it.
    var piece: Int
  }

  /// The greatest number of positions returned.
  private static let greatestNearbyCount = 32

  /// Returns the positions in a part of the line where the distance from a fix is locally minimal, in order.
  ///
  /// - Complexity: O(*k*) in the points of the part.
  func nearest(to place: SIMD2<Double>, in window: ClosedRange<Double>, within limit: Double)
    -> [LocalMinimum]
  {
    guard metres.count > 1 else { return [] }
    var found: [LocalMinimum] = []
    // A point is a local minimum when the line approaches before it and recedes after it.
    var comesNearer = true
    var index = segment(at: window.lowerBound)
    while index + 1 < metres.count, metres[index] <= window.upperBound {
      let here = nearest(to: place, onPiece: index, in: window)
      let isLast = index + 2 >= metres.count || metres[index + 1] > window.upperBound
      if (comesNearer || !here.isAtStart) && (isLast || !here.isAtEnd), here.place.distance <= limit {
        found.append(here.place)
      }
      comesNearer = here.isAtEnd && (comesNearer || !here.isAtStart)
      index += 1
    }
    guard found.count > Self.greatestNearbyCount else { return found }
    found.sort { ($0.distance, $0.along) < ($1.distance, $1.along) }
    return found.prefix(Self.greatestNearbyCount).sorted { $0.along < $1.along }
  }

  /// Returns the direction of the segment after a point, in radians clockwise from north.
  func direction(ofPiece index: Int) -> Double {
    atan2(east[index + 1] - east[index], north[index + 1] - north[index])
  }

  private func nearest(
    to place: SIMD2<Double>, onPiece index: Int, in window: ClosedRange<Double>
  ) -> (place: LocalMinimum, isAtStart: Bool, isAtEnd: Bool) {
    let (a, b) = (SIMD2(east[index], north[index]), SIMD2(east[index + 1], north[index + 1]))
    let (from, to) = (metres[index], metres[index + 1])
    let (line, away) = (b - a, place - a)
    let length = to - from
    let squared = (line * line).sum()
    let wanted = squared > 0 ? (away * line).sum() / squared * length : 0
    let low = max(0, min(length, window.lowerBound - from))
    let high = max(low, min(length, window.upperBound - from))
    let gone = max(low, min(high, wanted))
    let off = place - (a + line * (length > 0 ? gone / length : 0))
    let found = LocalMinimum(along: from + gone, distance: (off * off).sum().squareRoot(), piece: index)
    return (found, gone <= low, gone >= high)
  }
}
