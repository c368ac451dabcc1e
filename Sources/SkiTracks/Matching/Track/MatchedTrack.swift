package import SkiBase
package import SkiGraph

/// A directed edge that was travelled wholly or in part.
package struct EdgePassage: Hashable, Sendable {
  package var region: RegionIndex
  package var edge: EdgeIndex
  /// The distance along the edge at entry in metres; 0 when it was travelled from its start.
  package var enteredMetres: Double
  /// The distance along the edge at exit in metres; its length when it was travelled to its end.
  package var leftMetres: Double
  /// The time of entry, interpolated between fixes.
  package var enteredAt: UniversalTime
  /// The time of exit, interpolated between fixes.
  package var leftAt: UniversalTime
  /// The fixes on it, as positions in the track; empty for an edge passed between two fixes.
  package var fixes: Range<Int>
  /// Indicates whether it continues the passage before it; false at the start and after unmatched fixes.
  package var isContinued: Bool
  /// Indicates whether it lies in a gap of the fixes and is the only way over it.
  package var isBridged = false
  /// Indicates whether it is the first passage after a gap over which the way is unknown.
  package var isAfterGap = false

  /// Creates a passage.
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

/// A track matched to the map: the position of each fix, and the edges travelled in order.
public struct MatchedTrack: Hashable, Sendable {
  /// The matched fixes, one for each fix of the track, in order.
  public var fixes: [MatchedFix]
  /// The path through the graph, edges between fixes included.
  package var passages: [EdgePassage]
  /// The quality of the recording.
  public var quality = RecorderQuality()

  /// Creates a track.
  package init(fixes: [MatchedFix], passages: [EdgePassage]) {
    self.fixes = fixes
    self.passages = passages
  }
}
