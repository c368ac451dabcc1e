import SkiBase
import SkiGraph

/// Expectations of junctions and directions.
extension SampleCheck {
  /// Checks that the first feature meets one of the others at the place, or that none does.
  mutating func checkJoin(_ join: Bool) {
    let a = mountain.nodes(mountain.links(ids: [first]))
    let b = mountain.nodes(mountain.links(ids: ids.dropFirst()))
    check(!a.isEmpty && !b.isEmpty, "is not part of the network")
    let met = mountain.meetings(a, b, near: place, withinMetres: join ? 20 : 40)
    check(met.isEmpty != join, join ? "does not join" : "joins at \(met.map(\.position))")
  }

  /// Checks the distance between a run's end and the other run; with the join checked too, the gap must have
  /// been closed.
  mutating func checkGap(_ metres: Double) {
    guard let run = feature(first), let other = ids.last, let links = mountain.features[other]?.first else {
      return
    }
    let near = graph.snaps(near: run.end.coordinate, withinMetres: 50, limit: 10) {
      graph.links(of: links).contains($0.position)
    }
    let gap = near.map(\.distanceMetres).min()
    check(gap.map { abs($0 - metres) < 1.5 } ?? false, "ends \(gap ?? -1) m beside, not \(metres) m")
  }

  /// Checks that a run reaches the lower end of a lift and one leaves its upper end.
  mutating func checkLiftJoins() {
    guard let lift = feature(first), let foot = lift.startNode, let top = lift.endNode else {
      return check(false, "is not part of the network")
    }
    check(reachesRun(foot, leaving: false), "nothing leads to its foot")
    check(reachesRun(top, leaving: true), "nothing leads away from its top")
  }

  private func reachesRun(_ node: NodeIndex, leaving: Bool) -> Bool {
    (0..<graph.edgeCount).map { EdgeIndex($0) }.contains { edge in
      guard (leaving ? graph.tail(edge) : graph.head(edge)) == node else { return false }
      let link = graph.link(graph.link(of: edge))
      return link.kind == .run || (link.kind == .connector && [.liftToRun, .runToLift].contains(link.cause))
    }
  }

  mutating func checkLiftEnd(_ end: KeyPath<GraphFeature, GraphPoint>, _ metres: Double) {
    guard let lift = feature(first) else { return }
    let gap = mountain.metresToRun(lift[keyPath: end].coordinate)
    check(gap.map { abs($0 - metres) < 2 } ?? false, "is \(gap ?? -1) m from a run, not \(metres) m")
  }

  /// Checks that lifts have nodes at their stations and nowhere else.
  mutating func checkNoMidSpanBoarding() {
    for id in ids {
      guard let lift = feature(id), lift.kind == .lift else { continue }
      let stations = (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }.filter {
        $0.parent.map { graph.feature($0).id == lift.id } ?? false
      }
      let stops = Set(stations.compactMap(\.startNode) + [lift.startNode, lift.endNode].compactMap(\.self))
      let nodes = mountain.nodes(mountain.links(ids: [id]))
      check(nodes.isSubset(of: stops), "\(nodes.count) places on a lift of \(stops.count) stations")
      check(nodes.count >= 2, "the lift is not part of the network")
    }
  }

  mutating func checkLowerConfidence() {
    let runs = ids.map { mountain.links(ids: [$0]) }
    let a = runs.first.map(mountain.nodes) ?? []
    let b = runs.last.map(mountain.nodes) ?? []
    for node in mountain.meetings(a, b, near: place, withinMetres: 20) {
      let least = runs.joined().filter { $0.tail == node || $0.head == node }.map(\.confidencePercent)
      check(least.allSatisfy { $0 < 100 }, "is as sure as a mapped junction: \(least)")
    }
  }

  /// Checks that the feature is travelled against its line, in the direction of its kind, and is reported.
  mutating func checkTurned() {
    guard let feature = feature(first) else { return }
    let links = mountain.links(ids: [first])
    check(!links.isEmpty, "is not part of the network")
    for link in links {
      let isAgainst = link.startOffsetCentimetres > link.endOffsetCentimetres
      check(isAgainst ? !link.allowsBackward : !link.allowsForward, "may be gone as it is drawn")
    }
    let climb = (feature.end.elevationMetres ?? 0) - (feature.start.elevationMetres ?? 0)
    check(feature.kind == .lift ? climb > 10 : climb < -10, "climbs \(climb) m")
    check(mountain.reports(first, .mended), "the report says nothing about it")
  }

  mutating func checkTwoWay() {
    let links = mountain.links(ids: [first])
    check(!links.isEmpty, "is not part of the network")
    check(links.allSatisfy { $0.allowsForward && $0.allowsBackward }, "is one-way")
  }

  mutating func checkDownhill() {
    guard let run = feature(first) else { return }
    let links = mountain.links(ids: [first])
    check(run.uses.contains(.downhill) && !links.isEmpty, "is no downhill run of the network")
    check(links.allSatisfy { $0.allowsForward != $0.allowsBackward }, "goes both ways")
    check((run.start.elevationMetres ?? 0) > (run.end.elevationMetres ?? 0), "goes up")
  }

  /// Checks that the feature is left out or opt-in.
  mutating func checkNotDownhill() {
    for index in mountain.features[first] ?? [] {
      check(!graph.feature(index).uses.contains(.downhill), "is taken for a downhill run")
    }
    let links = mountain.links(ids: [first])
    check(links.allSatisfy { $0.flags.contains(.optIn) }, "is used without being asked for")
    check(!links.isEmpty || mountain.reports(first, .leftOut), "the report says nothing about it")
  }

  mutating func checkMeanGradient(_ most: Double) {
    guard let run = feature(first) else { return }
    let metres = mountain.links(ids: [first]).reduce(0.0) {
      $0 + Double($1.distancesCentimetres.last ?? 0) / 100
    }
    let drop = (run.start.elevationMetres ?? 0) - (run.end.elevationMetres ?? 0)
    check(metres > 1000 && drop > 0 && drop / metres <= most, "falls \(drop) m over \(metres) m")
  }

  /// Checks that one boards (or alights from) the lift at the station, and that a run leads to (or from) it.
  mutating func checkMidStation(boarding: Bool) {
    guard let place, let lift = feature(first) else { return check(false, "has no place") }
    let links = mountain.links(ids: [first])
    let here = mountain.nodes(links).filter { mountain.metres($0, place) < 60 }
    check(here.count == 1, "\(here.count) stations there")
    for node in here {
      check(node != lift.startNode && node != lift.endNode, "is an end of the lift")
      let rides = links.filter {
        boarding
          ? ($0.allowsForward && $0.tail == node) || ($0.allowsBackward && $0.head == node)
          : ($0.allowsForward && $0.head == node) || ($0.allowsBackward && $0.tail == node)
      }
      check(!rides.isEmpty, boarding ? "no lift is boarded there" : "no lift ends there")
      check(reachesRun(node, leaving: !boarding), "no run \(boarding ? "leads there" : "leads away")")
    }
  }
}
