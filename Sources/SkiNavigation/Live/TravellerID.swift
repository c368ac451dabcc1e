/// Names a traveller whose position is followed; the caller's own name, of any form.
///
/// A value. Names of travellers and of viewers are of different types, so that one is never taken for the other.
package struct TravellerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name as the caller gave it.
  package var rawValue: String
  /// Makes a name.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  package var description: String { rawValue }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Names somebody who looks at positions. That the name is truly theirs, the caller has made sure of.
///
/// A value.
package struct ViewerID: Hashable, Sendable, CustomStringConvertible {
  /// The name as the caller gave it.
  package var rawValue: String
  /// Makes a name.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  package var description: String { rawValue }
}

/// Names a group of viewers: a family, a ski school's class, a patrol.
///
/// A value.
package struct GroupID: Hashable, Sendable, CustomStringConvertible {
  /// The name as the caller gave it.
  package var rawValue: String
  /// Makes a name.
  package init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  package var description: String { rawValue }
}
