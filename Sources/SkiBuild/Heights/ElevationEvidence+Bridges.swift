/// An observation that may connect two parts of a group.
private struct Bridge {
  var metres: Double
  var unknown: Int
  var place: KnotInterval
  /// The number of the end of a line from which it leads.
  var end: Int
  /// The line to which it leads.
  var line: Int

  /// Returns whether it is observed before another one.
  static func isBefore(_ a: Bridge, _ b: Bridge) -> Bool {
    if a.metres != b.metres { return a.metres < b.metres }
    return (a.unknown, a.place.before, a.end, a.line) < (b.unknown, b.place.before, b.end, b.line)
  }
}

/// The bridges from one end of a line, by the part of the knot before each place.
private struct BridgesOfEnd {
  let point: PlanePoint
  let unknown: Int
  let number: Int
  /// The shortest bridge to each part, where it connects the part.
  var best: [Int: Bridge] = [:]
  /// The bridges that don't reach the knot before their place.
  var others: [Bridge] = []
}

extension ElevationEvidence {
  /// The search distances in metres for observations between disconnected parts.
  private static let bridgeMetres = [200.0, 600.0, 2000.0]

  /// Observes that disconnected parts have about the same elevation where their ends are nearest, so that all
  /// elevations have one zero.
  /// - Complexity: O(*e* · *k* log *k*) in ends of lines and lines within reach of each.
  func bridgeParts(_ model: inout ElevationModel) throws {
    for reach in Self.bridgeMetres where isDisconnected(model) {
      for bridge in try bridges(within: reach, model).sorted(by: Bridge.isBefore)
      where model.parts.root(of: bridge.unknown) != model.parts.root(of: bridge.place.before) {
        model.observe(
          ElevationObservation(
            level: bridge.unknown, with: bridge.place,
            deviationMetres: 1 + Self.levelDeviation * bridge.metres))
      }
    }
  }

  /// Returns whether ends of lines are in parts that no observation connects.
  private func isDisconnected(_ model: ElevationModel) -> Bool {
    guard let first = model.lines.first?.unknowns.first else { return false }
    let root = model.parts.root(of: first)
    return model.lines.contains { line in
      [line.unknowns.first, line.unknowns.last].contains { end in
        end.map { model.parts.root(of: $0) != root } ?? false
      }
    }
  }

  /// Returns the shortest bridge within some metres from each end of a line to each other part, the first of equals.
  ///
  /// A longer one to the same part is never needed, unless the shorter one does not reach the knot before its place.
  private func bridges(within reach: Double, _ model: ElevationModel) throws -> [Bridge] {
    let parts = model.lines.map { line in
      line.unknowns.reduce(into: [Int]()) { parts, unknown in
        let part = model.parts.root(of: unknown)
        if !parts.contains(part) { parts.append(part) }
      }
    }
    var bridges: [Bridge] = []
    for (number, line) in model.lines.enumerated() {
      let track = track(of: line.line)
      for (at, metres) in [(0, line.metres.first), (1, line.metres.last)] {
        guard let metres, let unknown = at == 0 ? line.unknowns.first : line.unknowns.last else { continue }
        var end = BridgesOfEnd(
          point: track.point(track.position(atMetres: metres)), unknown: unknown, number: 2 * number + at)
        try addBridges(&end, within: reach, parts, model)
        bridges.append(contentsOf: end.others)
        bridges.append(contentsOf: end.best.values)
      }
    }
    return bridges
  }

  /// Adds the bridges from an end of a line, near lines first, so that most others need no search.
  /// - Parameter parts: The parts of each line's knots, that of its first knot first.
  private func addBridges(
    _ end: inout BridgesOfEnd, within reach: Double, _ parts: [[Int]], _ model: ElevationModel
  ) throws {
    let own = model.parts.root(of: end.unknown)
    let near = try index.lines(near: end.point, within: reach)
      .filter { other in parts[other].first.map { $0 != own } ?? false }
      .map { (square: network.lines[$0].course.box.squareMetres(to: end.point), line: $0) }
      .sorted { $0 < $1 }
    for (_, other) in near {
      var limit = 0.0
      for part in parts[other] where part != own { limit = max(limit, end.best[part]?.metres ?? reach) }
      guard let (position, distance) = network.lines[other].nearest(to: end.point, within: limit),
        let place = model.lines[other].place(atMetres: network.lines[other].metres(to: position))
      else { continue }
      let part = model.parts.root(of: place.before)
      let bridge = Bridge(
        metres: distance, unknown: end.unknown, place: place, end: end.number, line: other)
      if let known = end.best[part], Bridge.isBefore(known, bridge) { continue }
      if place.share < 1 || model.parts.root(of: place.after) == part {
        end.best[part] = bridge
      } else {
        end.others.append(bridge)
      }
    }
  }
}
