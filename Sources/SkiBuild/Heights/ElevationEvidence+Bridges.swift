extension ElevationEvidence {
  /// The search distances in metres for observations between disconnected parts.
  private static let bridgeMetres = [200.0, 600.0, 2000.0]

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

  /// Observes that disconnected parts have about the same elevation where their ends are nearest, so that all
  /// elevations have one zero.
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

  /// An observation between parts that is possible.
  private struct Bridge {
    var metres: Double
    var unknown: Int
    var place: KnotInterval
    /// The line at whose end it begins, and the one to which it leads.
    var lines: (from: Int, to: Int)

    /// Returns whether it is observed before another one: by length, then in the order of unknowns and lines.
    static func isBefore(_ a: Bridge, _ b: Bridge) -> Bool {
      if a.metres != b.metres { return a.metres < b.metres }
      return (a.unknown, a.place.before, a.lines.from, a.lines.to)
        < (b.unknown, b.place.before, b.lines.from, b.lines.to)
    }
  }

  /// Returns the shortest bridge within some metres from each end of a line to each other part, the first of equals.
  ///
  /// A longer one to the same part is never needed, unless the shorter one does not reach the knot before its place.
  private func bridges(within reach: Double, _ model: ElevationModel) throws -> [Bridge] {
    let parts = model.lines.map { line in line.unknowns.map { model.parts.root(of: $0) } }
    let only = parts.map { roots in
      roots.first.flatMap { root in roots.allSatisfy { $0 == root } ? root : nil }
    }
    var bridges: [Bridge] = []
    for (number, line) in model.lines.enumerated() {
      let track = track(of: line.line)
      for (metres, unknown) in [
        (line.metres.first, line.unknowns.first), (line.metres.last, line.unknowns.last),
      ] {
        guard let metres, let unknown,
          let own = unknown == line.unknowns.first ? parts[number].first : parts[number].last
        else { continue }
        let point = track.point(track.position(atMetres: metres))
        var best: [Int: Bridge] = [:]
        for other in try index.lines(near: point, within: reach)
        where parts[other].first.map({ $0 != own }) ?? false {
          let limit = only[other].flatMap { best[$0]?.metres } ?? reach
          guard let (position, distance) = network.lines[other].nearest(to: point, within: limit),
            let place = model.lines[other].place(atMetres: network.lines[other].metres(to: position))
          else { continue }
          let root = model.parts.root(of: place.before)
          let bridge = Bridge(
            metres: distance, unknown: unknown, place: place, lines: (number, other))
          if let known = best[root], (known.metres, known.place.before) <= (distance, place.before) {
            continue
          }
          if place.share < 1 || model.parts.root(of: place.after) == root {
            best[root] = bridge
          } else {
            bridges.append(bridge)
          }
        }
        bridges.append(contentsOf: best.values)
      }
    }
    return bridges
  }
}
