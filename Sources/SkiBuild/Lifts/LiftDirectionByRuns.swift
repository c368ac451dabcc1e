import SkiGraph

/// The inference of a lift's direction from the runs around its ends, where elevations are unknown.
///
/// Runs begin at the top of a lift and end at its bottom. In ten areas of the United States with known elevations, one
/// lift of 119 has an excess of 3 or more, and it is drawn downhill; all others have 0 or less. Another one drawn
/// downhill, between two mountains, is not detected, since few runs begin or end there.
///
/// The count misleads for consecutive lifts: runs begin at the bottom of the upper lift because the lower one ends
/// there, and a lift from one valley to the head of the next ends where runs end. Evidence for the drawn direction
/// therefore takes precedence.
extension LiftDirections {
  /// The distance in metres from an end of a lift within which ends of runs are counted.
  private static let runEndReachMetres = 100.0
  /// The least excess of runs that begin at the drawn start and end at the drawn end over the opposite.
  private static let clearExcess = 3
  /// The number of runs beginning at the drawn end that makes it the top of the lift.
  private static let beginningsOfATop = 3

  /// Returns whether the runs around it show that a lift is drawn downhill, without evidence for the drawn direction.
  ///
  /// Such evidence is an end at an end of another lift, and at the drawn end a summit (runs begin, none ends), a run
  /// with the lift's name that begins there, or at least three runs that begin there.
  /// - Complexity: O(*l* + log *n* + *k*) in lifts and in the lines around its ends.
  func runsSayDrawnDownhill(_ index: Int) throws -> Bool {
    let track = lifts[index].track
    let start = try runEnds(around: track.plane[0])
    let end = try runEnds(around: track.plane[track.plane.count - 1])
    guard start.excess - end.excess >= Self.clearExcess else { return false }
    return try mayBeTurned(index)
  }

  /// Returns whether there is no evidence for the drawn direction of a lift.
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

  /// Returns whether a run has the name of a lift, or a part of it: "Mont-Fort" and "Gentianes – Mont-Fort".
  private func sharesName(lift: Int, line: Int) -> Bool {
    guard let ofLift = lifts[lift].lift.name.map(NameFolding.fold), !ofLift.isEmpty,
      let ofRun = runs[tracks[line].feature].run.name.map(NameFolding.fold), !ofRun.isEmpty
    else { return false }
    return " \(ofLift) ".contains(" \(ofRun) ")
  }

  /// Returns whether an end of a lift is near an end of another lift.
  private func meetsAnotherLift(_ index: Int) throws -> Bool {
    func drawnEnds(_ track: ProjectedLine) -> [PlanePoint] {
      [track.plane[0], track.plane[track.plane.count - 1]]
    }
    let own = drawnEnds(lifts[index].track)
    return try drawn.liftEnds.lifts(
      meeting: lifts[index], within: GraphBuildOptions.stationToStationReachMetres
    )
    .contains {
      other in
      guard lifts[other].lift.id != lifts[index].lift.id else { return false }
      return drawnEnds(lifts[other].track).contains { place in
        own.contains { $0.distanceMetres(to: place) <= GraphBuildOptions.stationToStationReachMetres }
      }
    }
  }
}
