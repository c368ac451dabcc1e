extension PermissiveGraph {
  /// The values of `piste:type` or `uses` of runs open to every skier.
  private static let skied: Set = ["downhill", "connection", "snow_park", "yes"]

  mutating func addTracks() {
    for index in area.runsByID.values.joined().sorted() {
      let (feature, tags) = (area.features[index], area.features[index].tags)
      guard tags.isOperating, tags.uses.isEmpty || !tags.uses.isDisjoint(with: Self.skied) else { continue }
      let rings = Set(feature.polygons.joined())
      for line in feature.lines.indices where feature.lines[line].points.count > 1 {
        tracks.append(PermissiveTrack(feature: index, line: line, isRing: rings.contains(line)))
      }
    }
  }

  mutating func addToGrid(_ track: Int) {
    let line = area.features[tracks[track].feature].lines[tracks[track].line]
    for segment in 1..<line.points.count {
      let (a, b) = (line.points[segment - 1], line.points[segment])
      let count = max(1, (length(b - a) / Self.spacing).rounded(.up))
      for number in 0..<Int(min(count, 100_000)) {
        let (from, to) = (Double(number) / count, Double(number + 1) / count)
        let start = a + (b - a) * from
        let offset = line.offsets[segment - 1] + length(b - a) * from
        grid.insert(
          PermissivePiece(
            track: track, segment: segment - 1, start: start, end: a + (b - a) * to, offset: offset))
        if !tracks[track].isRing { addStop(track, segment - 1, offset, start) }
      }
    }
    if !tracks[track].isRing, let last = line.points.last, let end = line.offsets.last {
      addStop(track, line.points.count - 2, end, last)
    }
  }

  /// Adds a node on a track.
  @discardableResult
  mutating func addStop(_ track: Int, _ segment: Int, _ offset: Double, _ point: SIMD2<Double>) -> Int {
    let node = node(point, height: height(track, segment, offset, point))
    tracks[track].stops.append((offset, node))
    return node
  }

  private func height(_ track: Int, _ segment: Int, _ offset: Double, _ point: SIMD2<Double>) -> Double? {
    let line = area.features[tracks[track].feature].lines[tracks[track].line]
    let span = line.offsets[segment + 1] - line.offsets[segment]
    let fraction = span > 0 ? (offset - line.offsets[segment]) / span : 0
    if line.hasElevations { return line.elevation(segment: segment, fraction: fraction) }
    return height(at: point)
  }

  func height(at point: SIMD2<Double>) -> Double? {
    let vertex = area.plane.vertex(point)
    return area.heights?.metres(vertex.latitude, vertex.longitude)
  }

  /// Joins every place of a run with the nearest place of each other run within reach.
  ///
  /// Only the sampled places of a line start a join, not those added by joins, which would join parallel runs
  /// repeatedly.
  mutating func joinRuns() {
    for (track, stops) in tracks.map(\.stops).enumerated() {
      for stop in stops {
        let feet = grid.feet(of: points[stop.node], within: Self.runReach).sorted { $0.key < $1.key }
        for (other, foot) in feet where other != track && !tracks[other].isRing {
          join(stop.node, addStop(other, foot.segment, foot.offset, foot.point))
        }
      }
    }
  }

  /// Links consecutive places of each run in the directions it may be skied.
  mutating func linkTracks() {
    for track in tracks where !track.isRing {
      let line = area.features[track.feature].lines[track.line]
      let stops = track.stops.sorted { $0.offset < $1.offset }
      for (a, b) in zip(stops, stops.dropFirst()) {
        if line.allowsForward || a.offset == b.offset { out[a.node].append(b.node) }
        if line.allowsBackward || a.offset == b.offset { out[b.node].append(a.node) }
      }
    }
  }
}
