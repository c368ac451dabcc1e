/// The form of inferred elevations in the map file.
enum InferredElevation {
  /// The range of elevations of a map in metres, with a margin for places between knots.
  static let metres = -900.0...9900.0

  /// Returns an elevation in whole centimetres, clamped to ``metres``, since the fall of very long lines may exceed it.
  static func centimetres(_ height: Double) -> Int32 {
    Int32((min(metres.upperBound, max(metres.lowerBound, height)) * 100).rounded())
  }
}
