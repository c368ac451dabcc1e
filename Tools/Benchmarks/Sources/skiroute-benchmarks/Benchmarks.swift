import Foundation

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
      default: usage()
      }
    } catch {
      fail("\(error)", code: 66)
    }
  }

  private static func paths(_ data: BenchGraph) throws {
    print("nodes \(data.graph.nodeCount) edges \(data.graph.edgeCount)")
    let rows = PathsBenchmark(data: data).rows()
    for row in rows { print(row.line) }
    for row in rows { print(row.json) }
    if rows.contains(where: { $0.wrong > 0 }) { exit(1) }
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
             skiroute-benchmarks read [--runs FILE] [--lifts FILE] [--areas FILE] [--spots FILE] [--keep] [--tasks N]
      """, code: 64)
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
