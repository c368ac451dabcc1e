import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem
import SkiTracks

/// The true state of a simulated skier at one moment.
struct TrueState: Sendable {
  var coordinate: Coordinate
  var elevationMetres: Double
  var state: TravellerState
  var place: EdgePlace?
  var feature: FeatureIndex?
  var cover = SkyObstruction.open
}

/// The obstruction between a phone and the sky.
enum SkyObstruction: Sendable { case open, cabin, tunnel }

/// The motion of a skier along runs, connectors and streets, or off the network: turning, gliding, resting.
///
/// Progress is along the mapped line; the skier's line deviates from it and turns around that. **Speeds:** those of
/// ``Pace``, which include stops, divided by 0.4 while gliding; the factor fades where one pushes.
struct PathMotion: Sendable {
  private let course: Course
  private let isOffMap: Bool
  private let offMapSpeed: Double
  private let form: Double
  private let turnAmplitudeMetres: Double
  private let metresBetweenRests: Double
  private var at = 0.0
  private var speed = 0.0
  private var lateralDeviation: AutoregressiveProcess
  private var paceVariation: AutoregressiveProcess
  private var phase: Double
  private var waveMetres: Double
  private var looseness = 0.3
  private var carving = 0.0
  private var nextRest: Double
  private var restSeconds = 0.0
  /// The offset from the mapped line in metres (east, north).
  private var aside = SIMD2(0.0, 0.0)

  init(
    _ course: Course, offMapSpeed: Double? = nil, form: Double, options: SimulationOptions,
    _ random: inout SimulationRandom
  ) {
    self.course = course
    self.form = form
    isOffMap = offMapSpeed != nil
    self.offMapSpeed = offMapSpeed ?? 0
    turnAmplitudeMetres = options.turnAmplitudeMetres
    metresBetweenRests = options.metresBetweenRests
    lateralDeviation = AutoregressiveProcess(deviation: options.lateralDeviationMetres, scale: 90, &random)
    paceVariation = AutoregressiveProcess(deviation: 0.15, scale: 200, &random)
    phase = random.uniform(0, 2 * .pi)
    waveMetres = random.uniform(22, 45)
    nextRest = random.exponential(mean: metresBetweenRests)
  }

  /// Advances by a time in seconds; nil after the end.
  mutating func advance(
    _ seconds: Double, on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> TrueState? {
    guard at < course.length else { return nil }
    if restSeconds > 0 {
      restSeconds -= seconds
      return moment(on: mountain, isStanding: true)
    }
    let wave = 2 * Double.pi * turnAmplitudeMetres * carving / waveMetres
    let elongation = (1 + wave * wave / 2).squareRoot()
    let wanted = targetSpeed(on: mountain) * max(0.4, 1 + paceVariation.value)
    let braked = (2 * 1.5 * max(0.5, min(nextRest, course.length) - at)).squareRoot()
    let target = min(wanted, braked)
    speed += max(-2.5 * seconds, min(1.5 * seconds, target - speed))
    let step = max(0.2, speed) * seconds / elongation
    move(step, on: mountain, &random)
    if at >= nextRest, at < course.length {
      restSeconds = 10 + random.exponential(mean: 45)
      nextRest = at + 30 + random.exponential(mean: metresBetweenRests)
      speed = 0
    }
    return moment(on: mountain, isStanding: false)
  }

  /// Returns the edges after an ordinal up to the current position, with their lengths in metres.
  func edges(from old: Int) -> [(edge: EdgeIndex, metres: Double)] {
    guard !course.edges.isEmpty else { return [] }
    let new = course.ordinal(at: at)
    guard new > old else { return [] }
    return (old + 1...new).map { (course.edges[$0], course.starts[$0 + 1] - course.starts[$0]) }
  }

  /// Returns the length of one edge of the course in metres.
  func metres(ofOrdinal ordinal: Int) -> Double { course.starts[ordinal + 1] - course.starts[ordinal] }

  /// The ordinal of the current edge; nil off the network.
  var ordinal: Int? { course.edges.isEmpty ? nil : course.ordinal(at: at) }
  /// The distance along the current edge in metres.
  var metresAlong: Double { ordinal.map { min(at, course.length) - course.starts[$0] } ?? 0 }
  /// The current edge.
  var edge: EdgeIndex? { ordinal.map { course.edges[$0] } }

  private func targetSpeed(on mountain: SimulatedMountain) -> Double {
    if isOffMap { return offMapSpeed }
    guard let ordinal else { return 1 }
    let kind = course.kinds[ordinal]
    let gradient = course.gradient(at: at)
    let steady = 1000 / max(1, mountain.pace.millisecondsPerMetre(gradient: gradient, on: kind))
    let glide = max(0, min(1, (-gradient - 0.02) / 0.06))
    return kind == .walk ? steady : steady * (1 + 1.5 * glide) * form
  }

  private mutating func move(
    _ step: Double, on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) {
    at += step
    lateralDeviation.advance(step, &random)
    paceVariation.advance(step, &random)
    phase += 2 * .pi * step / waveMetres
    let kind = ordinal.map { course.kinds[$0] } ?? .run
    let isFree = edge.map(mountain.crossesArea) ?? false
    let wanted = kind == .run ? (isFree ? 3.0 : 1.0) : 0.3
    looseness += (wanted - looseness) * min(1, step / 25)
    let carves = kind == .run && (isOffMap || course.gradient(at: at) < -0.06) ? 1.0 : 0.0
    carving += (carves - carving) * min(1, step / 20)
    stepAside(step)
  }

  /// Moves towards the skier's line, sideways by no more than forwards: where the mapped line turns sharply, skiers cut
  /// the corner.
  private mutating func stepAside(_ step: Double) {
    let place = min(at, course.length)
    let along = course.direction(at: place)
    let free = lateralDeviation.value * looseness + turnAmplitudeMetres * carving * sin(phase)
    // On the line at both ends, where the next leg starts.
    let fade = max(0, min(1, min(place, course.length - place) / max(30, 2 * abs(free))))
    let change = SIMD2(along.y, -along.x) * free * fade - aside
    let metres = (change * change).sum().squareRoot()
    aside += change * min(1, step / max(1e-9, metres))
  }

  private func moment(on mountain: SimulatedMountain, isStanding: Bool) -> TrueState {
    let place = min(at, course.length)
    let (middle, elevation) = course.point(at: place)
    let edge = self.edge
    return TrueState(
      coordinate: LocalPlane(at: middle).coordinate(aside), elevationMetres: elevation,
      state: isOffMap
        ? .offMap : isStanding ? .stopped : ordinal.map { course.kinds[$0] } == .walk ? .onFoot : .onRun,
      place: edge.map { EdgePlace(region: mountain.graph.region, edge: $0, metresAlong: metresAlong) },
      feature: edge.flatMap(mountain.feature))
  }
}
