import Foundation

/// The arrays of a benchmark graph (`graph.csr`), as they lie in the file.
///
/// Little-endian: `SKIG`, node count, edge count (UInt32), then firstOut[n + 1], head[m], milliseconds[m], edge id[m]
/// (UInt32), kind[m], difficulty[m], kind of lift[m] (UInt8), longitude[n], latitude[n] (Float64), elevation[n] (Float32).
struct SkiGraphFile {
  /// The kind of an edge.
  enum Kind: UInt8 {
    case run, lift, walk, bus
  }

  let firstOut: [UInt32]
  let heads: [UInt32]
  let milliseconds: [UInt32]
  let ids: [UInt32]
  let kinds: [Kind]
  let difficulties: [UInt8]
  let liftKinds: [UInt8]
  let longitudes: [Double]
  let latitudes: [Double]
  let elevations: [Float]

  var nodeCount: Int { longitudes.count }

  /// Reads the file of a folder.
  init(folder: String) throws {
    let path = URL(filePath: folder, directoryHint: .isDirectory).appending(path: "graph.csr")
    var reader = ByteReader(data: try Data(contentsOf: path))
    guard try reader.array(UInt8.self, 4) == Array("SKIG".utf8) else {
      throw BenchError("not a SKIG graph: \(path.path)")
    }
    let counts = try reader.array(UInt32.self, 2)
    let (nodes, edges) = (Int(counts[0]), Int(counts[1]))
    firstOut = try reader.array(UInt32.self, nodes + 1)
    heads = try reader.array(UInt32.self, edges)
    milliseconds = try reader.array(UInt32.self, edges)
    ids = try reader.array(UInt32.self, edges)
    let kinds = try reader.array(UInt8.self, edges).compactMap(Kind.init)
    difficulties = try reader.array(UInt8.self, edges)
    liftKinds = try reader.array(UInt8.self, edges)
    longitudes = try reader.array(Double.self, nodes)
    latitudes = try reader.array(Double.self, nodes)
    elevations = try reader.array(Float.self, nodes)
    self.kinds = kinds
    let isWhole =
      firstOut.first == 0 && Int(firstOut[nodes]) == edges
      && zip(firstOut, firstOut.dropFirst()).allSatisfy(<=)
    guard isWhole, kinds.count == edges, heads.allSatisfy({ $0 < nodes }), ids.allSatisfy({ $0 < edges })
    else {
      throw BenchError("edges of \(path.path) don't fit together")
    }
  }

  /// The node each edge starts at.
  func tails() -> [Int] {
    (0..<nodeCount).flatMap { node in
      repeatElement(node, count: Int(firstOut[node + 1] - firstOut[node]))
    }
  }
}

/// Reads arrays of plain numbers one after the other.
struct ByteReader {
  let data: Data
  private var offset = 0

  init(data: Data) { self.data = data }

  mutating func array<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) throws -> [T] {
    let bytes = count * MemoryLayout<T>.stride
    guard bytes <= data.count - offset else { throw BenchError("file is cut off at byte \(offset)") }
    let start = offset
    offset += bytes
    return data.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: start + $0 * MemoryLayout<T>.stride, as: T.self) }
    }
  }
}

/// An error that ends a benchmark.
struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
