import SkiBase
import SkiGraph

/// Measures the parts of a day that are laps.
struct LapMeasuring {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns a part as a lap; nil when it has no feature. Complexity: O(its fixes and points).
  func lap(_ part: DayPart) -> Lap? {
    guard let index = part.feature, part.kind == .lift || part.kind == .run else { return nil }
    let feature = edges.graph(part.region).feature(index)
    var lap = Lap(
      kind: part.kind == .lift ? .lift : .run, region: part.region, feature: index, id: feature.id,
      start: part.start, end: part.end)
    (lap.name, lap.refs) = (feature.name, feature.refs)
    lap.fixes = fixes(of: part)
    lap.bridged = line(of: part, into: &lap.points)
    if lap.kind == .lift {
      (lap.liftKind, lap.seats) = (feature.liftKind, feature.occupancy)
    } else {
      lap.difficulty = feature.difficulty ?? estimate(part) ?? feature.estimatedDifficulty
      lap.isDifficultyEstimated = feature.difficulty == nil && lap.difficulty != nil
      lap.convention = feature.convention
    }
    measureElevations(&lap)
    lap.confidence = confidence(lap.fixes)
    return lap
  }

  private func fixes(of part: DayPart) -> Range<Int> {
    var low = Int.max
    var high = 0
    for position in part.passages {
      let fixes = track.passages[position].fixes.clamped(to: track.fixes.indices)
      guard !fixes.isEmpty else { continue }
      (low, high) = (min(low, fixes.lowerBound), max(high, fixes.upperBound))
    }
    if low < high { return low..<high }
    let next = track.fixes.partitioningIndex { $0.fix.time >= part.end }
    return next..<next
  }

  /// Adds the line of a part to points, and returns its bridged parts, those of successive edges joined.
  private func line(of part: DayPart, into line: inout [GraphPoint]) -> [BridgedPart] {
    var bridged: [BridgedPart] = []
    for position in part.passages {
      let passage = track.passages[position]
      let edge = edges.edge(of: passage)
      // A noisy ride has passages elsewhere.
      guard part.kind != .lift || edge.feature == part.feature else { continue }
      let piece = edge.line(from: passage.enteredMetres, to: passage.leftMetres)
      let isJoined = line.last?.position == piece.first?.position
      let first = isJoined ? line.count - 1 : line.count
      line += isJoined ? piece.dropFirst() : piece[...]
      guard passage.isBridged else { continue }
      if position > part.passages.lowerBound, track.passages[position - 1].isBridged, let last = bridged.last
      {
        bridged[bridged.count - 1].end = passage.leftAt
        bridged[bridged.count - 1].points = last.points.lowerBound..<line.count
      } else {
        bridged.append(
          BridgedPart(
            start: passage.enteredAt, end: passage.leftAt, lengthMetres: 0, points: first..<line.count))
      }
    }
    for index in bridged.indices {
      let profile = LapProfile(line[bridged[index].points])
      bridged[index].lengthMetres = profile.lengthMetres
      bridged[index].descentMetres = profile.isKnown ? profile.descentMetres : nil
    }
    return bridged
  }

  /// Returns the hardest estimated difficulty of the run's own edges that were skied.
  private func estimate(_ part: DayPart) -> Difficulty? {
    part.passages.compactMap { position -> Difficulty? in
      let edge = edges.edge(of: track.passages[position])
      return edge.feature == part.feature && edge.isDifficultyEstimated ? edge.difficulty : nil
    }.max()
  }

  private func confidence(_ fixes: Range<Int>) -> Double {
    guard fixes.isEmpty else {
      return track.fixes[fixes].reduce(0) { $0 + $1.confidence } / Double(fixes.count)
    }
    // Travelled between two fixes: at most half as probable as either.
    let around = max(0, fixes.lowerBound - 1)..<min(track.fixes.count, fixes.lowerBound + 1)
    return (track.fixes[around].map(\.confidence).min() ?? 0) / 2
  }
}

extension LapMeasuring {
  private func measureElevations(_ lap: inout Lap) {
    let profile = LapProfile(lap.points[...])
    lap.lengthMetres = profile.lengthMetres
    if profile.isKnown {
      lap.elevationOrigin = .map
      lap.startElevationMetres = lap.points.first?.elevationMetres
      lap.endElevationMetres = lap.points.last?.elevationMetres
      let (up, down) = (profile.ascentMetres, profile.descentMetres)
      (lap.ascentMetres, lap.descentMetres) =
        lap.kind == .lift ? (max(0, up - down), max(0, down - up)) : (up, down)
    } else if let ends = receiverElevations(lap.fixes) {
      lap.elevationOrigin = .track
      (lap.startElevationMetres, lap.endElevationMetres) = (ends.first, ends.last)
      (lap.ascentMetres, lap.descentMetres) = (max(0, ends.last - ends.first), max(0, ends.first - ends.last))
    }
  }

  /// Returns the receiver's elevations at both ends without its jumps, each the median of up to seven fixes.
  private func receiverElevations(_ fixes: Range<Int>) -> (first: Double, last: Double)? {
    var heights: [Double] = []
    var jumped = 0.0
    for elevation in track.fixes[fixes].lazy.compactMap(\.elevation) {
      if !heights.isEmpty { jumped += Double(elevation.jumpMetres) }
      heights.append(elevation.metres - jumped)
    }
    guard heights.count > 1 else { return nil }
    let few = min(7, max(1, heights.count / 4))
    return (median(heights.prefix(few)), median(heights.suffix(few)))
  }

  private func median(_ numbers: ArraySlice<Double>) -> Double {
    let sorted = numbers.sorted()
    return sorted[sorted.count / 2]
  }
}

/// The length, ascent and descent of a line with elevations.
struct LapProfile {
  /// The least share of a line with elevations for its profile to be used.
  private static let leastKnownShare = 0.8

  /// The length in metres along the surface; on the map where elevations are unknown.
  private(set) var lengthMetres = 0.0
  /// The ascent in metres where elevations are known.
  private(set) var ascentMetres = 0.0
  /// The descent in metres where elevations are known.
  private(set) var descentMetres = 0.0
  private var (flat, known) = (0.0, 0.0)

  /// Indicates whether the elevations of most of the line are known.
  var isKnown: Bool { known > 0 && known >= flat * Self.leastKnownShare }

  /// Measures a line. Complexity: O(*n*) in points.
  init(_ points: ArraySlice<GraphPoint>) {
    let scale = LocalScale(latitude: points.first?.coordinate.latitude ?? 0)
    for (a, b) in zip(points, points.dropFirst()) {
      let run = scale.distanceMetres(a.coordinate, b.coordinate)
      flat += run
      guard let low = a.elevationMetres, let high = b.elevationMetres else {
        lengthMetres += run
        continue
      }
      known += run
      lengthMetres += (run * run + (high - low) * (high - low)).squareRoot()
      ascentMetres += max(0, high - low)
      descentMetres += max(0, low - high)
    }
  }
}

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
