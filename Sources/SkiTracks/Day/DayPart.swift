import SkiGeo
import SkiGraph

/// A row of passages that belong together: on one lift, on one run, or on neither.
struct DayPart {
  enum Kind {
    case lift, run
    /// A made link between features, which belongs to what it connects.
    case connector
    /// On foot, or sliding where nothing is mapped.
    case walk
  }

  var kind: Kind
  var region: RegionIndex
  /// The lift or the run; nil for the rest.
  var feature: FeatureIndex?
  /// Positions in the passages of the track.
  var passages: Range<Int>
  /// Metres on the map.
  var metres: Double
  /// How many of them were on the feature itself.
  var ownMetres: Double
  var start: UniversalTime
  var end: UniversalTime
  /// Whether it goes on without a break from the part before it.
  var isContinued: Bool

  /// Takes the part that follows; what it is, stays.
  mutating func append(_ next: DayPart) {
    passages = passages.lowerBound..<next.passages.upperBound
    metres += next.metres
    if kind == next.kind, feature == next.feature { ownMetres += next.ownMetres }
    end = max(end, next.end)
  }

  /// Takes the part before it; what it is, stays.
  mutating func prepend(_ part: DayPart) {
    passages = part.passages.lowerBound..<passages.upperBound
    metres += part.metres
    if kind == part.kind, feature == part.feature { ownMetres += part.ownMetres }
    start = min(start, part.start)
    isContinued = part.isContinued
  }

  /// Whether two parts are of one feature.
  func isSame(as other: DayPart) -> Bool {
    kind == other.kind && region == other.region && feature == other.feature && feature != nil
  }
}
