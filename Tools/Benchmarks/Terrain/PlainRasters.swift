import Foundation

/// Compares two plain rasters of one size, as `gdal_translate -of ENVI` writes them.
struct PlainRasters {
  let ours: String
  let theirs: String
  /// `grey` or `float`; floats of −9999 and NaN are no data.
  let pixel: String
  /// Pixels in a row.
  let columns: Int
  /// Differences up to this count as none.
  let limit: Double
  /// The length of the circle for directions; infinite for all else.
  let period: Double

  /// Prints the share of pixels, a pixel off the edges, that agree, and the largest difference.
  func run() throws {
    let (a, b) = (
      try Data(contentsOf: URL(fileURLWithPath: ours), options: .mappedIfSafe),
      try Data(contentsOf: URL(fileURLWithPath: theirs), options: .mappedIfSafe)
    )
    guard a.count == b.count else { throw BenchError("\(ours) has \(a.count) bytes, \(theirs) \(b.count)") }
    let found =
      pixel == "grey"
      ? compare(a, b, UInt8.self) { Double($0) }
      : compare(a, b, Float.self) {
        $0 == -9999 ? .nan : Double($0)
      }
    print(
      JSONText.object([
        ("what", .text("same")), ("pixels", .number(Double(found.count))),
        ("shareWithin", .number(Double(found.within) / Double(max(1, found.count)))),
        ("largest", .number(found.largest)),
      ]))
  }

  private func compare<Pixel>(
    _ a: Data, _ b: Data, _ type: Pixel.Type, _ number: (Pixel) -> Double
  ) -> (count: Int, within: Int, largest: Double) {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        let (a, b) = (a.bindMemory(to: type), b.bindMemory(to: type))
        var (count, within, largest) = (0, 0, 0.0)
        let rows = a.count / columns
        for row in 1..<rows - 1 {
          for index in row * columns + 1..<(row + 1) * columns - 1 {
            let (x, y) = (number(a[index]), number(b[index]))
            count += 1
            guard !x.isNaN, !y.isNaN else {
              within += x.isNaN == y.isNaN ? 1 : 0
              continue
            }
            let plain = abs(x - y)
            let difference = min(plain, period - plain)
            within += difference <= limit ? 1 : 0
            largest = max(largest, difference)
          }
        }
        return (count, within, largest)
      }
    }
  }
}
