public import SkiBase
public import SkiGraph

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

extension MatchedTrack {
  /// Returns the results of two regions combined: each fix where it is matched; where both match it, the nearer one, by
  /// passage.
  /// - Complexity: O(*n* + *p* log *p*) in fixes and passages.
  func merged(with other: MatchedTrack) -> MatchedTrack {
    var merged = self
    var kept = passages
    for passage in other.passages {
      let range = passage.fixes
      let mine = range.filter { fixes[$0].place != nil }
      let isFree = mine.isEmpty
      let isNearer =
        !isFree
        && range.reduce(0) { $0 + (other.fixes[$1].distanceMetres ?? 0) }
          < mine.reduce(0) { $0 + (fixes[$1].distanceMetres ?? 0) }
      guard !range.isEmpty, isFree || isNearer else { continue }
      for position in range { merged.fixes[position] = other.fixes[position] }
      kept.append(passage)
    }
    kept.removeAll { passage in
      !passage.fixes.isEmpty
        && passage.fixes.allSatisfy { merged.fixes[$0].place?.region != passage.region }
    }
    kept.sort { ($0.enteredAt, $0.leftAt) < ($1.enteredAt, $1.leftAt) }
    merged.passages = kept
    return merged
  }
}

/// A defect of a receiver's elevations; raw values are those of every output format.
@nonexhaustive
public enum ElevationDefect: String, Sendable, Hashable, CaseIterable, Codable {
  /// The elevation is exactly 0, which receivers write when it is unknown.
  case zero
  /// The elevation is the same for half a kilometre or more.
  case constant
  /// The elevation repeats an earlier one that no longer holds.
  case stale
}

/// The quality of a recording, as estimated from its fixes and the map.
public struct RecorderQuality: Sendable, Hashable, Codable {
  /// The standard deviation of positions along each axis in metres, the median of all estimates; nil where all fixes
  /// state an accuracy, or are too few.
  public var noiseMetres: Double?
  /// The part of ``noiseMetres`` that is correlated over about a minute, in metres.
  public var driftingNoiseMetres: Double?
  /// The number of elevations that were not used, by defect; defects that did not occur are missing.
  public var unusedElevationCounts: [ElevationDefect: Int] = [:]
  /// The number of jumps of the receiver's elevation.
  public var elevationJumpCount = 0
  /// The elevation of the receiver above that of the map in metres, by which elevations were corrected; 0 for small
  /// differences, and where either has no elevations.
  public var elevationOffsetMetres = 0.0

  /// Creates the quality of a recording without any estimate or defect.
  public init() {}
}

/// A fix with its matched position on the network and the traveller's activity.
public struct MatchedFix: Hashable, Sendable {
  /// The fix as it was given.
  public var fix: LocationFix
  /// The activity of the traveller at the fix.
  public var state: TravellerState
  /// The matched position; nil when ``state`` is `.offMap`.
  public var place: EdgePlace?
  /// The coordinate of the matched position; the fix's own when it is unmatched.
  public var coordinate: Coordinate
  /// The distance between the fix and its matched position in metres on the map; nil when it is unmatched.
  public var distanceMetres: Double?
  /// The probability of the matched edge, or of being off the map, against the best other hypothesis.
  ///
  /// 0.5...1 for a matched fix; 0 for one without a valid coordinate or time, and where no region is near.
  public var confidence: Double
  /// The elevation by the receiver; nil when it is unknown or can't be trusted.
  package var elevation: ReceiverElevation?

  /// Creates a matched fix from its members.
  /// - Parameters:
  ///   - fix: The fix as it was given.
  ///   - state: The activity of the traveller.
  ///   - place: The matched position; nil when it is unmatched.
  ///   - coordinate: The coordinate of the matched position; nil for the fix's own.
  ///   - distanceMetres: The distance between the fix and `place`; nil when it is unmatched.
  ///   - confidence: The probability of the decision, 0...1.
  public init(
    _ fix: LocationFix, state: TravellerState, place: EdgePlace? = nil, coordinate: Coordinate? = nil,
    distanceMetres: Double? = nil, confidence: Double = 0
  ) {
    self.fix = fix
    self.state = state
    self.place = place
    self.coordinate = coordinate ?? fix.coordinate
    self.distanceMetres = distanceMetres
    self.confidence = confidence
    elevation = ReceiverElevation(of: fix)
  }
}
