/// A place found by a search for names.
public struct PlaceMatch: Hashable, Sendable {
  /// How well the name fits; better ones first.
  package enum Quality: Int, Hashable, Sendable, Comparable {
    /// The whole name, case and accents aside, or the id.
    case exact
    /// The beginning of the name.
    case prefix
    /// Words of the name, or beginnings of them.
    case words
    /// Parts of words of the name, as `bahn` in `Gondelbahn`.
    case part
    /// The name with small typos.
    case typo

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// What was found.
  public var place: Place
  /// How well its name fits.
  package var quality: Quality
}
