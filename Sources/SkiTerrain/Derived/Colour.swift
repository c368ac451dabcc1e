/// A colour with opacity.
///
/// A value; `Sendable`. The components are not premultiplied.
package struct Colour: Sendable, Hashable {
  /// The components, 0...255.
  package let red, green, blue: UInt8
  /// The opacity: 0 transparent, 255 opaque.
  package let alpha: UInt8

  /// Creates a colour.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The transparent colour.
  package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  /// The four bytes in memory order, as one number.
  var packed: UInt32 {
    UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// Returns the linear interpolation towards another colour; each component is rounded to nearest.
  func mixed(with other: Colour, share: Double) -> Colour {
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * min(1, max(0, share)) + 0.5).rounded(.down))
    }
    return Colour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
