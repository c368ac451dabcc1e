import SkiGraph

extension DirectionsMaker {
  /// The distance from the ends of a run within which forks are covered by the turn there, in metres.
  static let turnMetres = 20.0
  /// The distance within which consecutive forks are merged, in metres.
  static let mergingMetres = 80.0
  /// The distance within which a fork with the same run is not repeated, in metres.
  static let repeatMetres = 400.0

  /// Returns the forks and flat sections within a run, in order.
  func within(_ leg: Instruction, line: Int) -> [Instruction] {
    let forks = thinned(forks(leg, line: line)).map { instruction(.keep($0.fork), leg, at: $0.metres) }
    return (forks + flats(leg)).sorted { $0.startMetres < $1.startMetres }
  }

  private func inner(_ leg: Instruction) -> ArraySlice<RouteLine.PassedNode> {
    let end = leg.startMetres + leg.lengthMetres
    guard leg.lengthMetres > 2 * Self.turnMetres else { return [] }
    return routeLine.passedNodes(from: leg.startMetres + Self.turnMetres, to: end - Self.turnMetres)
  }

  private func forks(_ leg: Instruction, line: Int) -> [(fork: Fork, metres: Double)] {
    let signs = signs(line)
    let end = leg.startMetres + leg.lengthMetres
    return inner(leg).compactMap { joint in
      forks.fork(at: joint, signs: signs, end: end).map { ($0, joint.metres) }
    }
  }

  /// Merges forks in quick succession to one side, and removes repetitions.
  private func thinned(_ all: [(fork: Fork, metres: Double)]) -> [(fork: Fork, metres: Double)] {
    var kept: [(fork: Fork, metres: Double)] = []
    var last: (fork: Fork, metres: Double)?
    for entry in all {
      defer { last = entry }
      if let before = kept.last, let last, before.fork.side == entry.fork.side {
        if entry.metres - last.metres < Self.mergingMetres {
          kept[kept.count - 1].fork.others = ForkFinder.signs(before.fork.others + entry.fork.others)
          continue
        }
        let known = Set(before.fork.others.compactMap(\.label))
        let isKnown = entry.fork.others.allSatisfy { $0.label.map(known.contains) ?? false }
        if isKnown, entry.metres - before.metres < Self.repeatMetres { continue }
      }
      kept.append(entry)
    }
    return kept
  }

  private func flats(_ leg: Instruction) -> [Instruction] {
    let end = leg.startMetres + leg.lengthMetres
    let parts = FlatFinder(routeLine: routeLine).parts(from: leg.startMetres, to: end)
    return parts.map { part in
      let length = part.metres.upperBound - part.metres.lowerBound
      let flat = FlatStretch(
        ascentMetres: part.ascentMetres, isWhole: length >= FlatFinder.wholeShare * leg.lengthMetres)
      return instruction(.push(flat), leg, at: part.metres.lowerBound, length: length)
    }
  }

  /// Returns the named runs that leave within a run, as landmarks.
  func passedRuns(_ leg: Instruction, line: Int) -> [LandmarkFinder.PlacedLandmark] {
    let signs = signs(line)
    let end = leg.startMetres + leg.lengthMetres
    return inner(leg).flatMap { joint -> [LandmarkFinder.PlacedLandmark] in
      guard let arrival = forks.arrivalBearing(joint.metres) else { return [] }
      let others = forks.others(at: joint, signs: signs, arrival: arrival, end: end, including: false)
      return others.compactMap { other in
        other.branch.sign.label.map {
          LandmarkFinder.PlacedLandmark(
            landmark: Landmark(kind: .run, name: $0, side: other.parting > 0 ? .right : .left),
            metres: joint.metres)
        }
      }
    }
  }
}
