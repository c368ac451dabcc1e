/// The identifier of a traveller, chosen by the caller.
public struct TravellerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The identifier given by the caller.
  public var rawValue: String
  /// Creates an identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The identifier given by the caller.
  public var description: String { rawValue }
  /// Returns whether the first identifier is ordered before the second, by Unicode.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
