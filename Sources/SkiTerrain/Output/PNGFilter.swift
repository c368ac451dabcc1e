/// The filtering of PNG rows before compression.
///
/// **Source:** PNG specification, 3rd edition, section 12.7, for the choice of filters.
package enum PNGFilter: Sendable, Hashable {
  /// The filter None, for palette indices.
  case none
  /// The filter Sub or Up of each row, whichever leaves the smaller sum of absolute differences; Sub in the first row.
  case best

  /// Returns the filtered rows, each after its filter type.
  /// - Complexity: O(bytes).
  package static func filtered(
    _ bytes: UnsafeRawBufferPointer, rows: Int, pixelBytes: Int, filter: PNGFilter
  ) -> [UInt8] {
    guard rows > 0, let base = bytes.baseAddress else { return [] }
    let width = bytes.count / rows
    let pixels = base.assumingMemoryBound(to: UInt8.self)
    return [UInt8](unsafeUninitializedCapacity: (width + 1) * rows) { target, filled in
      guard let out = target.baseAddress else { return }
      for row in 0..<rows {
        let line = pixels + row * width
        let to = out + row * (width + 1)
        guard filter == .best else {
          to[0] = 0
          (to + 1).update(from: line, count: width)
          continue
        }
        let usesUp = row > 0 && costUp(line, line - width, width) <= costLeft(line, width, pixelBytes)
        to[0] = usesUp ? 2 : 1
        if usesUp {
          for at in 0..<width { to[1 + at] = line[at] &- line[at - width] }
        } else {
          for at in 0..<min(pixelBytes, width) { to[1 + at] = line[at] }
          for at in min(pixelBytes, width)..<width { to[1 + at] = line[at] &- line[at - pixelBytes] }
        }
      }
      filled = target.count
    }
  }

  private static func costUp(_ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int)
    -> UInt
  {
    var sum: UInt = 0
    for at in 0..<count { sum &+= UInt(Int8(bitPattern: line[at] &- above[at]).magnitude) }
    return sum
  }

  private static func costLeft(_ line: UnsafePointer<UInt8>, _ count: Int, _ pixelBytes: Int) -> UInt {
    var sum: UInt = 0
    for at in 0..<min(pixelBytes, count) { sum &+= UInt(Int8(bitPattern: line[at]).magnitude) }
    for at in min(pixelBytes, count)..<count {
      sum &+= UInt(Int8(bitPattern: line[at] &- line[at - pixelBytes]).magnitude)
    }
    return sum
  }
}
