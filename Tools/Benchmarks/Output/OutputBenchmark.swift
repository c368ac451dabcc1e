import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// Times the output of numbers and of routes of a map: one number as text, and the JSON of one local route in bytes.
///
/// Routes are the first of 8 to 12 steps between random places of the largest region. A figure is the best of the rounds,
/// since output does the same work in each.
struct OutputBenchmark {
  private let map: SkiMap
  private let clock = ContinuousClock()
  /// The number of rounds of each figure.
  var rounds = 20
  private static let routeCount = 50

  /// Opens a map.
  /// - Throws: ``SkiError`` when it is none.
  init(path: String) throws { map = try SkiMap.open(path: path) }

  /// Prints a line for each figure.
  func run() throws {
    let documents = try documents()
    guard !documents.isEmpty else { throw BenchError("the map has no route of 8 to 12 steps") }
    let numbers = documents.compactMap(\.result.value).flatMap(\.steps).flatMap(\.points)
      .map(\.coordinate.longitude)
    report("decimalText of degrees", count: numbers.count) {
      numbers.reduce(0) { $0 + (decimalText($1, places: 7)?.utf8.count ?? 0) }
    }
    report("route JSON as text", count: documents.count) {
      documents.reduce(0) { $0 + $1.json().string.utf8.count }
    }
    report("route JSON in bytes", count: documents.count) {
      documents.reduce(0) { $0 + $1.jsonBytes().count }
    }
    report("route GeoJSON in bytes", count: documents.count) {
      documents.reduce(0) { $0 + $1.geoJSONBytes().count }
    }
    report("route GPX", count: documents.count) { documents.reduce(0) { $0 + $1.gpx().string.utf8.count } }
  }

  private func documents() throws -> [RouteDocument] {
    guard let region = try map.regions.max(by: { try size(of: $0) < size(of: $1) }) else { return [] }
    var asking = try Asking(map, region)
    var documents: [RouteDocument] = []
    for _ in 0..<100_000 where documents.count < Self.routeCount {
      guard let route = try asking.plainRoute(), (8...12).contains(route.steps.count) else { continue }
      documents.append(
        RouteDocument(result: .answer(route), from: "the start", to: "the end", sources: map.sources))
    }
    return documents
  }

  private func size(of region: RegionIndex) throws -> Int { try map.graph(region).nodeCount }

  private func report(_ name: String, count: Int, _ work: () -> Int) {
    var best = Duration.seconds(1000)
    var bytes = 0
    for _ in 0..<rounds { best = min(best, clock.measure { bytes = work() }) }
    let (seconds, attoseconds) = best.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    print(
      JSONText.object([
        ("what", .text(name)), ("count", .number(Double(count))),
        ("bytesEach", .number(Double(bytes) / Double(count))),
        ("nanosecondsEach", .number(nanoseconds / Double(count))),
      ]))
  }
}
