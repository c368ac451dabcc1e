public import SkiGeo
public import SkiGraph

/// One directed edge travelled, or a part of one.
///
/// A value.
public struct EdgePassage: Hashable, Sendable {
  public var region: RegionIndex
  public var edge: EdgeIndex
  /// Metres along the edge where it was entered and left; equal to 0 and its length when it was travelled whole.
  public var enteredMetres: Double
  /// See ``enteredMetres``.
  public var leftMetres: Double
  /// When it was entered and left, interpolated between fixes.
  public var enteredAt: UniversalTime
  /// See ``enteredAt``.
  public var leftAt: UniversalTime
  /// The fixes on it, as positions in the track; empty for an edge passed between two fixes.
  public var fixes: Range<Int>
  /// Whether it continues the passage before it; false at the start and after a stretch off the map.
  public var isContinued: Bool

  /// Makes a passage.
  public init(
    region: RegionIndex, edge: EdgeIndex, metres: (entered: Double, left: Double),
    times: (entered: UniversalTime, left: UniversalTime), fixes: Range<Int>, isContinued: Bool
  ) {
    self.region = region
    self.edge = edge
    (enteredMetres, leftMetres) = metres
    (enteredAt, leftAt) = times
    self.fixes = fixes
    self.isContinued = isContinued
  }
}

/// A recorded track laid onto the map: each fix with its place, and each edge travelled in order.
///
/// A value.
public struct MatchedTrack: Hashable, Sendable {
  /// One for each fix, in order.
  public var fixes: [MatchedFix]
  /// The way through the graph; edges between fixes included.
  public var passages: [EdgePassage]

  /// Makes a track.
  public init(fixes: [MatchedFix], passages: [EdgePassage]) {
    self.fixes = fixes
    self.passages = passages
  }
}
