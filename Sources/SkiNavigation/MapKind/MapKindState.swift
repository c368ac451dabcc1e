public import SkiBase

/// The state of a ``MapKindReducer`` for one traveller; replay starts with `MapKindState()`.
public struct MapKindState: Hashable, Sendable {
  /// The current kind of map; nil before the first fix.
  public var kind: MapKind?
  /// The current ski area; nil in the streets, and outside areas.
  public var area: SkiAreaName?
  /// The time of the last change of the kind of map; nil before any, the first choice not counted.
  public var changedAt: UniversalTime?
  /// The time of the last fix that was used; nil before the first.
  public var lastFix: UniversalTime?
  /// The time of the first of the latest successive fixes deep beyond the boundary; nil when the last one was not.
  public var beyondSince: UniversalTime?
  /// The number of successive fixes since ``beyondSince``, that one included; 0 when it is nil.
  public var beyondCount = 0
  /// The time of the first of the latest fixes at a place where a lift is boarded; nil when the traveller is elsewhere.
  public var boardingSince: UniversalTime?
  /// The time of the last fix there.
  public var boardingSeen: UniversalTime?
  /// The area of the latest successive fixes, where it differs from ``area``; nil outside areas too.
  public var nextArea: SkiAreaName?
  /// The time of the first of the successive fixes in ``nextArea``; nil while the area does not differ.
  public var nextAreaSince: UniversalTime?

  /// Creates the state before any fix.
  public init() {}
}

/// A change of the map or the area for one traveller.
@nonexhaustive
public enum MapKindEvent: Hashable, Sendable {
  /// The kind of map was chosen by the first fix or changed; with the ski area, nil in the streets and outside areas,
  /// and the time of the fix.
  case entered(MapKind, area: SkiAreaName?, at: UniversalTime)
  /// The ski area changed on the mountain, nil for leaving all areas; with the time of the fix.
  case changedArea(SkiAreaName?, at: UniversalTime)
}
