import Glibc
import SkiGeo

/// How a shading darkens and lightens the colours of a relief.
///
/// Level ground keeps its colour. From there a colour is multiplied, evenly by the grey level, down to ``darkShare`` where
/// no light falls, and mixed with white, evenly too, up to ``lightShare`` at the brightest grey.
struct ReliefShading: Sendable, Hashable {
  /// What is left of a colour where no light falls.
  static let darkShare = 0.2
  /// How far the brightest ground goes to white.
  static let lightShare = 0.35
  /// The grey level of level ground.
  let level: Double

  init(_ shade: Hillshade) {
    switch shade.style {
    case .single, .multidirectional:
      level = 1 + 254 * max(0, sin(shade.sun.altitudeDegrees * .pi / 180))
    case .combined: level = 255
    }
  }
}
