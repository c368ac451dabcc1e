import SkiGeo

/// What is on which level at each vertex that several lines share, and which levels meet there.
///
/// A bridge and the run below it may have a vertex in the same place without meeting. Levels meet where a line ends that
/// nothing on its own level goes on from: a bridge at its abutment, a tunnel at its mouth, a run that leads onto a bridge.
struct SharedLevels: Sendable {
  /// How many vertices one level has at a place, and how many of them are ends.
  private struct Use {
    var count = 0
    var ends = 0
    /// Whether it is the end of one line and nothing more.
    var isLoose: Bool { count == 1 && ends == 1 }
  }

  private var uses: [FixedCoordinate: [Int: Use]] = [:]

  /// How many vertices and stations there are at each place that has more than one. Complexity: O(*v* log *v*).
  static func uses(_ lines: [TrackLine], _ stations: [FixedCoordinate]) -> [FixedCoordinate: Int] {
    func key(_ place: FixedCoordinate) -> UInt64 {
      UInt64(UInt32(bitPattern: place.latitudeE7)) << 32 | UInt64(UInt32(bitPattern: place.longitudeE7))
    }
    var keys: [UInt64] = []
    keys.reserveCapacity(lines.reduce(stations.count) { $0 + $1.places.count })
    for line in lines { for place in line.places { keys.append(key(place)) } }
    for place in stations { keys.append(key(place)) }
    keys.sort()
    var uses: [FixedCoordinate: Int] = [:]
    for (index, key) in keys.enumerated().dropFirst() where key == keys[index - 1] {
      let place = FixedCoordinate(
        latitudeE7: Int32(bitPattern: UInt32(truncatingIfNeeded: key >> 32)),
        longitudeE7: Int32(bitPattern: UInt32(truncatingIfNeeded: key)))
      uses[place, default: 1] += 1
    }
    return uses
  }

  /// Gathers the lines and stations at the places that are used more than once. Complexity: O(*v*).
  init(_ lines: [TrackLine], _ lifts: [LocalLift], at counts: [FixedCoordinate: Int]) {
    let isGround = lines.allSatisfy { $0.layer == 0 }
    guard !isGround else { return }
    for line in lines {
      let last = line.places.count - 1
      for (vertex, place) in line.places.enumerated() where counts[place, default: 0] > 1 {
        uses[place, default: [:]][line.layer, default: Use()].count += 1
        if vertex == 0 || vertex == last { uses[place, default: [:]][line.layer, default: Use()].ends += 1 }
      }
    }
    for lift in lifts {
      for place in lift.stations.map({ $0.place(on: lift.track) }) where counts[place, default: 0] > 1 {
        uses[place, default: [:]][0, default: Use()].count += 1
        uses[place, default: [:]][0, default: Use()].ends += 1
      }
    }
  }

  /// Whether a line on a level meets anything at a vertex that is used more than once. Complexity: O(*k*) in levels there.
  func meet(at place: FixedCoordinate, layer: Int) -> Bool {
    guard let levels = uses[place], levels.count > 1 else { return true }
    if let own = levels[layer], own.count > 1 { return true }
    return levels.contains { $0.value.isLoose && (partner(of: $0.key, levels) == layer || $0.key == layer) }
  }

  /// The pairs of levels that meet, in no order that means anything: joining them is the same in any.
  /// - Complexity: O(*n* log *n*) in places with several levels.
  func joints() -> [(LeveledPlace, LeveledPlace)] {
    let places = uses.filter { $0.value.count > 1 }.keys.sorted {
      ($0.latitudeE7, $0.longitudeE7) < ($1.latitudeE7, $1.longitudeE7)
    }
    return places.flatMap { place -> [(LeveledPlace, LeveledPlace)] in
      let levels = uses[place] ?? [:]
      return levels.keys.sorted().compactMap { layer in
        guard levels[layer]?.isLoose == true, let other = partner(of: layer, levels) else { return nil }
        return (LeveledPlace(place: place, layer: layer), LeveledPlace(place: place, layer: other))
      }
    }
  }

  /// The level that a loose end on another one belongs to: the one nearest to the ground.
  private func partner(of layer: Int, _ levels: [Int: Use]) -> Int? {
    levels.keys.filter { $0 != layer }
      .min { (abs($0), abs($0 - layer), $0) < (abs($1), abs($1 - layer), $1) }
  }
}
