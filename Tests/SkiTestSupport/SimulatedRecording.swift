package import SkiBase

/// A recording of drawn days as GPX: from home to the lift, two laps, and back home, with a fix every two seconds.
package struct SimulatedRecording {
  /// The place 3 km west of the lift at which each day begins and ends.
  package let home: Coordinate
  private let world: DrawnWorld
  private var fixes: [(place: Coordinate, metres: Double, time: UniversalTime)] = []
  private var time: UniversalTime
  private let title: String

  /// The title that the recorder chooses unless another is given.
  package static let title = "From Anna's flat"
  private static let heights: [Character: Double] = ["T": 2000, "R": 1900, "S": 1800, "Q": 1700, "B": 1600]

  /// Records days on a mountain, moved by degrees of latitude; each begins 24 hours after the one before.
  package init(
    _ mountain: DrawnMountain, days: Int = 1, movedDegrees: Double = 0,
    start: UniversalTime = UniversalTime(secondsSince1970: 1_700_035_200), title: String = Self.title
  ) {
    (world, time, self.title) = (mountain.world, start, title)
    let lift = world.place("B")
    let scale = LocalScale(latitude: lift.latitude)
    home = Coordinate(
      latitude: lift.latitude, longitude: lift.longitude - 3000 / scale.metresPerDegreeLongitude)
    for day in 0..<days {
      time = start.advanced(bySeconds: Double(day) * 86_400)
      travel((home, 1600), place("B"), metresPerSecond: 8)
      for _ in 0..<2 {
        stay(60, at: place("B"))
        travel(place("B"), place("T"), metresPerSecond: 2.5)
        for (a, b) in zip("TRSQ", "RSQB") { travel(place(a), place(b), metresPerSecond: 9) }
      }
      travel(place("B"), (home, 1600), metresPerSecond: 8)
    }
    fixes = fixes.map { fix in
      (
        Coordinate(latitude: fix.place.latitude + movedDegrees, longitude: fix.place.longitude), fix.metres,
        fix.time
      )
    }
  }

  private func place(_ letter: Character) -> (Coordinate, Double) {
    (world.place(letter), Self.heights[letter] ?? 1600)
  }

  private mutating func travel(
    _ from: (Coordinate, Double), _ to: (Coordinate, Double), metresPerSecond: Double
  ) {
    let seconds = from.0.distanceMetres(to: to.0) / metresPerSecond
    let start = time
    for second in stride(from: 0.0, to: seconds, by: 2) {
      let share = second / seconds
      let place = Coordinate(
        latitude: from.0.latitude + (to.0.latitude - from.0.latitude) * share,
        longitude: from.0.longitude + (to.0.longitude - from.0.longitude) * share)
      fixes.append((place, from.1 + (to.1 - from.1) * share, start.advanced(bySeconds: second)))
    }
    time = start.advanced(bySeconds: seconds)
  }

  private mutating func stay(_ seconds: Int, at place: (Coordinate, Double)) {
    for second in stride(from: 0, to: seconds, by: 2) {
      fixes.append((place.0, place.1, time.advanced(bySeconds: Double(second))))
    }
    time = time.advanced(bySeconds: Double(seconds))
  }

  /// The recording as GPX.
  package var gpx: [UInt8] {
    let points = fixes.map { fix in
      """
      <trkpt lat="\(fix.place.latitude)" lon="\(fix.place.longitude)"><ele>\(fix.metres)</ele>\
      <time>\(fix.time.iso8601() ?? "")</time></trkpt>
      """
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>\(title)</name></metadata>
      <trk><name>\(title)</name><trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>
      """
    return Array(text.utf8)
  }
}
