/// A colour with its opacity.
///
/// A value; `Sendable`. The parts are not premultiplied.
package struct Colour: Sendable, Hashable {
  /// 0...255.
  package let red, green, blue: UInt8
  /// 0 for nothing, 255 for opaque.
  package let alpha: UInt8

  /// Makes a colour, opaque unless told.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Nothing.
  package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  /// The four bytes as they stand in memory, as one number.
  var packed: UInt32 {
    UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// Returns the colour some way towards another; each part is rounded to nearest.
  func mixed(with other: Colour, share: Double) -> Colour {
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * min(1, max(0, share)) + 0.5).rounded(.down))
    }
    return Colour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
