import SkiSystem

/// The conversion of a derived raster's numbers to a picture for viewing.
///
/// A value; `Sendable`. Pixels without data are transparent.
package enum ValueColouring: Sendable, Hashable {
  /// The slope as grey: level ground white (255), darker in proportion to the angle, 60° and steeper black (1).
  case slope(SlopeUnit)
  /// The aspect as hue: north blue, east green, south yellow, west red, interpolated in between.
  case aspect
  /// The absolute metres as grey: 0 white (255), darker with the logarithm, 1000 m and more black (1).
  case roughness
  /// The metres above or below the neighbours as grey: 0 is 128, ridges lighter and hollows darker with the logarithm.
  case position

  /// Creates the conversion of a product; nil when its pixels are a picture already.
  package init?(_ product: TerrainProduct) {
    switch product {
    case .slope(_, let unit): self = .slope(unit)
    case .aspect: self = .aspect
    case .roughness, .ruggedness: self = .roughness
    case .position: self = .position
    case .hillshade, .relief, .slopeClasses: return nil
    }
  }

  /// The type of a converted pixel.
  package var pixel: RasterPixel { self == .aspect ? .colour : .grey }

  /// Converts numbers to pixels; −9999 and NaN become transparent.
  /// - Complexity: O(*n*).
  /// - Precondition: The target has room for a pixel for each number.
  func colour(_ numbers: UnsafeBufferPointer<Float>, into target: UnsafeMutableRawBufferPointer) {
    precondition(target.count == numbers.count * pixel.byteCount, "memory must fit, got \(target.count)")
    if self == .aspect {
      let pixels = target.bindMemory(to: UInt32.self)
      for at in 0..<numbers.count { pixels[at] = Self.compassColour(numbers[at]) }
    } else {
      for at in 0..<numbers.count { target[at] = grey(numbers[at]) }
    }
  }

  /// Returns the pixels of floats given as bytes in memory order. Complexity: O(*n*).
  package func coloured(_ floats: [UInt8]) -> [UInt8] {
    floats.withUnsafeBytes { floats in
      let numbers = floats.bindMemory(to: Float.self)
      return [UInt8](unsafeUninitializedCapacity: numbers.count * pixel.byteCount) { target, filled in
        colour(numbers, into: UnsafeMutableRawBufferPointer(target))
        filled = target.count
      }
    }
  }

  private func grey(_ number: Float) -> UInt8 {
    guard number > -9999 else { return 0 }
    switch self {
    case .slope(.degrees): return Self.level(255 - number / 60 * 254)
    case .slope(.percent): return Self.level(255 - atan(number / 100) * (180 / .pi) / 60 * 254)
    case .roughness, .aspect: return Self.level(255 - 254 * Self.logarithmic(number))
    case .position: return Self.level(128 + 127 * (number < 0 ? -1 : 1) * Self.logarithmic(abs(number)))
    }
  }

  /// Returns the logarithmic scale of metres: 0 for 0 m, 1 for 1000 m.
  private static func logarithmic(_ metres: Float) -> Float { log1p(metres) / log1p(1000) }

  private static func level(_ value: Float) -> UInt8 { UInt8(max(1, min(255, value.rounded()))) }

  private static let compass = [
    Colour(red: 58, green: 96, blue: 178), Colour(red: 66, green: 158, blue: 88),
    Colour(red: 244, green: 208, blue: 63), Colour(red: 204, green: 72, blue: 58),
  ]

  /// The colours of whole degrees.
  private static let compassColours: [UInt32] = (0..<360).map { degree in
    compass[degree / 90].mixed(with: compass[(degree / 90 + 1) % 4], share: Double(degree % 90) / 90).packed
  }

  private static func compassColour(_ degrees: Float) -> UInt32 {
    guard degrees >= 0, degrees <= 360 else { return 0 }
    return compassColours[Int(degrees.rounded()) % 360]
  }
}
