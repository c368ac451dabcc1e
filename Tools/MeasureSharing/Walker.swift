import SkiBase
import SkiGraph
import SkiTracks

/// The lines of a map along which travellers move.
struct WalkedLines: Sendable {
  let lines: [[Coordinate]]

  /// Takes the lines of all features that are longer than 200 m.
  init(_ map: SkiMap) throws {
    var found: [[Coordinate]] = []
    for region in map.regions {
      let graph = try map.graph(region)
      for feature in 0..<graph.featureCount {
        let line = graph.lines(of: FeatureIndex(feature)).reduce(into: [Coordinate]()) { $0 += $1 }
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
        if length > 200 { found.append(line) }
      }
    }
    lines = found
    guard !found.isEmpty else { throw SkiError(.invalidArgument, "the map has no lines; use another") }
  }
}

/// A traveller who moves to and fro along a line.
struct Walker: Sendable {
  private let line: [Coordinate]
  private let ends: [Double]
  private var metres: Double
  private let speed: Double

  /// Places traveller number `number` somewhere on one of the lines.
  init(_ lines: WalkedLines, number: Int, metresPerSecond: Double = 8) {
    line = lines.lines[number % lines.lines.count]
    var total = 0.0
    ends =
      [0]
      + zip(line, line.dropFirst()).map { a, b in
        total += a.distanceMetres(to: b)
        return total
      }
    speed = metresPerSecond
    metres = Double((number * 7919) % 10_000) / 10_000 * 2 * total
  }

  /// Moves on and returns the coordinate.
  mutating func move(seconds: Double) -> Coordinate {
    let length = ends[ends.count - 1]
    metres = (metres + speed * seconds).truncatingRemainder(dividingBy: 2 * length)
    let along = metres <= length ? metres : 2 * length - metres
    let next = min(max(1, ends.firstIndex { $0 > along } ?? ends.count - 1), ends.count - 1)
    let span = ends[next] - ends[next - 1]
    let share = span > 0 ? (along - ends[next - 1]) / span : 0
    let (a, b) = (line[next - 1], line[next])
    return Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share,
      longitude: a.longitude + (b.longitude - a.longitude) * share)
  }

  /// Moves on and returns a fix of now.
  mutating func fix(afterSeconds seconds: Double) -> LocationFix {
    let place = move(seconds: seconds)
    return LocationFix(place, time: nowTime(), horizontalAccuracyMetres: 5)
  }
}
