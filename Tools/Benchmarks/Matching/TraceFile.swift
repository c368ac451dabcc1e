import Foundation
import SkiBase
import SkiGraph
import SkiTracks

/// Noisy days (`traces_TAG.csv`) with the edges truly travelled (`truth_TAG.csv`).
struct TraceFile {
  /// One day.
  struct Trace {
    var fixes: [LocationFix] = []
    /// The edge each fix was made on.
    var edges: [UInt32] = []
    /// All edges travelled, in order.
    var truth: [UInt32] = []
  }

  /// The noise that was added, metres along each axis.
  let sigma: Double
  private(set) var traces: [Trace] = []

  var fixCount: Int { traces.reduce(0) { $0 + $1.fixes.count } }

  /// A moment of a winter's day that traces start at.
  private static let start = UniversalTime(secondsSince1970: 1_768_982_400)

  /// Reads both files.
  /// - Parameter tag: Their parameters, as in `s10_i5`: the noise in metres, the seconds between fixes.
  init(folder: String, tag: String, limit: Int = .max) throws {
    guard let text = tag.split(separator: "_").first?.dropFirst(), let sigma = Double(text) else {
      throw BenchError("tag must be like s10_i5, got \(tag)")
    }
    self.sigma = sigma
    let base = URL(filePath: folder, directoryHint: .isDirectory)
    try Self.rows(base.appending(path: "traces_\(tag).csv"), columns: 6) { row in
      let trace = Int(row[0])
      guard trace < limit else { return }
      let index = try open(trace)
      traces[index].fixes.append(fix(row))
      traces[index].edges.append(UInt32(row[5]))
    }
    try Self.rows(base.appending(path: "truth_\(tag).csv"), columns: 4) { row in
      if Int(row[0]) < traces.count { traces[Int(row[0])].truth.append(UInt32(row[2])) }
    }
  }

  private mutating func open(_ trace: Int) throws -> Int {
    guard trace == traces.count || trace == traces.count - 1 else {
      throw BenchError("traces are out of order")
    }
    if trace == traces.count { traces.append(Trace()) }
    return trace
  }

  /// The accuracies are what a receiver with this noise would tell: the radius that holds 68 %, and the barometer's drift.
  private func fix(_ row: [Double]) -> LocationFix {
    var fix = LocationFix(
      Coordinate(latitude: row[3], longitude: row[2]), time: Self.start.advanced(bySeconds: row[1]),
      elevationMetres: row[4], horizontalAccuracyMetres: sigma * (-2 * log(0.32)).squareRoot())
    fix.verticalAccuracyMetres = 8
    return fix
  }

  private static func rows(_ path: URL, columns: Int, _ take: ([Double]) throws -> Void) throws {
    let bytes = [UInt8](try Data(contentsOf: path))
    var row: [Double] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      row.removeAll(keepingCapacity: true)
      for field in line.split(separator: UInt8(ascii: ",")) { row.append(Self.number(field)) }
      guard row.count == columns, row.allSatisfy({ $0.isFinite && $0 > -1e9 && $0 < 1e9 }), row[0] >= 0,
        row[columns == 6 ? 5 : 2] >= 0
      else {
        throw BenchError("bad line in \(path.lastPathComponent): \(String(decoding: line, as: UTF8.self))")
      }
      try take(row)
    }
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}
