import Foundation

/// `skiroute-benchmarks paths --graph DIR`: a table on standard output, then one JSON line a row.
@main
enum Benchmarks {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.first == "paths", let flag = arguments.firstIndex(of: "--graph"),
      flag + 1 < arguments.count
    else {
      fail("usage: skiroute-benchmarks paths --graph DIR   (DIR holds graph.csr and pairs.csv)", code: 64)
    }
    do {
      let data = try BenchGraph(folder: arguments[flag + 1])
      print("nodes \(data.graph.nodeCount) edges \(data.graph.edgeCount)")
      let rows = PathsBenchmark(data: data).rows()
      for row in rows { print(row.line) }
      for row in rows { print(row.json) }
      if rows.contains(where: { $0.wrong > 0 }) { exit(1) }
    } catch {
      fail("\(error)", code: 66)
    }
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
