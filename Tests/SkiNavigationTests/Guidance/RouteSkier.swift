import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem
import SkiTestSupport
import SkiTracks

/// A fix of a skier whose real place is known.
struct SkiedFix {
  var fix: LocationFix
  /// Metres along the route in truth, on the map.
  var along: Double
  /// The step in truth.
  var step: Int
  /// Metres between the skier and the nearest piece of the whole route in truth; 0 while following it.
  var awayMetres = 0.0
}

/// A skier who follows a route exactly, with a fix of a noisy receiver each second.
///
/// They wait for lifts, ride at the lift's speed, ski at changing speeds, carve to both sides of the line and stop now and
/// then. Noise is white and drifting (first-order autoregressive), 6 m in all on each axis by default.
struct RouteSkier {
  var noiseMetres = 6.0
  /// The lateral deviation by turns and the choice of a line, in metres.
  var turnAmplitudeMetres = 5.0
  /// The speed on runs as a factor of the route's.
  var pace = 1.0
  /// The factor of all waits and stops, for tests that do not depend on them.
  var patience = 1.0
  /// Indicates whether the receiver reports course and speed.
  var reportsMotion = false
  /// The time of the first fix.
  var start = UniversalTime(secondsSince1970: 1_769_940_000)
  var random: SeededGenerator
  private var drift = SIMD3<Double>.zero
  private var last: Coordinate?
  private(set) var seconds = 0.0
  /// The true place of the last fix.
  var place: Coordinate? { last }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the fixes from the start of a route, or a place on it, to its end and a few standing there, or to a place.
  mutating func follow(
    _ route: Route, fromMetres start: Double = 0, untilMetres end: Double = .infinity
  ) -> [SkiedFix] {
    let line = TruthLine(route)
    var fixes: [SkiedFix] = []
    for (index, step) in route.steps.enumerated() {
      var range = line.steps[index]
      guard range.lowerBound < end else { return fixes }
      guard range.upperBound >= start else { continue }
      range = max(start, range.lowerBound)...max(start, min(range.upperBound, end))
      if step.kind == .lift, range.lowerBound == line.steps[index].lowerBound {
        stand(Double(step.waitMilliseconds) / 1000, line, range.lowerBound, index, &fixes)
      }
      move(step, line, range, index, &fixes)
    }
    if end < line.total { return fixes }
    stand(patience > 0 ? 25 / patience : 0, line, line.total, max(0, route.steps.count - 1), &fixes)
    return fixes
  }

  /// Adds a fix at a real place.
  mutating func see(_ place: Coordinate, _ elevation: Double?) -> LocationFix {
    let rho = 0.97
    let white = noiseMetres * 0.55
    let drifting = noiseMetres * 0.835
    drift = drift * rho + SIMD3(gauss(), gauss(), gauss()) * drifting * (1 - rho * rho).squareRoot()
    let scale = LocalScale(latitude: place.latitude)
    let off = SIMD2(drift.x + gauss() * white, drift.y + gauss() * white)
    var fix = LocationFix(
      Coordinate(
        latitude: place.latitude + off.y / scale.metresPerDegreeLatitude,
        longitude: place.longitude + off.x / scale.metresPerDegreeLongitude),
      time: start.advanced(bySeconds: seconds), elevationMetres: elevation.map { $0 + drift.z + gauss() * 2 },
      horizontalAccuracyMetres: noiseMetres * 1.5)
    fix.sequence = UInt64(seconds)
    if reportsMotion, let last {
      let speed = last.distanceMetres(to: place)
      let isMoving = speed > 0.5
      let course =
        isMoving ? last.bearingDegrees(to: place) + gauss() * 15 : Double.random(in: 0..<360, using: &random)
      fix.speedMetresPerSecond = max(0, speed + gauss() * 0.4)
      fix.courseDegrees = (course + 720).truncatingRemainder(dividingBy: 360)
    }
    last = place
    seconds += 1
    return fix
  }

  /// Removes the fixes of random gaps: up to two minutes, about every ten.
  mutating func lose(_ fixes: [SkiedFix]) -> [SkiedFix] {
    var result: [SkiedFix] = []
    var lost = 0
    for fix in fixes {
      if lost > 0 {
        lost -= 1
      } else if random.happens(1.0 / 600) {
        lost = Int.random(in: 10...120, using: &random)
      } else {
        result.append(fix)
      }
    }
    return result
  }

  mutating func gauss() -> Double {
    let (u, v) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
    return (-2 * log(u)).squareRoot() * cos(2 * Double.pi * v)
  }

  mutating func stand(
    _ time: Double, _ line: TruthLine, _ along: Double, _ step: Int, _ fixes: inout [SkiedFix]
  ) {
    for _ in 0..<Int(time * patience) {
      let place = line.place(at: along)
      fixes.append(SkiedFix(fix: see(place.coordinate, place.elevation), along: along, step: step))
    }
  }

