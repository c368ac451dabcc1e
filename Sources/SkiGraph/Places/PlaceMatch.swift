/// A place found by ``PlaceFinder/matches(_:limit:)``.
public struct PlaceMatch: Hashable, Sendable {
  /// The kind of match, best first.
  package enum Quality: Int, Hashable, Sendable, Comparable {
    /// The whole name, ignoring case and accents, or the id.
    case exact
    /// A prefix of the name.
    case prefix
    /// Words of the name, or prefixes of them.
    case words
    /// Parts of words of the name, as `bahn` in `Gondelbahn`.
    case part
    /// The name with typing errors.
    case typo

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The place whose name matches.
  public var place: Place
  /// The kind of match.
  package var quality: Quality
}
