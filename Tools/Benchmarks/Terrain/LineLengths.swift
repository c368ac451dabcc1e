import Foundation

/// Adds up the lines of a GeoJSON sequence of contours, a feature a line of text: how many levels, lines, points, and how
/// long in degrees.
struct LineLengths {
  let path: String

  func run() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    var (lines, points, length) = (0, 0, 0.0)
    var levels: Set<Double> = []
    bytes.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = UnsafeRawBufferPointer(rebasing: bytes[at..<end])
        at = end + 1
        guard let level = number(after: "\"ele\":", in: line),
          let from = place(of: "\"coordinates\":", in: line)
        else { continue }
        levels.insert(level)
        lines += 1
        let measured = measure(line, from)
        points += measured.points
        length += measured.length
      }
    }
    print(
      JSONText.object([
        ("what", .text("lines")), ("levels", .number(Double(levels.count))),
        ("lines", .number(Double(lines))),
        ("points", .number(Double(points))), ("length", .number(length)),
        ("megabytes", .number(Double(bytes.count) / 1e6)),
      ]))
  }

  /// The rest of a line after a key, nil when it has none.
  private func place(of key: StaticString, in line: UnsafeRawBufferPointer) -> Int? {
    let size = key.utf8CodeUnitCount
    guard let base = line.baseAddress, line.count >= size else { return nil }
    return (0...line.count - size).first { memcmp(base + $0, key.utf8Start, size) == 0 }.map { $0 + size }
  }

  private func number(after key: StaticString, in line: UnsafeRawBufferPointer) -> Double? {
    guard var at = place(of: key, in: line) else { return nil }
    return read(line, &at)
  }

  /// Reads the next plain decimal number, nil when none is left.
  private func read(_ line: UnsafeRawBufferPointer, _ at: inout Int) -> Double? {
    func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    while at < line.count, !isDigit(line[at]), line[at] != UInt8(ascii: "-") {
      if line[at] == UInt8(ascii: "}") { return nil }
      at += 1
    }
    guard at < line.count else { return nil }
    let isNegative = line[at] == UInt8(ascii: "-")
    at += isNegative ? 1 : 0
    var (value, scale, isFraction) = (0.0, 1.0, false)
    while at < line.count, isDigit(line[at]) || line[at] == UInt8(ascii: ".") {
      if line[at] == UInt8(ascii: ".") {
        isFraction = true
      } else {
        value = value * 10 + Double(line[at] - 48)
        scale *= isFraction ? 10 : 1
      }
      at += 1
    }
    return (isNegative ? -value : value) / scale
  }

  private func measure(_ line: UnsafeRawBufferPointer, _ from: Int) -> (points: Int, length: Double) {
    var (at, points, length) = (from, 0, 0.0)
    var last: (x: Double, y: Double)?
    while let x = read(line, &at), let y = read(line, &at) {
      if let last { length += hypot(x - last.x, y - last.y) }
      last = (x, y)
      points += 1
    }
    return (points, length)
  }
}
