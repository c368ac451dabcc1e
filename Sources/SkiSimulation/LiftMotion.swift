import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// The motion of a skier on a lift, at its speed, with an occasional stop.
struct LiftMotion: Sendable {
  let edge: EdgeIndex
  private let course: Course
  private let speed: Double
  private let cover: SkyObstruction
  private var at = 0.0
  private var stopAt: Double
  private var stopSeconds: Double
  /// The offset of a chair to the right of the mapped line, in metres.
  private static let asideMetres = 2.5

  init(
    _ edge: EdgeIndex, on mountain: SimulatedMountain, stopShare: Double, _ random: inout SimulationRandom
  ) {
    self.edge = edge
    course = Course([edge], on: mountain)
    let seconds = mountain.rideSeconds(edge) ?? 60
    speed = max(0.2, course.length / seconds * random.uniform(0.85, 1.1))
    stopAt = random.happens(stopShare) ? random.uniform(0.05, 0.95) * course.length : .infinity
    stopSeconds = random.uniform(10, 120)
    let kind = mountain.feature(of: edge).map { mountain.graph.feature($0).liftKind } ?? .unknown
    cover = Self.cover(of: kind, random.unit())
  }

  private static func cover(of kind: LiftKind, _ chance: Double) -> SkyObstruction {
    switch kind {
    case .gondola, .cableCar, .mixedLift: .cabin
    case .funicular, .railway, .rackRailway: chance < 0.5 ? .tunnel : .cabin
    default: .open
    }
  }

  /// The distance along the edge in metres.
  var metresAlong: Double { min(at, course.length) }

  /// Advances by a time in seconds; nil after the end.
  mutating func advance(_ seconds: Double, on mountain: SimulatedMountain) -> TrueState? {
    guard at < course.length else { return nil }
    if at >= stopAt, stopSeconds > 0 {
      stopSeconds -= seconds
    } else {
      at += speed * seconds
    }
    let place = metresAlong
    let (middle, elevation) = course.point(at: place)
    let along = course.direction(at: place)
    let aside = Self.asideMetres * max(0, min(1, min(place, course.length - place) / 20))
    return TrueState(
      coordinate: LocalPlane(at: middle).coordinate(SIMD2(along.y, -along.x) * aside),
      elevationMetres: elevation, state: .onLift,
      place: EdgePlace(region: mountain.graph.region, edge: edge, metresAlong: place),
      feature: mountain.feature(of: edge), cover: cover)
  }
}

/// The motion of a skier waiting in a queue or at lunch, near the node that joins the adjacent legs.
struct StandingMotion: Sendable {
  private let moment: TrueState
  private let seconds: Double
  private let away: SIMD2<Double>
  private var elapsed = 0.0

  /// Creates a wait at the start of a lift's edge.
  init(
    queueFor edge: EdgeIndex, seconds: Double, on mountain: SimulatedMountain,
    _ random: inout SimulationRandom
  ) {
    let place = EdgePlace(region: mountain.graph.region, edge: edge, metresAlong: 0)
    self.init(
      place, at: mountain.graph.tail(edge), state: .waiting, seconds: seconds, within: 10, on: mountain,
      &random)
  }

  /// Creates a stay indoors at the end of an edge.
  init(
    lunchAfter edge: EdgeIndex, seconds: Double, on mountain: SimulatedMountain,
    _ random: inout SimulationRandom
  ) {
    let place = EdgePlace(
      region: mountain.graph.region, edge: edge, metresAlong: mountain.metres(of: edge))
    self.init(
      place, at: mountain.graph.head(edge), state: .stopped, seconds: seconds, within: 25, on: mountain,
      &random)
  }

  private init(
    _ place: EdgePlace, at node: NodeIndex, state: TravellerState, seconds: Double, within metres: Double,
    on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) {
    let angle = random.uniform(0, 2 * .pi)
    away = SIMD2(cos(angle), sin(angle)) * random.uniform(0, metres)
    self.seconds = max(1, seconds)
    moment = TrueState(
      coordinate: mountain.graph.point(node).coordinate, elevationMetres: mountain.elevation(node),
      state: state,
      place: place, feature: state == .waiting ? mountain.feature(of: place.edge) : nil,
      cover: state == .waiting ? .open : .cabin)
  }

  /// Advances by a time in seconds; nil when the stay is over.
  mutating func advance(_ step: Double) -> TrueState? {
    elapsed += step
    guard elapsed < seconds else { return nil }
    var now = moment
    // Out within 20 s, and back in the last 20.
    let share = max(0, min(1, min(elapsed, seconds - elapsed) / min(20, seconds / 2)))
    now.coordinate = LocalPlane(at: moment.coordinate).coordinate(away * share)
    return now
  }
}
