import SkiBase

/// The layers at each vertex that several lines share, and the connections between them.
///
/// A bridge and the run below it may have a vertex at the same place without meeting. Layers are connected where a line
/// ends that nothing continues on its own layer: a bridge at its abutment, a tunnel at its portal, a run that leads
/// onto a bridge.
struct SharedLayers: Sendable {
  /// The number of vertices on a layer at a place, and the number of ends among them.
  private struct Use {
    var count = 0
    var ends = 0
    /// Indicates whether it is the end of a single line.
    var isLoose: Bool { count == 1 && ends == 1 }
  }

  private var uses: [FixedCoordinate: [Int: Use]] = [:]

  /// Returns the number of vertices and stations at each place with more than one. Complexity: O(*v* log *v*).
  static func uses(_ lines: [ProjectedLine], _ stations: [FixedCoordinate]) -> [FixedCoordinate: Int] {
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

  /// Creates the layers of the lines and stations at places with more than one. Complexity: O(*v*).
  init(_ lines: [ProjectedLine], _ lifts: [LocalLift], at counts: [FixedCoordinate: Int]) {
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

  /// Returns whether a line on a layer meets anything at a shared vertex. Complexity: O(*k*) in layers there.
  func meet(at place: FixedCoordinate, layer: Int) -> Bool {
    guard let levels = uses[place], levels.count > 1 else { return true }
    if let own = levels[layer], own.count > 1 { return true }
    return levels.contains { $0.value.isLoose && (partner(of: $0.key, levels) == layer || $0.key == layer) }
  }

  /// Returns the pairs of connected layers, whose joining doesn't depend on their order.
  /// - Complexity: O(*n* log *n*) in places with several layers.
  func continuations() -> [(LayeredPlace, LayeredPlace)] {
    let places = uses.filter { $0.value.count > 1 }.keys.sorted {
      ($0.latitudeE7, $0.longitudeE7) < ($1.latitudeE7, $1.longitudeE7)
    }
    return places.flatMap { place -> [(LayeredPlace, LayeredPlace)] in
      let levels = uses[place] ?? [:]
      return levels.keys.sorted().compactMap { layer in
        guard levels[layer]?.isLoose == true, let other = partner(of: layer, levels) else { return nil }
        return (LayeredPlace(place: place, layer: layer), LayeredPlace(place: place, layer: other))
      }
    }
  }

  /// Returns the layer that an end on another one is connected with: the one nearest to the ground.
  private func partner(of layer: Int, _ levels: [Int: Use]) -> Int? {
    levels.keys.filter { $0 != layer }
      .min { (abs($0), abs($0 - layer), $0) < (abs($1), abs($1 - layer), $1) }
  }
}
