extension PermissiveGraph {
  /// Metres a mapped station may stand off its lift's line.
  private static let stationReach = 60.0

  mutating func addLift(_ id: String) {
    var lift = LiftEnds()
    for index in area.liftsByID[id] ?? [] {
      let feature = area.features[index]
      guard feature.tags.isOperating, feature.tags.liftKind != nil else { continue }
      lift.name = lift.name ?? feature.tags.name
      for line in feature.lines where line.points.count > 1 { addRides(line, id, &lift) }
    }
    if !lift.boards.isEmpty { lifts[id] = lift }
  }

  private mutating func addRides(_ line: RawLine, _ id: String, _ lift: inout LiftEnds) {
    var places: [(offset: Double, point: SIMD2<Double>)] = []
    if let first = line.points.first, let last = line.points.last, let end = line.offsets.last {
      places = [(0, first), (end, last)]
    }
    for station in area.stations where station.lift ?? id == id {
      if let foot = foot(of: station.point, on: line), foot.distance <= Self.stationReach {
        places.append((foot.offset, station.point))
      }
    }
    places.sort { $0.offset < $1.offset }
    let nodes = places.map { node($0.point, height: height(at: $0.point)) }
    stations += nodes.map { (id, $0) }
    for low in nodes.indices {
      for high in nodes.indices where high > low {
        if line.allowsForward { addRide(nodes[low], nodes[high], &lift) }
        if line.allowsBackward { addRide(nodes[high], nodes[low], &lift) }
      }
    }
  }

  private mutating func addRide(_ tail: Int, _ head: Int, _ lift: inout LiftEnds) {
    out[tail].append(head)
    lift.boards.append(tail)
    lift.alights.append(head)
  }

  private func foot(of point: SIMD2<Double>, on line: RawLine) -> (distance: Double, offset: Double)? {
    (1..<line.points.count).map { index in
      let (a, b) = (line.points[index - 1], line.points[index])
      let (distance, fraction) = nearest(point, on: a, b)
      return (distance, line.offsets[index - 1] + length(b - a) * fraction)
    }.min { $0.0 < $1.0 }
  }

  /// Joins every station with the nearest place of each run, and with each other station, within reach.
  mutating func joinStations() {
    for (number, station) in stations.enumerated() {
      let point = points[station.node]
      for (track, foot) in grid.feet(of: point, within: Self.liftReach).sorted(by: { $0.key < $1.key })
      where !tracks[track].isRing {
        join(station.node, addStop(track, foot.segment, foot.offset, foot.point))
      }
      for other in stations.dropFirst(number + 1)
      where length(points[other.node] - point) <= Self.liftReach { join(station.node, other.node) }
    }
  }
}
