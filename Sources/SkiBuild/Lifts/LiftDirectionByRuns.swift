/// How the runs around a lift's ends say which way it goes, where no heights are known.
///
/// Runs begin at the top of a lift and end at its foot. In ten areas of the United States, whose heights are known from
/// elsewhere, one lift of 119 has an excess of 3 or more, and it is drawn downhill; all others have 0 or less. One more that is
/// drawn downhill, between two mountains, is not told that way: few runs begin or end there.
extension Locality {
  /// Runs that begin or end this near to an end of a lift are counted, metres.
  private static let runEndReachMetres = 100.0
  /// By how many more runs have to begin at the drawn start, and end at the drawn end, than the other way round.
  private static let clearExcess = 3

  /// Whether the runs around it clearly say that a lift is drawn downhill.
  /// - Complexity: O(log *n* + *k*) in the lines around its ends.
  func runsSayDrawnDownhill(_ track: TrackLine, _ index: LineIndex) throws -> Bool {
    let start = try beginningsLessEnds(around: track.plane[0], index)
    let end = try beginningsLessEnds(around: track.plane[track.plane.count - 1], index)
    return start - end >= Self.clearExcess
  }

  /// Counts the one-way runs that begin near a point, less those that end there.
  private func beginningsLessEnds(around point: PlanePoint, _ index: LineIndex) throws -> Int {
    let reach = Self.runEndReachMetres
    var count = 0
    for number in try index.lines(near: point, within: reach) where network.lines[number].travel != .both {
      let line = network.lines[number]
      if line.point(line.upper).distanceMetres(to: point) <= reach { count += 1 }
      if line.point(line.lower).distanceMetres(to: point) <= reach { count -= 1 }
    }
    return count
  }
}
