import CKernels

/// The conversion of stored numbers to heights.
///
/// Nodata, NaN and implausible heights become voids.
struct ElevationConversion: Sendable {
  /// The factor in: metres = number · scale + offset.
  var scale = 1.0
  /// The offset in metres, see ``scale``.
  var offset = 0.0
  /// The nodata value, NaN when there is none.
  var noData = Double.nan

  /// Indicates whether numbers are metres without conversion.
  var isIdentity: Bool { scale == 1 && offset == 0 }

  /// Replaces invalid heights by voids, in place.
  /// - Complexity: O(*n*), about the time of reading the memory.
  func clean(_ heights: UnsafeMutableBufferPointer<Int16>) {
    guard let base = heights.baseAddress else { return }
    terrain_clean_whole(
      base, heights.count, Int16(plausibleElevationsMetres.lowerBound),
      Int16(plausibleElevationsMetres.upperBound), Int16(exactly: noData) ?? .min)
  }

  /// Replaces invalid heights by voids, in place.
  /// - Complexity: O(*n*), about the time of reading the memory.
  func clean(_ heights: UnsafeMutableBufferPointer<Float>) {
    guard let base = heights.baseAddress else { return }
    let none = Float(noData)
    let lowest = Float(plausibleElevationsMetres.lowerBound)
    let highest = Float(plausibleElevationsMetres.upperBound)
    var index = 0
    while index < heights.count {
      let height = base[index]
      let isHeight = height >= lowest && height <= highest && height != none
      base[index] = isHeight ? height : .nan
      index &+= 1
    }
  }

  /// Converts stored numbers to heights, using the first of each `interleave` numbers.
  /// - Precondition: `stored` holds `heights.count` pixels and is aligned for the type.
  func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool,
    into heights: UnsafeMutableBufferPointer<Float>
  ) {
    let step = layout.interleave
    switch layout.type {
    case .uint8: convert(stored, step, false, heights) { (bits: UInt8) in Double(bits) }
    case .int8: convert(stored, step, false, heights) { (bits: UInt8) in Double(Int8(bitPattern: bits)) }
    case .uint16: convert(stored, step, swapping, heights) { (bits: UInt16) in Double(bits) }
    case .int16:
      convert(stored, step, swapping, heights) { (bits: UInt16) in Double(Int16(bitPattern: bits)) }
    case .uint32: convert(stored, step, swapping, heights) { (bits: UInt32) in Double(bits) }
    case .int32:
      convert(stored, step, swapping, heights) { (bits: UInt32) in Double(Int32(bitPattern: bits)) }
    case .float32:
      var rounded = self
      rounded.noData = Double(Float(noData))
      rounded.convert(stored, step, swapping, heights) { (bits: UInt32) in Double(Float(bitPattern: bits)) }
    case .float64: convert(stored, step, swapping, heights) { (bits: UInt64) in Double(bitPattern: bits) }
    }
  }

  @inline(__always)
  private func convert<Bits: FixedWidthInteger>(
    _ stored: UnsafeRawPointer, _ step: Int, _ swapping: Bool, _ heights: UnsafeMutableBufferPointer<Float>,
    _ number: (Bits) -> Double
  ) {
    guard let target = heights.baseAddress else { return }
    let source = stored.assumingMemoryBound(to: Bits.self)
    let (scale, offset, noData) = (scale, offset, noData)
    let (lowest, highest) = (plausibleElevationsMetres.lowerBound, plausibleElevationsMetres.upperBound)
    var index = 0
    while index < heights.count {
      let bits = source[index &* step]
      let value = number(swapping ? bits.byteSwapped : bits)
      let height = value * scale + offset
      let isHeight = height >= lowest && height <= highest && value != noData
      target[index] = isHeight ? Float(height) : .nan
      index &+= 1
    }
  }

  /// Converts interleaved or byte-swapped 16-bit numbers to whole metres.
  /// - Precondition: `stored` holds `heights.count` pixels and is aligned.
  func convert(
    _ stored: UnsafeRawPointer, interleave: Int, swapping: Bool,
    into heights: UnsafeMutableBufferPointer<Int16>
  ) {
    guard let target = heights.baseAddress else { return }
    let source = stored.assumingMemoryBound(to: Int16.self)
    var index = 0
    while index < heights.count {
      let bits = source[index &* interleave]
      target[index] = swapping ? bits.byteSwapped : bits
      index &+= 1
    }
    clean(heights)
  }
}
