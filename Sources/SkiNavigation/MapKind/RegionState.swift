public import SkiGeo

/// What a ``RegionReducer`` knows of one traveller: which map, since when, and what speaks for another.
///
/// A value; the start of a journal is `RegionState()`.
public struct RegionState: Hashable, Sendable {
  /// The map shown; nil before the first fix.
  public var kind: MapKind?
  /// The ski area one is in; nil in the streets, and in none.
  public var area: SkiAreaName?
  /// When the map was last changed; nil while it is the first one.
  public var changedAt: UniversalTime?
  /// The time of the last fix that counted.
  public var lastFix: UniversalTime?
  /// Since when all fixes lie deep on the other side.
  public var beyondSince: UniversalTime?
  /// How many fixes did so.
  public var beyondCount = 0
  /// The area all fixes since some time are in, where that is another.
  public var nextArea: SkiAreaName?
  /// Since when.
  public var nextAreaSince: UniversalTime?

  /// The state before any fix.
  public init() {}
}

/// What changed for one traveller.
@nonexhaustive
public enum RegionEvent: Hashable, Sendable {
  /// Another map is to be shown, from the moment of a fix on.
  case entered(MapKind, area: SkiAreaName?, at: UniversalTime)
  /// On the mountain one came into another ski area, or out of all.
  case changedArea(SkiAreaName?, at: UniversalTime)
}
