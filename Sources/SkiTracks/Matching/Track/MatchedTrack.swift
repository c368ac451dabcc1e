package import SkiGeo
package import SkiGraph

/// One directed edge travelled, or a part of one.
///
/// A value.
package struct EdgePassage: Hashable, Sendable {
  package var region: RegionIndex
  package var edge: EdgeIndex
  /// Metres along the edge where it was entered and left; equal to 0 and its length when it was travelled whole.
  package var enteredMetres: Double
  /// See ``enteredMetres``.
  package var leftMetres: Double
  /// When it was entered and left, interpolated between fixes.
  package var enteredAt: UniversalTime
  /// See ``enteredAt``.
  package var leftAt: UniversalTime
  /// The fixes on it, as positions in the track; empty for an edge passed between two fixes.
  package var fixes: Range<Int>
  /// Whether it continues the passage before it; false at the start and after a stretch off the map.
  package var isContinued: Bool

  /// Makes a passage.
  package init(
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
  package var passages: [EdgePassage]

  /// Makes a track.
  package init(fixes: [MatchedFix], passages: [EdgePassage]) {
    self.fixes = fixes
    self.passages = passages
  }
}
