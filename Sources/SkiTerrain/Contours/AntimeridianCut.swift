import SkiBase
import SkiSystem

/// The splitting of lines at ±180° of longitude, as RFC 7946 (3.1.9) requires.
enum AntimeridianCut {
  /// Returns the parts of a line whose longitudes continue beyond ±180°, each within; nil when the line needs no
  /// change.
  ///
  /// The line is cut by linear interpolation between neighbouring points. A closed line becomes open parts.
  /// - Complexity: O(*n*).
  static func cut(_ line: [Coordinate], isClosed: Bool) -> [[Coordinate]]? {
    guard line.contains(where: { abs($0.longitude) > 180 }) else { return nil }
    var world = worldOf(line[0].longitude)
    var parts: [[Coordinate]] = [[moved(line[0], world)]]
    for (before, point) in zip(line, line.dropFirst()) {
      while abs(point.longitude - 360 * world) > 180 {
        let east = point.longitude > 360 * world
        let edge = 360 * world + (east ? 180 : -180)
        let share = (edge - before.longitude) / (point.longitude - before.longitude)
        let latitude = before.latitude + share * (point.latitude - before.latitude)
        add(Coordinate(latitude: latitude, longitude: east ? 180 : -180), &parts)
        parts.append([Coordinate(latitude: latitude, longitude: east ? -180 : 180)])
        world += east ? 1 : -1
      }
      add(moved(point, world), &parts)
    }
    if isClosed, parts.count > 1, let last = parts.popLast() { parts[0] = last + parts[0].dropFirst() }
    return parts.filter { $0.count > 1 }
  }

  private static func worldOf(_ longitude: Double) -> Double { floor((longitude + 180) / 360) }

  private static func moved(_ point: Coordinate, _ world: Double) -> Coordinate {
    Coordinate(latitude: point.latitude, longitude: point.longitude - 360 * world)
  }

  private static func add(_ point: Coordinate, _ parts: inout [[Coordinate]]) {
    if parts[parts.count - 1].last != point { parts[parts.count - 1].append(point) }
  }
}
