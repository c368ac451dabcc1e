import Foundation
import SkiRouting

/// A benchmark graph (`graph.csr`) with its question pairs (`pairs.csv`), read from one folder.
///
/// `graph.csr`, little-endian: `SKIG`, node count, edge count (UInt32), then firstOut[n + 1], head[m], milliseconds[m],
/// edge id[m] (UInt32), three bytes an edge, longitude[n], latitude[n] (Float64), elevation[n] (Float32).
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
    let base = URL(filePath: folder, directoryHint: .isDirectory)
    var reader = ByteReader(data: try Data(contentsOf: base.appending(path: "graph.csr")))
    guard try reader.array(UInt8.self, 4) == Array("SKIG".utf8) else {
      throw BenchError("not a SKIG graph: \(folder)")
    }
    let counts = try reader.array(UInt32.self, 2)
    let (nodes, edges) = (Int(counts[0]), Int(counts[1]))
    let firstOut = try reader.array(UInt32.self, nodes + 1)
    let heads = try reader.array(UInt32.self, edges)
    milliseconds = try reader.array(UInt32.self, edges)
    try reader.skip(edges * 7)
    let longitudes = try reader.array(Double.self, nodes)
    let latitudes = try reader.array(Double.self, nodes)
    let degree = 111_320.0
    let places = (0..<nodes).map { node in
      SIMD3(
        Float(longitudes[node] * degree * cos(46 * Double.pi / 180)), Float(latitudes[node] * 110_540), 0)
    }
    graph = FlatGraph(firstOut: firstOut, heads: heads, positions: places)
    let text = try String(contentsOf: base.appending(path: "pairs.csv"), encoding: .utf8)
    pairs = try text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",")
      guard fields.count == 4, let from = UInt32(fields[1]), let to = UInt32(fields[2]),
        let time = UInt32(fields[3])
      else { throw BenchError("bad line in pairs.csv: \(line)") }
      return Pair(group: String(fields[0]), from: from, to: to, milliseconds: time)
    }
  }
}

/// What stops a benchmark.
struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Reads arrays of plain numbers one after the other.
struct ByteReader {
  let data: Data
  private var offset = 0

  init(data: Data) { self.data = data }

  mutating func skip(_ bytes: Int) throws {
    guard bytes <= data.count - offset else { throw BenchError("file is cut off at byte \(offset)") }
    offset += bytes
  }

  mutating func array<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) throws -> [T] {
    let start = offset
    try skip(count * MemoryLayout<T>.stride)
    return data.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: start + $0 * MemoryLayout<T>.stride, as: T.self) }
    }
  }
}
