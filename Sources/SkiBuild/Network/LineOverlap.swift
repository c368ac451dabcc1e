/// The overlap of a part of a line with another line nearby.
///
/// Two lines at a fork or merge with an acute angle, or at a crossing, are near each other for a while although they
/// are separate pistes: the gap between them grows steadily from the common point. Where lines overlap the gap is about
/// constant. So wedges at the ends of the part, where the gap grows at a minimum rate, don't count; everything within
/// half the width does.
struct LineOverlap {
  /// The distance of each sample along the part, in metres.
  private var distances: [Double] = []
  /// The gap at each sample, in metres.
  private var gaps: [Double] = []
  /// Indicates whether the first and the last sample are at an end of one of the lines.
  private var isEnd = (first: false, last: false)

  /// The least growth of the gap from a fork or merge, in metres per metre: 6°.
  private static let forkRate = 0.1
  /// The least growth of the gap from a crossing, in metres per metre: 14°.
  private static let crossingRate = 0.25
  /// The gap in metres up to which lines meet at an end of one of them.
  private static let meetingMetres = 1.5
  /// The spacing of samples, in metres.
  private static let spacingMetres = 2.0
  /// The greatest number of sample intervals.
  private static let sampleLimit = 128.0

  /// Creates the overlap from samples of the gap.
  /// - Complexity: O(*v*) in the vertices of the other line.
  init(_ track: ProjectedLine, from start: LinePosition, to end: LinePosition, beside other: ProjectedLine) {
    let low = Double(track.offset(start) - track.offsets[0]) / 100
    let length = Double(track.offset(end) - track.offset(start)) / 100
    let count = Self.intervalCount(length)
    var beyond: [Bool] = []
    for step in stride(from: 0, through: count, by: 1) {
      let along = length * step / count
      let nearest = other.nearest(to: track.point(track.position(atMetres: low + along)))
      distances.append(along)
      gaps.append(nearest.distanceMetres)
      beyond.append(nearest.position == other.start || nearest.position == other.end)
    }
    isEnd = (start == track.start || beyond[0], end == track.end || beyond[beyond.count - 1])
    // Samples beyond the ends of the other line don't count.
    let first = beyond.firstIndex(of: false) ?? 0
    let last = beyond.lastIndex(of: false) ?? beyond.count - 1
    distances = Array(distances[first...last])
    gaps = Array(gaps[first...last])
  }

  /// Returns the number of sample intervals of a part of a length in metres.
  private static func intervalCount(_ length: Double) -> Double {
    max(1, min((length / spacingMetres).rounded(), sampleLimit))
  }

  /// Returns an upper bound for ``nearMetres(within:)`` of a whole line in metres: the ranges of its positions near the
  /// other one, and an interval between samples for each.
  /// - Complexity: O(*r*) in ranges.
  static func greatestMetres(_ track: ProjectedLine, _ ranges: [ClosedRange<Double>]) -> Double {
    let interval = track.mapLengthMetres / intervalCount(track.mapLengthMetres)
    return ranges.reduce(0) { sum, range in
      sum + track.metres(at: range.upperBound) - track.metres(at: range.lowerBound) + interval
        + ProjectedLine.roundingMetres
    }
  }

  /// Returns the length of the overlap in metres, without the wedges at its ends.
  /// - Parameter width: The gap in metres up to which lines are near each other.
  func sharedMetres(width: Double) -> Double {
    let last = gaps.count - 1
    let meetsFirst = isEnd.first && gaps[0] <= Self.meetingMetres
    let meetsLast = isEnd.last && gaps[last] <= Self.meetingMetres
    let total = distances[last] - distances[0]
    let opensAfter = gaps[last] >= 0.9 * width ? wedge(from: last, rate: rate(meetsFirst)) : 0
    let opensBefore = gaps[0] >= 0.9 * width ? wedge(from: 0, rate: rate(meetsLast)) : 0
    return max(nearMetres(within: width / 2), total - opensAfter - opensBefore)
  }

  /// Returns the length in metres of the part with a gap of at most some metres.
  func nearMetres(within metres: Double) -> Double {
    gaps.indices.dropFirst().reduce(0) { sum, index in
      let isNear = gaps[index] <= metres && gaps[index - 1] <= metres
      return isNear ? sum + distances[index] - distances[index - 1] : sum
    }
  }

  private func rate(_ meets: Bool) -> Double { meets ? Self.forkRate : Self.crossingRate }

  /// Returns the length in metres of the wedge at an end, in which the gap closes at least at a rate.
  private func wedge(from end: Int, rate: Double) -> Double {
    let inwards = end == 0 ? 1 : -1
    var at = end
    while gaps.indices.contains(at + inwards) {
      let next = at + inwards
      guard gaps[end] - gaps[next] >= rate * abs(distances[end] - distances[next]) else { break }
      at = next
    }
    return abs(distances[end] - distances[at])
  }
}
