import Glibc

/// How a shading darkens and lightens the colours of a relief.
///
/// Level ground keeps its colour; ground in the shade is multiplied down to a fifth of its brightness, ground that faces
/// the light goes part of the way to white.
struct ReliefShading: Sendable, Hashable {
  /// The grey level of level ground.
  let level: Double
  /// How far the brightest ground goes to white.
  static let lightShare = 0.35
  /// What is left of a colour where no light falls.
  static let darkShare = 0.2

  init(_ shade: Hillshade) {
    let altitude = max(0, sin(shade.sun.altitudeDegrees * .pi / 180))
    switch shade.style {
    case .single, .multidirectional: level = 1 + 254 * altitude
    case .combined: level = 255
    }
  }

  /// What a part of a colour is multiplied by, and what is then added, at a grey level.
  func factors(grey: UInt8) -> (multiplier: Double, addend: Double) {
    let grey = Double(grey)
    guard grey > level else {
      let share = level > 1 ? (grey - 1) / (level - 1) : 0
      return (Self.darkShare + (1 - Self.darkShare) * share, 0)
    }
    let share = Self.lightShare * (grey - level) / (255 - level)
    return (1 - share, 255 * share)
  }

  /// Returns a colour in the light; its opacity is kept.
  func shaded(_ colour: Colour, grey: UInt8) -> Colour {
    let factors = factors(grey: grey)
    func part(_ part: UInt8) -> UInt8 {
      UInt8(min(255, (Double(part) * factors.multiplier + factors.addend + 0.5).rounded(.down)))
    }
    return Colour(
      red: part(colour.red), green: part(colour.green), blue: part(colour.blue), alpha: colour.alpha)
  }
}
