import SkiBase
import SkiGraph

/// The measured ski areas of a group, and the area of each feature.
struct MeasuredAreas {
  var areas: [GraphArea] = []
  var ofRun: [Int?]
  var ofLift: [Int?]
}

/// The clustering of lifts and runs into ski areas.
struct AreaMeasurement: BuildStage {
  let context: BuildContext
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial indexes of the features.
  let drawn: GroupIndexes
  let runs: [LocalRun]
  let lifts: [LocalLift]
  /// The mapped ski areas, which give measured ones their names.
  let mapped: SkiAreaIndex

  /// Returns the clusters of lift ends and run lines by single linkage.
  ///
  /// Ski tours and hikes join nothing. Runs mapped as areas belong to the first cluster nearby. A cluster needs two
  /// lifts.
  /// - Complexity: O(*n* log *n* + *k*) for *k* pairs near each other.
  func measured() throws -> MeasuredAreas {
    var sets = UnionFind(count: runs.count + lifts.count)
    try joinRuns(&sets)
    try joinLifts(&sets)
    try joinAreas(&sets)
    var liftCounts: [Int: Int] = [:]
    for lift in lifts.indices { liftCounts[sets.find(runs.count + lift), default: 0] += 1 }
    var result = MeasuredAreas(ofRun: [], ofLift: [])
    var numbers: [Int: Int] = [:]
    var members: [Int: [Int]] = [:]
    for member in 0..<runs.count + lifts.count { members[sets.find(member), default: []].append(member) }
    for set in liftCounts.keys.sorted() where liftCounts[set, default: 0] >= 2 {
      numbers[set] = result.areas.count
      result.areas.append(area(members[set] ?? [], lifts: liftCounts[set, default: 0]))
    }
    result.ofRun = runs.indices.map { numbers[sets.find($0)] }
    result.ofLift = lifts.indices.map { numbers[sets.find(runs.count + $0)] }
    return result
  }

  private func joinRuns(_ sets: inout UnionFind) throws {
    for (a, b) in try drawn.lines.pairs(within: GraphBuildOptions.areaLinkageMetres) {
      let (first, second) = (tracks[a].feature, tracks[b].feature)
      guard sets.find(first) != sets.find(second), !tracks[a].isClimbed, !tracks[b].isClimbed,
        try drawn.lines.areWithin(GraphBuildOptions.areaLinkageMetres, a, b)
      else { continue }
      sets.union(first, second)
    }
  }

  private func joinLifts(_ sets: inout UnionFind) throws {
    let reach = GraphBuildOptions.areaLinkageMetres
    let ends = lifts.flatMap(\.drawnEnds)
    let tree = BoxIndex(ends.map { PlaneBox($0) }, stop: stop)
    for (number, end) in ends.enumerated() {
      for other in try tree.query(PlaneBox(end, grownBy: reach))
      where end.distanceMetres(to: ends[other]) <= reach {
        sets.union(runs.count + number / 2, runs.count + other / 2)
      }
      for line in try drawn.lines.lines(near: end, within: reach)
      where !tracks[line].isClimbed {
        if tracks[line].nearest(to: end, within: reach) != nil {
          sets.union(runs.count + number / 2, tracks[line].feature)
        }
      }
    }
  }

  /// Adds runs mapped as areas to the first cluster nearby, so that they don't link clusters.
  private func joinAreas(_ sets: inout UnionFind) throws {
    let reach = GraphBuildOptions.areaLinkageMetres
    for run in runs.indices {
      guard let area = runs[run].areas.first else { continue }
      let near = try drawn.lines.lines(near: area.box.grown(by: reach)).first { line in
        try !tracks[line].isClimbed
          && area.shape.isWithin(reach, of: drawn.lines.shape(line))
      }
      if let near {
        sets.union(run, tracks[near].feature)
      } else if let lift = try drawn.liftEnds.lifts(in: area.box.grown(by: reach + 1))
        .first(where: { try isNear(area, lifts[$0], reach) })
      {
        sets.union(run, runs.count + lift)
      }
    }
  }

  private func isNear(_ area: LocalArea, _ lift: LocalLift, _ metres: Double) throws -> Bool {
    try lift.drawnEnds.contains { end in
      try area.box.grown(by: metres).contains(end) && area.shape.isWithin(metres, of: geos.point(end))
    }
  }

  private func area(_ members: [Int], lifts count: Int) -> GraphArea {
    var places: [Coordinate] = []
    var votes: [SourceID: Int] = [:]
    for member in members {
      let isLift = member >= runs.count
      let named = isLift ? lifts[member - runs.count].lift.skiAreaIDs : runs[member].run.skiAreaIDs
      let track =
        isLift ? lifts[member - runs.count].track : runs[member].lines.first.map { tracks[$0] }
      let own = track?.places.map(\.coordinate) ?? []
      places.append(contentsOf: own)
      let ids = named.isEmpty ? mapped.ids(around: own.first) : named
      for id in ids { votes[id, default: 0] += 1 }
    }
    let best = votes.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    let winner = best.flatMap { mapped.area($0) }
    let bounds = BoundingBox(places) ?? BoundingBox(south: 0, west: 0, north: 0, east: 0)
    return GraphArea(
      name: winner?.name, id: winner?.id ?? best, operatingLiftCount: count, bounds: bounds,
      zone: zone(of: members))
  }

  /// Returns the time zone in which most lifts of a cluster start.
  ///
  /// An area has one clock, also where it lies on both sides of a border.
  private func zone(of members: [Int]) -> String? {
    var votes: [String: Int] = [:]
    for member in members where member >= runs.count {
      guard let start = lifts[member - runs.count].track.places.first?.coordinate,
        let zone = ZoneTable.shipped.zone(at: start)
      else { continue }
      votes[zone, default: 0] += 1
    }
    return votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
