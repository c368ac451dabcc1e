/// How much of a stretch that runs beside another line lies on the same snow.
///
/// Two lines that leave a fork at an acute angle, or come together at a merge, lie near each other for a while though
/// they are two pistes side by side: the gap between them opens steadily from the place they share, and who skis
/// the easier one stays on its side. Lines that cross do the same to both sides. Where lines share their snow the gap
/// stays. So the wedges at the ends of a stretch, where the gap opens at a rate, don't count; but whatever lies within
/// half the width does.
struct SharedSnow {
  /// Metres along the stretch of each sample, and the gap there.
  private var distances: [Double] = []
  private var gaps: [Double] = []
  /// Whether the first and the last sample are an end of one of the two lines.
  private var isEnd = (first: false, last: false)

  /// The gap opens this fast from a fork or merge, metres a metre: 6°.
  private static let forkRate = 0.1
  /// ... and this fast from a crossing, where both lines go on to either side: 14°.
  private static let crossingRate = 0.25
  /// Lines this near at an end of one of them meet there.
  private static let meetingMetres = 1.5
  /// Metres between samples, and the most samples of a stretch.
  private static let spacingMetres = 2.0
  private static let sampleLimit = 128.0

  /// Measures the gaps.
  /// - Complexity: O(*v*) in the vertices of the other line.
  init(_ track: TrackLine, from start: LinePosition, to end: LinePosition, beside other: TrackLine) {
    let low = Double(track.offset(start) - track.offsets[0]) / 100
    let length = Double(track.offset(end) - track.offset(start)) / 100
    let count = max(1, min((length / Self.spacingMetres).rounded(), Self.sampleLimit))
    var beyond: [Bool] = []
    for step in stride(from: 0, through: count, by: 1) {
      let along = length * step / count
      let nearest = other.nearest(to: track.point(track.position(atMetres: low + along)))
      distances.append(along)
      gaps.append(nearest.distanceMetres)
      beyond.append(nearest.position == other.start || nearest.position == other.end)
    }
    isEnd = (start == track.start || beyond[0], end == track.end || beyond[beyond.count - 1])
    // What lies beyond the end of the other line is not beside it.
    let first = beyond.firstIndex(of: false) ?? 0
    let last = beyond.lastIndex(of: false) ?? beyond.count - 1
    distances = Array(distances[first...last])
    gaps = Array(gaps[first...last])
  }

  /// Metres of the stretch that are left without the wedges at its ends.
  /// - Parameter width: The gap at which lines no longer count as near each other.
  func sharedMetres(width: Double) -> Double {
    let last = gaps.count - 1
    let meetsFirst = isEnd.first && gaps[0] <= Self.meetingMetres
    let meetsLast = isEnd.last && gaps[last] <= Self.meetingMetres
    let total = distances[last] - distances[0]
    let opensAfter = gaps[last] >= 0.9 * width ? wedge(from: last, rate: rate(meetsFirst)) : 0
    let opensBefore = gaps[0] >= 0.9 * width ? wedge(from: 0, rate: rate(meetsLast)) : 0
    return max(nearMetres(within: width / 2), total - opensAfter - opensBefore)
  }

  /// Metres of the stretch with a gap no wider than some metres.
  func nearMetres(within metres: Double) -> Double {
    gaps.indices.dropFirst().reduce(0) { sum, index in
      let isNear = gaps[index] <= metres && gaps[index - 1] <= metres
      return isNear ? sum + distances[index] - distances[index - 1] : sum
    }
  }

  private func rate(_ meets: Bool) -> Double { meets ? Self.forkRate : Self.crossingRate }

  /// How far inwards from an end the gap has closed at a rate, at least, at every sample: metres.
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
