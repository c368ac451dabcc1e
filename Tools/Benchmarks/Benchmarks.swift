import Foundation
import SkiRouting

/// `paths --graph DIR`: a table on standard output, then one JSON line a row. `map --map FILE`, `read --runs FILE`: one
/// line of JSON a measurement.
@main
enum Benchmarks {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "paths":
        let data = try BenchGraph(folder: value(of: "--graph", in: arguments))
        try paths(data)
      case "map": try MapBenchmark(path: value(of: "--map", in: arguments)).run()
      case "read": try await ReadBenchmark(arguments: Array(arguments.dropFirst())).run()
      case "tiles": try TilesBenchmark(path: value(of: "--map", in: arguments), zooms: 5...14).run()
      case "questions": try questions(arguments)
      case "requests": try requests(arguments)
      case "limits": try limits(value(of: "--graph", in: arguments))
      case "nearest": try NearestBenchmark(path: value(of: "--map", in: arguments)).run()
      case "reach":
        try ReachBenchmark(
          path: value(of: "--map", in: arguments), folder: value(of: "--graph", in: arguments)
        ).run()
      case "output": try OutputBenchmark(path: value(of: "--map", in: arguments)).run()
      case "mountains", "same", "lines", "terrain", "samples": try terrain(arguments)
      case "match", "live", "travellers": try await MatchingCommand(arguments).run()
      default: usage()
      }
    } catch {
      fail("\(error)", code: 66)
    }
  }

  private static func paths(_ data: BenchGraph) throws {
    print("nodes \(data.graph.nodeCount) edges \(data.graph.edgeCount)")
    let rows = try PathsBenchmark(data: data).rows()
    for row in rows { print(row.line) }
    for row in rows { print(row.json) }
    if rows.contains(where: { $0.wrong > 0 }) { exit(1) }
  }

  private static func limits(_ folder: String) throws {
    let rows = try LimitsBenchmark(folder: folder).rows()
    for row in rows { print(row.json) }
    if rows.contains(where: { $0.wrong > 0 }) { exit(1) }
  }

  private static func questions(_ arguments: [String]) throws {
    var benchmark = try QuestionsBenchmark(path: value(of: "--map", in: arguments))
    if arguments.contains("--rounds") {
      benchmark.rounds = max(1, Int(value(of: "--rounds", in: arguments)) ?? benchmark.rounds)
    }
    if arguments.contains("--only") { benchmark.only = value(of: "--only", in: arguments) }
    try benchmark.run()
  }

  private static func requests(_ arguments: [String]) throws {
    let count = arguments.contains("--count") ? Int(value(of: "--count", in: arguments)) ?? 1000 : 1000
    var benchmark = try RequestsBenchmark(
      path: value(of: "--map", in: arguments), count: max(1, count),
      folder: arguments.contains("--graph") ? value(of: "--graph", in: arguments) : nil)
    if arguments.contains("--only") { benchmark.only = value(of: "--only", in: arguments) }
    if !arguments.contains("--closures") { try benchmark.run() }
    if benchmark.only == nil { try benchmark.runClosures() }
  }

  private static func terrain(_ arguments: [String]) throws {
    func number(_ flag: String, _ usual: Double) -> Double {
      arguments.contains(flag) ? Double(value(of: flag, in: arguments)) ?? usual : usual
    }
    switch arguments[0] {
    case "mountains":
      let size = Int(number("--size", 10801))
      guard (2...40_000).contains(size) else { usage() }
      try MadeMountains(size: size).write(to: value(of: "--output", in: arguments))
    case "same":
      guard arguments.count > 2 else { usage() }
      let files = arguments.filter { $0.hasSuffix(".raw") }
      guard files.count == 2 else { usage() }
      try PlainRasters(
        ours: files[0], theirs: files[1], pixel: value(of: "--pixel", in: arguments),
        columns: Int(number("--columns", 1)), limit: number("--limit", 0),
        period: number("--period", .infinity)
      ).run()
    case "lines": try LineLengths(path: value(of: "--file", in: arguments)).run()
    default:
      let benchmark = TerrainBenchmark(
        path: value(of: "--raster", in: arguments), rounds: max(1, Int(number("--rounds", 5))))
      try arguments[0] == "terrain"
        ? benchmark.memory() : benchmark.sampling(points: max(1, Int(number("--points", 2_000_000))))
    }
  }

  private static func value(of flag: String, in arguments: [String]) -> String {
    guard let place = arguments.firstIndex(of: flag), place + 1 < arguments.count else { usage() }
    return arguments[place + 1]
  }

  private static func usage() -> Never {
    fail(
      """
      usage: skiroute-benchmarks paths --graph DIR   (DIR holds graph.csr and pairs.csv)
             skiroute-benchmarks map --map FILE      (a .skimap)
             skiroute-benchmarks tiles --map FILE    (single tiles on demand, zooms 5 to 14)
             skiroute-benchmarks questions --map FILE [--rounds N] [--only NAME]   (questions about a day)
             skiroute-benchmarks requests --map FILE [--graph DIR] [--count N] [--closures | --only LIMITS]
               (coordinates to routes and their JSON, and routes after a lift closed; those alone with --closures;
               with the graph that the map was built from its local pairs, else ends anywhere in the largest region)
             skiroute-benchmarks output --map FILE   (numbers as text, the JSON of one route)
             skiroute-benchmarks mountains [--size N] --output FILE.raw
             skiroute-benchmarks same --pixel grey|float --columns N --limit X [--period 360] OURS.raw THEIRS.raw
             skiroute-benchmarks lines --file FILE   (contours, a feature a line)
             skiroute-benchmarks terrain|samples --raster FILE [--rounds N] [--points N]
             skiroute-benchmarks limits --graph DIR  (distances under limits that come with the question)
             skiroute-benchmarks nearest --map FILE  (the nearest edge to places of all regions)
             skiroute-benchmarks reach --map FILE --graph DIR
               (reach with polygons as GeoJSON, from the local pairs of the graph that the map was built from)
             skiroute-benchmarks read [--runs FILE] [--lifts FILE] [--areas FILE] [--spots FILE] [--keep] [--tasks N]
             \(MatchingCommand.usage)
      """, code: 64)
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
