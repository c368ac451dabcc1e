import SkiBase
import SkiGraph

/// A sequence of passages that belong together: on one lift, on one run, or on neither.
struct DayPart {
  enum Kind {
    case lift, run
    /// A connector between features; it is merged with the features it connects.
    case connector
    /// A walk, or sliding along no mapped feature.
    case walk
  }

  var kind: Kind
  var region: RegionIndex
  /// The lift or the run; nil for other kinds.
  var feature: FeatureIndex?
  /// The positions in the passages of the track.
  var passages: Range<Int>
  /// The length in metres on the map.
  var metres: Double
  /// The part of ``metres`` on the feature itself.
  var ownMetres: Double
  var start: UniversalTime
  var end: UniversalTime
  /// Indicates whether it follows the part before it without a break.
  var isContinued: Bool

  /// Appends the part that follows; kind and feature stay.
  mutating func append(_ next: DayPart) {
    passages = passages.lowerBound..<next.passages.upperBound
    metres += next.metres
    if kind == next.kind, feature == next.feature { ownMetres += next.ownMetres }
    end = max(end, next.end)
  }

  /// Prepends the part before it; kind and feature stay.
  mutating func prepend(_ part: DayPart) {
    passages = part.passages.lowerBound..<passages.upperBound
    metres += part.metres
    if kind == part.kind, feature == part.feature { ownMetres += part.ownMetres }
    start = min(start, part.start)
    isContinued = part.isContinued
  }

  /// Returns whether two parts are on the same feature; false for parts without one.
  func isSame(as other: DayPart) -> Bool {
    kind == other.kind && region == other.region && feature == other.feature && feature != nil
  }
}
