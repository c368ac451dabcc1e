import Foundation

/// Makes mountains of any size as a plain raster of 16-bit whole metres, the same bytes for the same size everywhere.
///
/// Sums octaves of smoothed random numbers on grids that double from 4 to the finest; the four coarsest are folded, which
/// makes ridges and valleys. Heights run from 300 m to 4,300 m or less.
struct MadeMountains {
  let size: Int
  private static let octaves = 10
  private static let coarsest = 4

  /// Writes the raster, little-endian by rows from the north, and GDAL's header for it beside: one second of arc a
  /// third, from 46° north and 7° east.
  func write(to path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    guard let file = FileHandle(forWritingAtPath: path) else { throw BenchError("\(path) can't be written") }
    let layers = (0..<Self.octaves).map { Octave(cells: Self.coarsest << $0, size: size, seed: UInt64($0)) }
    var sums = [Float](repeating: 0, count: size)
    for row in 0..<size {
      for column in 0..<size { sums[column] = 1300 }
      for (number, octave) in layers.enumerated() {
        octave.add(row: row, height: 2300 * pow(0.46, Float(number)), isFolded: number < 4, to: &sums)
      }
      let heights = sums.map { Int16(max(300, min(4300, $0))).littleEndian }
      try heights.withUnsafeBytes { try file.write(contentsOf: Data($0)) }
    }
    try file.close()
    try header.write(toFile: path + ".hdr", atomically: false, encoding: .utf8)
  }

  private var header: String {
    """
    ENVI
    samples = \(size)
    lines = \(size)
    bands = 1
    header offset = 0
    file type = ENVI Standard
    data type = 2
    interleave = bsq
    byte order = 0

    """
  }
}

/// Random numbers at the corners of a grid of cells, and smooth numbers between them.
private struct Octave {
  private let cells: Int
  private let size: Int
  private let corners: [Float]
  private let places: [(cell: Int, share: Float)]

  init(cells: Int, size: Int, seed: UInt64) {
    self.cells = cells
    self.size = size
    corners = (0..<(cells + 1) * (cells + 1)).map { Self.random(UInt64($0), seed) }
    places = (0..<size).map { index in
      let place = Double(index) / Double(size) * Double(cells)
      let share = Float(place - place.rounded(.down))
      return (Int(place), share * share * (3 - 2 * share))
    }
  }

  /// A number in −1...1 from a counter. **Source:** SplitMix64, Steele, Lea and Flood 2014.
  private static func random(_ counter: UInt64, _ seed: UInt64) -> Float {
    var mixed = (counter &+ seed &* 0x1_0000_0001 &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((mixed ^ (mixed >> 31)) >> 40) / Float(1 << 23) - 1
  }

  func add(row: Int, height: Float, isFolded: Bool, to sums: inout [Float]) {
    let down = places[row]
    let upper = down.cell * (cells + 1)
    let line = (0...cells).map { corner -> Float in
      let (top, bottom) = (corners[upper + corner], corners[upper + cells + 1 + corner])
      return top + (bottom - top) * down.share
    }
    for column in 0..<size {
      let (cell, share) = places[column]
      let value = line[cell] + (line[cell + 1] - line[cell]) * share
      sums[column] += height * (isFolded ? 0.5 - abs(value) : value * 0.5)
    }
  }
}
