/// Rise over run as a ratio: 0.4 is 40 %, about 21.8 degrees. Positive rises in the direction of travel.
public struct Gradient: Hashable, Sendable, Comparable, Codable {
  /// Rise over horizontal run.
  public var ratio: Double

  /// Makes a gradient from a ratio.
  public init(ratio: Double) { self.ratio = ratio }

  public static func < (a: Gradient, b: Gradient) -> Bool { a.ratio < b.ratio }
}
