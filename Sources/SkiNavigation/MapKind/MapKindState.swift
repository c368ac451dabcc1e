public import SkiGeo

/// The state of a ``MapKindReducer`` for one traveller; replay starts with `MapKindState()`.
public struct MapKindState: Hashable, Sendable {
  /// The current kind of map; nil before the first fix.
  public var kind: MapKind?
  /// The current ski area; nil in the streets, and outside areas.
  public var area: SkiAreaName?
  /// The time of the last change of the map; nil before any.
  public var changedAt: UniversalTime?
  /// The time of the last fix that was used.
  public var lastFix: UniversalTime?
  /// The time of the first of the successive fixes deep beyond the boundary.
  public var beyondSince: UniversalTime?
  /// The number of those fixes.
  public var beyondCount = 0
  /// The area of the latest successive fixes, where it differs from ``area``.
  public var nextArea: SkiAreaName?
  /// The time of the first of those fixes.
  public var nextAreaSince: UniversalTime?

  /// Creates the state before any fix.
  public init() {}
}

/// A change of the map or the area for one traveller.
@nonexhaustive
public enum MapKindEvent: Hashable, Sendable {
  /// The kind of map changed, at the time of a fix.
  case entered(MapKind, area: SkiAreaName?, at: UniversalTime)
  /// The ski area changed on the mountain; nil for leaving all areas.
  case changedArea(SkiAreaName?, at: UniversalTime)
}
