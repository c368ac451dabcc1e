import SkiGraph
import SkiModel

/// How the runs around a lift's ends say which way it goes, where no heights are known.
///
/// Runs begin at the top of a lift and end at its foot. In ten areas of the United States, whose heights are known from
/// elsewhere, one lift of 119 has an excess of 3 or more, and it is drawn downhill; all others have 0 or less. One more that is
/// drawn downhill, between two mountains, is not told that way: few runs begin or end there.
///
/// Where lifts follow each other the count misleads: runs begin at the foot of the upper lift because the lower one ends
/// there, and a lift from one valley to the head of the next ends where runs end. So signs that the drawn line is right
/// weigh more than any count.
extension LiftDirections {
  /// Runs that begin or end this near to an end of a lift are counted, metres.
  private static let runEndReachMetres = 100.0
  /// By how many more runs have to begin at the drawn start, and end at the drawn end, than the other way round.
  private static let clearExcess = 3
  /// So many runs that begin at its drawn end make that the top of a lift, whatever else is there.
  private static let beginningsOfATop = 3

  /// Returns true when the runs around it clearly say that a lift is drawn downhill, and nothing speaks for the drawn line.
  ///
  /// What speaks for it: an end at an end of another lift, and at the drawn end a summit (runs begin, none ends), a run
  /// with the lift's name that begins there, or three runs and more that begin there.
  /// - Complexity: O(*l* + log *n* + *k*) in lifts and in the lines around its ends.
  func runsSayDrawnDownhill(_ index: Int) throws -> Bool {
    let track = lifts[index].track
    let start = try runEnds(around: track.plane[0])
    let end = try runEnds(around: track.plane[track.plane.count - 1])
    guard start.excess - end.excess >= Self.clearExcess else { return false }
    return try mayBeTurned(index)
  }

  /// Returns true when nothing speaks for the line of a lift as it is drawn.
  /// - Complexity: O(*l* + log *n* + *k*) in lifts and in the lines around its end.
  func mayBeTurned(_ index: Int) throws -> Bool {
    let track = lifts[index].track
    let end = try runEnds(around: track.plane[track.plane.count - 1])
    let isTop =
      end.beginning.count >= Self.beginningsOfATop || !end.beginning.isEmpty && end.ending.isEmpty
      || end.beginning.contains { sharesName(lift: index, line: $0) }
    return try !isTop && !meetsAnotherLift(index)
  }

  /// The lines of one-way runs that begin near a point, and those that end there.
  private struct RunEnds {
    var beginning: [Int] = []
    var ending: [Int] = []
    var excess: Int { beginning.count - ending.count }
  }

  private func runEnds(around point: PlanePoint) throws -> RunEnds {
    let reach = Self.runEndReachMetres
    var ends = RunEnds()
    for number in try drawn.lines.lines(near: point, within: reach) where tracks[number].travel != .both {
      let line = tracks[number]
      if line.point(line.upper).distanceMetres(to: point) <= reach { ends.beginning.append(number) }
      if line.point(line.lower).distanceMetres(to: point) <= reach { ends.ending.append(number) }
    }
    return ends
  }

  /// Whether a run is called as a lift is, or by a part of its name: "Mont-Fort" and "Gentianes – Mont-Fort".
  private func sharesName(lift: Int, line: Int) -> Bool {
    guard let ofLift = lifts[lift].lift.name.map(NameFolding.fold), !ofLift.isEmpty,
      let ofRun = runs[tracks[line].feature].run.name.map(NameFolding.fold), !ofRun.isEmpty
    else { return false }
    return " \(ofLift) ".contains(" \(ofRun) ")
  }

  /// Whether an end of a lift is a station of another lift too.
  private func meetsAnotherLift(_ index: Int) throws -> Bool {
    func drawnEnds(_ track: TrackLine) -> [PlanePoint] {
      [track.plane[0], track.plane[track.plane.count - 1]]
    }
    let own = drawnEnds(lifts[index].track)
    return try drawn.liftEnds.lifts(meeting: lifts[index], within: options.stationToStationReachMetres)
      .contains {
        other in
        guard lifts[other].lift.id != lifts[index].lift.id else { return false }
        return drawnEnds(lifts[other].track).contains { place in
          own.contains { $0.distanceMetres(to: place) <= options.stationToStationReachMetres }
        }
      }
  }
}
