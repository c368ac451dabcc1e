import Foundation
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import SkiTracks

/// A day on the sample mountain, recorded without position errors along planned routes between places.
struct SampleTrack {
  /// The lifts and runs travelled, `lift:` or `run:` and the id, each once in a row.
  private(set) var steps: [String] = []
  private(set) var fixes: [LocationFix] = []
  private var now = UniversalTime(secondsSince1970: 1_769_934_600)

  /// Travels through places by name.
  init(through names: [String]) throws {
    let map = try SkiMap.open(path: SharedSample.files().map)
    let finder = PlaceFinder(map: map)
    let places = try names.map(finder.place)
    for (from, to) in zip(places, places.dropFirst()) {
      let result = try MapRouter(map: map).route(RouteRequest.fastest(from: .place(from), to: .place(to)))
      guard case .answer(let route) = result else { throw Unready("no way from \(from) to \(to)") }
      for step in route.steps { add(step) }
    }
  }

  private mutating func add(_ step: RouteStep) {
    if step.kind == .lift || step.kind == .run, let id = step.id {
      let word = "\(step.kind.rawValue):\(id.rawValue)"
      if steps.last != word { steps.append(word) }
    }
    guard let first = step.points.first else { return }
    var left = step.waitMilliseconds
    while left > 0 {
      add(first)
      left -= 2000
    }
    let lengths = zip(step.points, step.points.dropFirst()).map {
      $0.coordinate.distanceMetres(to: $1.coordinate)
    }
    let count = max(1, (step.milliseconds - step.waitMilliseconds) / 2000)
    for number in 0..<count { add(Self.point(step.points, lengths, Double(number) / Double(count))) }
  }

  private mutating func add(_ point: GraphPoint) {
    fixes.append(
      LocationFix(
        point.coordinate, time: now, elevationMetres: point.elevationMetres, horizontalAccuracyMetres: 4))
    now = now.advanced(bySeconds: 2)
  }

  private static func point(_ points: [GraphPoint], _ lengths: [Double], _ share: Double) -> GraphPoint {
    var left = lengths.reduce(0, +) * share
    for (index, length) in lengths.enumerated() where length > 0 {
      guard left > length else {
        let (a, b) = (points[index], points[index + 1])
        let part = left / length
        let place = Coordinate(
          latitude: a.coordinate.latitude + (b.coordinate.latitude - a.coordinate.latitude) * part,
          longitude: a.coordinate.longitude + (b.coordinate.longitude - a.coordinate.longitude) * part)
        let height = a.elevationMetres.flatMap { low in b.elevationMetres.map { low + ($0 - low) * part } }
        return GraphPoint(
          position: FixedCoordinate(place), elevationCentimetres: height.map { Int32($0 * 100) })
      }
      left -= length
    }
    return points[points.count - 1]
  }

  /// Writes it as GPX.
  /// - Returns: The path.
  func write(to scratch: ScratchFolder, moved: Double = 0) -> String {
    let fixes = self.fixes.map { fix in
      var fix = fix
      fix.coordinate.latitude += moved
      return fix
    }
    let track = RecordedTrack(name: "Montsoleil", segments: [fixes])
    return scratch.write(RecordedTrack.gpx([track], name: "Montsoleil"), to: "day.gpx")
  }
}
