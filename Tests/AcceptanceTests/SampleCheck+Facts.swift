import SkiBase
import SkiGraph
import SkiRouting
import SkiTerrain
import SkiTestSupport

/// Expectations of difficulties, uses, names, elevations, and the parts of a feature in use.
extension SampleCheck {
  mutating func checkEstimated() {
    guard let run = feature(first) else { return }
    check(run.difficulty == nil, "is graded \(run.difficulty?.rawValue ?? "")")
    check(run.estimatedDifficulty != nil || run.isArea, "has no estimate")
    for link in mountain.links(ids: [first]) where !link.flags.contains(.difficultyFromOverlap) {
      check(link.flags.contains(.difficultyEstimated) && link.difficulty != nil, "a piece has no estimate")
    }
  }

  /// Checks that at least 200 m of the first run have the harder difficulty of the run beside it, and the
  /// rest its own.
  mutating func checkOverlap(_ word: String) {
    guard let run = feature(first) else { return }
    var metres = 0.0
    for link in mountain.links(ids: [first]) {
      guard link.flags.contains(.difficultyFromOverlap) else {
        check(link.difficulty == run.difficulty, "a piece apart has another grade")
        continue
      }
      metres += Double(link.distancesCentimetres.last ?? 0) / 100
      check(link.difficulty == Difficulty(rawValue: word), "is \(link.difficulty?.rawValue ?? "ungraded")")
    }
    check(metres >= 200, "overlaps for \(metres) m")
  }

  mutating func checkUses(_ words: [String]) {
    let known: [String: RunUses] = [
      "downhill": .downhill, "skitour": .skitour, "connection": .connection, "hike": .hike, "nordic": .nordic,
      "sled": .sled,
    ]
    guard let run = feature(first) else { return }
    check(words.allSatisfy { known[$0] != nil }, "no rule for \(words)")
    check(run.uses == RunUses(words.compactMap { known[$0] }), "is used for \(run.uses)")
    check(!mountain.links(ids: [first]).isEmpty, "is not part of the network")
  }

  mutating func checkUsed(_ used: Bool) {
    let links = mountain.links(ids: [first])
    check(links.isEmpty != used, used ? "is not part of the network" : "is part of the network")
    check(mountain.reports(first, .leftOut) != used, "the report says the contrary")
  }

  /// Checks that the feature is in the map or reported as left out.
  mutating func checkKept() {
    check(mountain.features[first] != nil || mountain.reports(first, .leftOut), "is lost without a word")
  }

  mutating func checkOnce() {
    check(mountain.features[first]?.count == 1, "is there \(mountain.features[first]?.count ?? 0) times")
    check(mountain.reports(first, .leftOut, code: "duplicateFeature"), "the report says nothing")
  }

  mutating func checkNameless() {
    guard let run = feature(first) else { return }
    check(run.name == nil, "is called \(run.name ?? "")")
  }

  mutating func checkNames(_ names: [String]) {
    check(names.count == ids.count, "\(names.count) names for \(ids.count) features")
    for (id, name) in zip(ids, names) {
      guard let feature = feature(id) else { continue }
      check(feature.name == name, "is called \(feature.name ?? "-")")
      let prefix = "\(feature.kind.rawValue):"
      let found = try? mountain.finder.place(prefix + name)
      check(found.map { graph.feature($0.feature).id.rawValue } == id, "\(name) is not found")
    }
  }

  mutating func checkFindable() {
    guard let lift = feature(first), let name = lift.name else { return check(false, "has no name") }
    let found = try? mountain.finder.place(name)
    check(found.map { graph.feature($0.feature).id } == lift.id, "\(name) is not found")
    check(found?.kind == lift.kind && found?.node == nil, "\(name) is found in the network")
  }

  mutating func checkStatus(_ word: String) {
    guard let feature = feature(first) else { return }
    check(feature.status.rawValue == word, "is \(feature.status.rawValue)")
  }

  /// Checks that every point has an elevation within 12 m of the ground; mended elevations are reported.
  mutating func checkHeights(mended: Bool) {
    for id in ids {
      let links = mountain.links(ids: [id])
      check(!links.isEmpty, "\(id) is not part of the network")
      check(links.allSatisfy { $0.flags.contains(.hasElevation) }, "\(id) has no profile")
      for point in links.flatMap(\.points) {
        let ground = (try? mountain.elevation.elevationMetres(at: point.coordinate)) ?? nil
        let off = ground.flatMap { ground in point.elevationMetres.map { abs($0 - ground) } }
        check(off.map { $0 < 12 } ?? false, "\(id) is \(off ?? -1) m off the ground")
      }
      if mended { check(mountain.reports(id, .mended), "the report says nothing about \(id)") }
    }
  }

  /// Checks that the run leads down to the lower end of the lift under the ceiling.
  mutating func checkEnter(_ word: String) {
    if case .answer? = answer(from: first, to: ids[1], ceiling: word) { return }
    check(false, "no way in under \(word)")
  }

  /// Checks that a route from the lift back to the top of the run exists under this grade and under none
  /// easier.
  mutating func checkLeave(_ word: String) {
    if case .answer? = answer(from: ids[1], to: first, ceiling: word) {} else { check(false, "no way out") }
    guard case .word(let easier)? = trap.expect["enter"] else { return check(false, "no grade to enter by") }
    guard case .noAnswer(let reason)? = answer(from: ids[1], to: first, ceiling: easier) else {
      return check(false, "a way out under \(easier)")
    }
    check(reason.leastCeiling == Difficulty(rawValue: word), "least is \(reason.leastCeiling as Any)")
  }

  private func answer(from: String, to: String, ceiling: String) -> Answer<Route>? {
    guard let from = try? mountain.finder.place(from), let to = try? mountain.finder.place(to) else {
      return nil
    }
    let profile = SkierProfile(ceiling: DifficultyCeiling(word: ceiling))
    return try? Router(graph: graph).route(
      RouteRequest.fastest(from: .place(from), to: .place(to), profile: profile))
  }

  mutating func checkConvention(_ word: String) {
    for id in ids {
      guard let feature = feature(id) else { continue }
      check(feature.convention.rawValue == word, "\(id) is of \(feature.convention.rawValue)")
    }
  }
}