  private mutating func move(
    _ step: RouteStep, _ line: TruthLine, _ range: ClosedRange<Double>, _ index: Int,
    _ fixes: inout [SkiedFix]
  ) {
    let length = line.steps[index].upperBound - line.steps[index].lowerBound
    let planned = Double(step.milliseconds - step.waitMilliseconds) / 1000
    guard length > 0, planned > 0 else { return }
    let isRun = step.kind == .run
    // Planned durations include stops, so the speed in motion is higher.
    let speed = length / planned * (isRun ? pace * Double.random(in: 1.2...3, using: &random) : 1)
    var along = range.lowerBound
    var quickness = 1.0
    while along < range.upperBound {
      if isRun { quickness = max(0.3, min(1.8, quickness + gauss() * 0.1)) }
      let side = isRun ? turnAmplitudeMetres * sin(along / (15 + speed * 2)) : 0
      let place = line.place(at: along, asideMetres: side)
      fixes.append(SkiedFix(fix: see(place.coordinate, place.elevation), along: along, step: index))
      let isHalting = random.happens(isRun ? 0.006 : step.kind == .lift ? 0.002 : 0)
      if isHalting { stand(Double.random(in: 5...90, using: &random), line, along, index, &fixes) }
      along += max(0.3, speed * quickness)
    }
  }
}

/// The line of a route, measured independently of the tested code: the metres along of each point.
struct TruthLine {
  private(set) var points: [GraphPoint] = []
  private(set) var metres: [Double] = []
  /// Metres along of each step's start and end.
  private(set) var steps: [ClosedRange<Double>] = []
  private let scale: LocalScale

  var total: Double { metres.last ?? 0 }

  init(_ route: Route) {
    scale = LocalScale(latitude: route.steps.first?.points.first?.coordinate.latitude ?? 0)
    for step in route.steps {
      let start = total
      for point in step.points {
        let gone = points.last.map { scale.distanceMetres($0.coordinate, point.coordinate) } ?? 0
        metres.append(total + gone)
        points.append(point)
      }
      steps.append(start...total)
    }
  }

  /// The place so many metres along, and aside to the right.
  func place(at along: Double, asideMetres: Double = 0) -> (coordinate: Coordinate, elevation: Double?) {
    let next = min(metres.count - 1, max(1, metres.partitioningIndex { $0 > along }))
    let (a, b) = (points[next - 1], points[next])
    let length = metres[next] - metres[next - 1]
    let share = length > 0 ? max(0, min(1, (along - metres[next - 1]) / length)) : 0
    let east = shortestLongitudeDifference(a.coordinate.longitude, b.coordinate.longitude)
    let north = b.coordinate.latitude - a.coordinate.latitude
    var place = Coordinate(
      latitude: a.coordinate.latitude + north * share, longitude: a.coordinate.longitude + east * share)
    if length > 0 {
      place.latitude -=
        east * scale.metresPerDegreeLongitude / length * asideMetres / scale.metresPerDegreeLatitude
      place.longitude +=
        north * scale.metresPerDegreeLatitude / length * asideMetres / scale.metresPerDegreeLongitude
    }
    let elevation = a.elevationMetres.flatMap { low in b.elevationMetres.map { low + ($0 - low) * share } }
    return (place, elevation)
  }

  /// Returns the metres along of the nearest of places 5 m apart. Complexity: O(length · log points).
  func nearest(to place: Coordinate) -> (along: Double, distance: Double) {
    var best = (along: 0.0, distance: Double.infinity)
    for along in stride(from: 0, through: total, by: 5) {
      let distance = self.place(at: along).coordinate.distanceMetres(to: place)
      if distance < best.distance { best = (along, distance) }
    }
    return best
  }

  /// Metres between a place and the nearest piece of the route. Complexity: O(points).
  func distance(to place: Coordinate) -> Double {
    func flat(_ other: Coordinate) -> SIMD2<Double> {
      SIMD2(
        shortestLongitudeDifference(place.longitude, other.longitude) * scale.metresPerDegreeLongitude,
        (other.latitude - place.latitude) * scale.metresPerDegreeLatitude)
    }
    var least = Double.infinity
    for (a, b) in zip(points, points.dropFirst()) {
      let (from, to) = (flat(a.coordinate), flat(b.coordinate))
      let direction = to - from
      let squared = (direction * direction).sum()
      let share = squared > 0 ? max(0, min(1, -(from * direction).sum() / squared)) : 0
      let off = from + direction * share
      least = min(least, (off * off).sum().squareRoot())
    }
    return least
  }
}

extension Array {
  /// The first position for which a predicate holds that holds for all later ones too.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
