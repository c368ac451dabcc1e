import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// Times reach with polygons as GeoJSON: 30 and 60 min from the starts of the local pairs of a benchmark graph.
///
/// The skier may ski every grade. Both answers of a start make one figure.
struct ReachBenchmark {
  private let map: SkiMap
  private let starts: [Coordinate]
  private static let startCount = 200
  private static let minutes = [30, 60]

  /// Opens a map, and reads the graph it was built from.
  /// - Throws: ``SkiError`` when the file is no map, ``BenchError`` when the folder has no graph.
  init(path: String, folder: String) throws {
    map = try SkiMap.open(path: path)
    let file = try SkiGraphFile(folder: folder)
    starts = try BenchGraph(folder: folder).pairs.filter { $0.group == "local" }.prefix(Self.startCount).map {
      Coordinate(latitude: file.latitudes[Int($0.from)], longitude: file.longitudes[Int($0.from)])
    }
  }

  /// Prints a line of the starts on the network.
  func run() throws {
    let router = MapRouter(map: map)
    // The first round prepares the regions.
    for start in starts { _ = try bytes(from: start, router) }
    var (times, size): ([Double], Int) = ([], 0)
    for start in starts {
      let began = ContinuousClock.now
      guard let bytes = try bytes(from: start, router) else { continue }
      times.append(Timing.microseconds(since: began))
      size += bytes
    }
    times.sort()
    guard let last = times.last else { throw BenchError("no start is on the network") }
    print(
      JSONText.object([
        ("what", .text("reach of 30 and 60 min with polygons, GeoJSON")),
        ("timed", .number(Double(times.count))),
        ("bytes", .number(Double(size / times.count))),
        ("medianMicroseconds", .number(times[times.count / 2])),
        ("p99Microseconds", .number(times.count >= 100 ? times[times.count * 99 / 100] : last)),
      ]))
  }

  /// Returns the size of the answers; nil for a start that is not on the network.
  private func bytes(from start: Coordinate, _ router: MapRouter) throws -> Int? {
    var bytes = 0
    for minutes in Self.minutes {
      let request = ReachRequest(
        from: .coordinate(start), departure: DayTime(hour: 10), milliseconds: minutes * 60_000,
        profile: .anyGrade)
      guard let reach = try router.reach(request).value else { return nil }
      let document = try ReachDocument(reach, request: request, from: "the start", home: nil, map: map)
      bytes += document.geoJSON().string.utf8.count
    }
    return bytes
  }
}
