import Foundation
import SkiRouting

/// A benchmark graph (`graph.csr`) with its question pairs (`pairs.csv`), read from one folder.
struct BenchGraph {
  var graph: FlatGraph
  var milliseconds: [UInt32]
  var pairs: [Pair]

  /// One question with its true answer.
  struct Pair {
    var group: String
    var from: UInt32
    var to: UInt32
    var milliseconds: UInt32
  }

  init(folder: String) throws {
    let file = try SkiGraphFile(folder: folder)
    milliseconds = file.milliseconds
    let places = zip(file.longitudes, file.latitudes).map { longitude, latitude in
      SIMD3(Float(longitude * 111_320 * cos(46 * Double.pi / 180)), Float(latitude * 110_540), 0)
    }
    graph = FlatGraph(firstOut: file.firstOut, heads: file.heads, positions: places)
    let path = URL(filePath: folder, directoryHint: .isDirectory).appending(path: "pairs.csv")
    let text = try String(contentsOf: path, encoding: .utf8)
    pairs = try text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",")
      guard fields.count == 4, let from = UInt32(fields[1]), let to = UInt32(fields[2]),
        let time = UInt32(fields[3])
      else { throw BenchError("bad line in pairs.csv: \(line)") }
      return Pair(group: String(fields[0]), from: from, to: to, milliseconds: time)
    }
  }
}
