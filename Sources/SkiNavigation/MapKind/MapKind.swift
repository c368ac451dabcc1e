/// The kind of map for a coordinate, of the ski area or of the streets; raw values are those of every output format.
@nonexhaustive
public enum MapKind: String, Sendable, Hashable, CaseIterable {
  /// The ski map: on a run, on a lift, or on the slopes between.
  case mountain
  /// The street map: in a village, on a road, in a car park, and wherever no ski area is near.
  case street
}
