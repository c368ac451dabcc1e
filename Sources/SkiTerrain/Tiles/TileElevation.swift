/// A storage type of decoded heights.
protocol TileElevation: BitwiseCopyable, Sendable {
  /// The stored value of a void.
  static var void: Self { get }
  /// The height in metres, or NaN for a void.
  var heightMetres: Double { get }
  /// Returns heights as samples of a tile.
  static func samples(_ heights: [Self]) -> ElevationTile.Samples
  /// Returns the heights of samples of this type, nil for another.
  static func heights(_ samples: ElevationTile.Samples) -> [Self]?
  /// Replaces invalid heights by voids, in place.
  static func clean(_ heights: UnsafeMutableBufferPointer<Self>, _ conversion: ElevationConversion)
  /// Converts stored numbers to heights as a ``ElevationConversion`` states.
  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Self>)
}

extension Int16: TileElevation {
  static var void: Int16 { .min }
  @inline(__always) var heightMetres: Double { self == .min ? .nan : Double(self) }
  static func samples(_ heights: [Int16]) -> ElevationTile.Samples { .wholeMetres(heights) }

  static func heights(_ samples: ElevationTile.Samples) -> [Int16]? {
    if case .wholeMetres(let heights) = samples { heights } else { nil }
  }

  static func clean(_ heights: UnsafeMutableBufferPointer<Int16>, _ conversion: ElevationConversion) {
    conversion.clean(heights)
  }

  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Int16>
  ) {
    conversion.convert(stored, interleave: layout.interleave, swapping: swapping, into: heights)
  }
}

extension Float: TileElevation {
  static var void: Float { .nan }
  @inline(__always) var heightMetres: Double { Double(self) }
  static func samples(_ heights: [Float]) -> ElevationTile.Samples { .metres(heights) }

  static func heights(_ samples: ElevationTile.Samples) -> [Float]? {
    if case .metres(let heights) = samples { heights } else { nil }
  }

  static func clean(_ heights: UnsafeMutableBufferPointer<Float>, _ conversion: ElevationConversion) {
    conversion.clean(heights)
  }

  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Float>
  ) {
    conversion.convert(stored, layout, swapping: swapping, into: heights)
  }
}
