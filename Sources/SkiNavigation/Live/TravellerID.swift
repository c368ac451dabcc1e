/// The identifier of a traveller, chosen by the caller; a type of its own, not to be confused with viewers.
package struct TravellerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The identifier given by the caller.
  package var rawValue: String
  /// Creates an identifier.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The identifier given by the caller.
  package var description: String { rawValue }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The identifier of a viewer of positions, authenticated by the caller.
package struct ViewerID: Hashable, Sendable, CustomStringConvertible {
  /// The identifier given by the caller.
  package var rawValue: String
  /// Creates an identifier.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The identifier given by the caller.
  package var description: String { rawValue }
}

/// The identifier of a group of viewers, such as a family, a class or a patrol.
package struct GroupID: Hashable, Sendable, CustomStringConvertible {
  /// The identifier given by the caller.
  package var rawValue: String
  /// Creates an identifier.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The identifier given by the caller.
  package var description: String { rawValue }
}
