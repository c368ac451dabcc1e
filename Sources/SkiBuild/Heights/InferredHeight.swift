/// Inferred heights as the map file holds them.
enum InferredHeight {
  /// The heights a map can hold, metres, with room for what lies between the knots of a line.
  static let metres = -900.0...9900.0

  /// Returns a height in whole centimetres, held within ``metres``: a line of hundreds of kilometres falls farther than the Earth is high.
  static func centimetres(_ height: Double) -> Int32 {
    Int32((min(metres.upperBound, max(metres.lowerBound, height)) * 100).rounded())
  }
}
