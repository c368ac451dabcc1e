import SkiSystem

/// A namespace for directions in the plane.
enum Heading {
  /// Returns the unit vector of a course in degrees clockwise from north.
  static func vector(degrees: Double) -> SIMD2<Float> {
    let angle = degrees * Double.pi / 180
    return SIMD2(Float(sin(angle)), Float(cos(angle)))
  }
}
