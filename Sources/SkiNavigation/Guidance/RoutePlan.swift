import SkiGeo
import SkiGraph
import SkiRouting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A route laid flat for following: one line in metres around its first point, cut into steps and lines of instructions.
///
/// A value of flat arrays, made once for each route. Metres along are metres on the map.
struct RoutePlan: Hashable, Sendable {
  /// A step as following needs it.
  struct Step: Hashable, Sendable {
    var startMetres: Double
    var endMetres: Double
    var kind: LinkKind
    var feature: FeatureIndex?
    /// Whether it lies off the network: a straight line that nobody walks exactly.
    var isOffNetwork: Bool
    var waitMilliseconds: Double
    var moveMilliseconds: Double
    /// Metres along the surface.
    var lengthMetres: Double

    var isLift: Bool { kind == .lift }
    var planMetres: Double { endMetres - startMetres }
  }

  /// A line of instructions: what is announced at once.
  struct Leg: Hashable, Sendable {
    var steps: Range<Int>
    var startMetres: Double
    /// Where the step begins that gives the line its name: after connectors that belong to it.
    var mainMetres: Double
    var line: TextLine
    var turn: RouteTurn
    var leavesLift: Bool
  }

  /// The plane that touches the Earth at the line's first point.
  let plane: LocalPlane
  /// The line's points, metres east and north of the origin.
  private(set) var east: [Double] = []
  private(set) var north: [Double] = []
  /// Metres along the line to each point; never falls.
  private(set) var metres: [Double] = []
  /// Rise over run of the piece before each point; 0 where heights are unknown.
  private(set) var slope: [Double] = []
  private(set) var steps: [Step] = []
  /// The positions of the steps that are lifts.
  private(set) var lifts: [Int] = []
  private(set) var legs: [Leg] = []
  /// Milliseconds of the steps after each step; one more than steps, the first counts all.
  private(set) var millisecondsFrom: [Double] = []
  /// Metres along the surface likewise.
  private(set) var lengthFrom: [Double] = []
  /// The edges of the steps with the step of each, sorted.
  private(set) var edgeSteps: [EdgeStep] = []
  let region: RegionIndex

  struct EdgeStep: Hashable, Sendable {
    var edge: UInt32
    var step: Int
  }

  /// Lays a route flat. Complexity: O(*p* + *e* log *e*) in its points and edges.
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
    for line in TextSteps.lines(route.steps) { add(line) }
  }

  /// How long the route is, metres on the map.
  var totalMetres: Double { metres.last ?? 0 }

  /// Returns the point before or at so many metres along, so that a piece of the line follows it. Complexity: O(log *p*).
  func piece(at along: Double) -> Int {
    metres.count > 1 ? metres.piece(at: along).index : 0
  }

  /// Returns the step so many metres along; of steps that meet there the later. Complexity: O(log *s*).
  func step(at along: Double) -> Int {
    max(0, steps.partitioningIndex { !($0.startMetres <= along) } - 1)
  }

  /// Returns where the line is so many metres along.
  func point(at along: Double) -> SIMD2<Double> {
    guard metres.count > 1 else { return SIMD2(east.first ?? 0, north.first ?? 0) }
    let (index, share) = metres.piece(at: along)
    let (a, b) = (SIMD2(east[index], north[index]), SIMD2(east[index + 1], north[index + 1]))
    return a + (b - a) * share
  }

  /// Returns the direction from one place along the line to another, radians clockwise from north; nil when they are one.
  func heading(from: Double, to: Double) -> Double? {
    let way = point(at: to) - point(at: from)
    return way == .zero ? nil : atan2(way.x, way.y)
  }

  /// Whether an edge is travelled at all, and whether by a step.
  func travels(_ edge: EdgeIndex, on step: Int? = nil) -> Bool {
    let low = edgeSteps.partitioningIndex { ($0.edge, $0.step) >= (edge.rawValue, step ?? 0) }
    guard low < edgeSteps.count, edgeSteps[low].edge == edge.rawValue else { return false }
    return step.map { edgeSteps[low].step == $0 } ?? true
  }

  /// The longest step or route that is believed, milliseconds: sums stay far from overflow.
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

  /// One slope for the whole of a lift, one for each piece of all else.
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

  /// How far before and after a junction the directions are taken, metres.
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

/// Angles in radians.
enum Angle {
  /// Returns the turn from one direction to another: −π...π, positive clockwise.
  static func difference(_ from: Double, _ to: Double) -> Double {
    (to - from).remainder(dividingBy: 2 * Double.pi)
  }
}
