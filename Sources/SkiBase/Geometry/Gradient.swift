/// A gradient, rise over horizontal run: 0.4 is 40 %, about 21.8 degrees; positive rises in the direction of travel.
public struct Gradient: Hashable, Sendable, Comparable, Codable {
  /// The rise divided by the horizontal run; negative downhill.
  public var ratio: Double

  /// Creates a gradient from a ratio.
  public init(ratio: Double) { self.ratio = ratio }

  /// Returns whether the first gradient has the lower ratio; downhill gradients precede uphill ones.
  public static func < (a: Gradient, b: Gradient) -> Bool { a.ratio < b.ratio }
}
