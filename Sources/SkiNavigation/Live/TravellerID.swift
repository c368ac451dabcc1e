/// Names a traveller whose position is followed; the caller's own name, of any form.
///
/// A value. Names of travellers and of viewers are of different types, so that one is never taken for the other.
public struct TravellerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name as the caller gave it.
  public var rawValue: String
  /// Makes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  public var description: String { rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Names somebody who looks at positions. That the name is truly theirs, the caller has made sure of.
///
/// A value.
public struct ViewerID: Hashable, Sendable, CustomStringConvertible {
  /// The name as the caller gave it.
  public var rawValue: String
  /// Makes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  public var description: String { rawValue }
}

/// Names a group of viewers: a family, a ski school's class, a patrol.
///
/// A value.
public struct GroupID: Hashable, Sendable, CustomStringConvertible {
  /// The name as the caller gave it.
  public var rawValue: String
  /// Makes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The name as the caller gave it.
  public var description: String { rawValue }
}
