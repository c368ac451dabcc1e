import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks

/// Fixes of a person who moves through a drawn world from letter to letter, with the noise of a receiver.
struct DrawnRecording {
  private let world: DrawnWorld
  private var random: SeededGenerator
  private let noiseMetres: Double
  private var drift = SIMD2<Double>(0, 0)
  private(set) var fixes: [LocationFix] = []
  /// The name of the feature travelled at each fix.
  private(set) var truth: [String] = []
  private var seconds = 1_700_000_000.0
  private var place: Coordinate
  private var height: Double?

  init(_ world: DrawnWorld, at letter: Character, seed: UInt64 = 1, noiseMetres: Double = 4) {
    self.world = world
    random = SeededGenerator(seed: seed)
    self.noiseMetres = noiseMetres
    place = world.place(letter)
    height = world.graph.point(world.node(letter)).elevationMetres
  }

  private mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  /// Moves to a letter at a speed in metres per second; `label` is the feature travelled.
  mutating func go(_ letter: Character, _ speed: Double, on label: String, every interval: Double = 1) {
    go(
      to: world.place(letter), height: world.graph.point(world.node(letter)).elevationMetres, speed,
      on: label,
      every: interval)
  }

  /// Moves to any place.
  mutating func go(
    to goal: Coordinate, height goalHeight: Double?, _ speed: Double, on label: String,
    every interval: Double = 1
  ) {
    let duration = max(interval, place.distanceMetres(to: goal) / speed)
    let (start, from) = (place, height)
    var time = interval
    while time <= duration {
      let share = time / duration
      place = Coordinate(
        latitude: start.latitude + (goal.latitude - start.latitude) * share,
        longitude: start.longitude
          + shortestLongitudeDifference(start.longitude, goal.longitude) * share)
      if let low = from, let high = goalHeight { height = low + (high - low) * share }
      seconds += interval
      add(label)
      time += interval
    }
    (place, height) = (goal, goalHeight)
  }

  /// Stays for some seconds.
  mutating func stay(_ duration: Double, on label: String) {
    for _ in 0..<Int(duration) {
      seconds += 1
      add(label)
    }
  }

  /// Lets time pass without a fix.
  mutating func lose(_ duration: Double) { seconds += duration }

  private mutating func add(_ label: String) {
    drift = drift * 0.97 + SIMD2(normal(), normal()) * (0.24 * noiseMetres * 0.7)
    let scale = LocalScale(latitude: place.latitude)
    let noise = drift + SIMD2(normal(), normal()) * (noiseMetres * 0.3)
    let longitude = place.longitude + noise.x / scale.metresPerDegreeLongitude
    var fix = LocationFix(
      Coordinate(
        latitude: place.latitude + noise.y / scale.metresPerDegreeLatitude,
        longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude),
      time: UniversalTime(secondsSince1970: seconds), horizontalAccuracyMetres: noiseMetres * 1.5)
    fix.elevationMetres = height.map { $0 + 12 + normal() * 1.5 }
    fixes.append(fix)
    truth.append(label)
  }
}

extension MatchedTrack {
  /// The features of the passages in order, neighbours of one feature as one; `?` for links without a feature.
  func spelled(in graph: RoutingGraph) -> [String] {
    var result: [String] = []
    for passage in passages {
      let name = graph.link(graph.link(of: passage.edge)).feature.flatMap { graph.feature($0).name } ?? "?"
      if result.last != name || !passage.isContinued { result.append(name) }
    }
    return result
  }

  /// The feature of each fix; nil off the map.
  func names(in graph: RoutingGraph) -> [String?] {
    fixes.map { fix in
      fix.place.map { place in
        graph.link(graph.link(of: place.edge)).feature.flatMap { graph.feature($0).name } ?? "?"
      }
    }
  }

  /// The share of fixes whose feature is the true one; `off` means off the map.
  func share(of truth: [String], in graph: RoutingGraph) -> Double {
    let right = zip(names(in: graph), truth).count { ($0 ?? "off") == $1 }
    return Double(right) / Double(max(1, truth.count))
  }
}
