public import SkiBase
public import SkiGraph

/// The kinds of things that a user may mark as favourites.
public enum FavouriteKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A run.
  case run
  /// A lift.
  case lift
  /// A place: a hut, a station, a spot.
  case place
}

/// A thing of the map that a user marked, by its id in the source, which outlives the map.
public struct Favourite: Sendable, Hashable {
  /// The id in the source.
  public var source: SourceID
  /// The kind.
  public var kind: FavouriteKind
  /// The time at which it was marked.
  public var added: UniversalTime

  /// The limits of an id.
  package static let sourceLimit = TextLimit("source id of the favourite", atMost: 128)

  /// Creates a favourite.
  public init(source: SourceID, kind: FavouriteKind, added: UniversalTime) {
    (self.source, self.kind, self.added) = (source, kind, added)
  }
}
