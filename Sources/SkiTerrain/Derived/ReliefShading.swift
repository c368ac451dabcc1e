import SkiBase
import SkiSystem

/// The modulation of relief colours by a hillshade.
///
/// Level ground keeps its colour. Towards darker grey levels a colour is multiplied by a factor that falls linearly to
/// ``darkShare``; towards lighter levels it is mixed with white, linearly up to ``lightShare``.
struct ReliefShading: Sendable, Hashable {
  /// The factor of a colour where no light falls.
  static let darkShare = 0.2
  /// The share of white at the brightest grey level.
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
