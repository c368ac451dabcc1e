import FoundationEssentials
import SkiBase
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTerrain
import SkiTestSupport
import Testing

/// Routes over the sample mountain: those of its list, random ones, and the same ones in both forms.
struct SampleRouteTests {
  @Test(arguments: SampleFormat.allCases)
  func `the listed routes exist or not as stated and break no rule`(form: SampleFormat) async throws {
    let mountain = try await SampleMountain(form)
    let raw = try mountain.rawArea()
    let expectedRoutes = try SampleExpectations.read().routes
    #expect(expectedRoutes.count == 10)
    for expected in expectedRoutes {
      let ceiling = try #require(DifficultyCeiling(word: expected.maxDifficulty))
      let request = RouteRequest.fastest(
        from: .place(try mountain.finder.place(expected.from)),
        to: .place(try mountain.finder.place(expected.to)),
        profile: SkierProfile(ceiling: ceiling))
      guard case .answer(let route) = try Router(graph: mountain.graph).route(request) else {
        #expect(!expected.exists, "\(form): no route \(expected)")
        continue
      }
      #expect(expected.exists, "\(form): a route \(expected)")
      let checked = raw.check(RawRoute(route), for: RawRequest(ceiling: expected.maxDifficulty))
      #expect(checked.violations.isEmpty, "\(form): \(expected): \(checked.violations)")
    }
  }

  @Test(arguments: SampleFormat.allCases)
  func `two thousand routes cost the same as the reference and break no rule`(
    form: SampleFormat
  ) async throws {
    let mountain = try await SampleMountain(form)
    let graph = mountain.graph
    let raw = try mountain.rawArea()
    var tally = RouteTally()
    var random = SeededGenerator(seed: 2)
    let session = RouteSession(Router(graph: graph))
    for number in 0..<40 {
      let ceiling: String? = [nil, "red", "blue", "green"][number % 4]
      let profile = SkierProfile(ceilingWord: ceiling)
      let start = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
      let reference = ReferenceRouting(graph: graph, profile: profile)
      let truth = reference.distances(from: start, arcs: reference.arcs())
      for _ in 0..<50 {
        let end = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        let request = RouteRequest.fastest(from: .node(start), to: .node(end), profile: profile)
        let route = try tally.compare(session, request, truth: truth[end.position])
        if let route { tally.add(route, ceiling, by: raw) }
      }
    }
    print("sample, \(form), seed 2: \(tally.summary)")
    #expect(tally.wrongCosts == 0, "seed 2: \(tally.summary)")
    #expect(tally.rules.isEmpty, "seed 2: \(tally.summary)")
    #expect(tally.found > 300, "seed 2: \(tally.summary)")
  }

  @Test func `a start or a destination moved by 12 m changes the time by two and a half minutes at most`()
    async throws
  {
    let graph = try await SampleMountain(.openskimap).graph
    let session = RouteSession(Router(graph: graph))
    var random = SeededGenerator(seed: 12)
    let milliseconds = { (from: Coordinate, to: Coordinate, limit: Double) -> Int? in
      let request = RouteRequest.fastest(
        from: .coordinate(from), to: .coordinate(to), profile: SkierProfile(ability: .expert),
        snapLimitMetres: limit)
      return try session.route(request).value?.totalMilliseconds()
    }
    let place = { (random: inout SeededGenerator, metres: Double) -> Coordinate in
      let points = graph.link(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &random))).points
      return random.pick(points).coordinate.moved(metres: metres, &random)
    }
    var compared = 0
    for _ in 0..<400 {
      let (one, far) = (place(&random, random.pick([0, 20, 80])), place(&random, 0))
      // The order of two places on one link is not a matter of metres.
      if one.distanceMetres(to: far) < 1000 { continue }
      let other = one.moved(metres: 12, &random)
      // All that the one reaches is within reach of the other.
      for (near, wide) in [
        (try milliseconds(other, far, 138), try milliseconds(one, far, 150)),
        (try milliseconds(far, other, 138), try milliseconds(far, one, 150)),
      ] {
        guard let near else { continue }
        // 12 m on foot and 12 m along the link, each with a climb of up to 12 m, 6 s a metre.
        #expect((wide ?? .max) - near <= 150_000, "\(one), \(other), \(far)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  @Test(arguments: ["red", "blue"])
  func `both forms of the mountain give the same times between lifts within 5 %`(ceiling: String) async throws
  {
    let maps = try await SampleMountain(.openskimap)
    let tags = try await SampleMountain(.osm)
    let lifts = maps.liftNames()
    #expect(lifts == tags.liftNames() && lifts.count > 10)
    var differences: [String] = []
    var compared = 0
    for from in lifts {
      for to in lifts where to != from {
        let a = try maps.milliseconds(from, to, ceiling)
        let b = try tags.milliseconds(from, to, ceiling)
        compared += a == nil ? 0 : 1
        if let a, let b, abs(Double(a) / Double(b) - 1) <= 0.05 { continue }
        if a == nil && b == nil { continue }
        differences.append("\(from) to \(to): \(a ?? -1) and \(b ?? -1) ms")
      }
    }
    print("sample, both forms, \(ceiling): \(compared) ways, \(differences.count) differ")
    #expect(differences.isEmpty, "\(ceiling): \(differences.joined(separator: "\n"))")
    #expect(compared > 40)
  }
}

extension SampleMountain {
  /// Returns the raw files for the checker; elevations missing in the file are those of the tiles.
  func rawArea() throws -> RawArea {
    let folder = SampleFiles.folder.appending(path: form.rawValue)
    let elevation = elevation
    let heights = RawHeights { latitude, longitude in
      (try? elevation.elevationMetres(at: .init(latitude: latitude, longitude: longitude))) ?? nil
    }
    return try RawArea(
      runs: [folder.appending(path: "runs.geojson")], lifts: [folder.appending(path: "lifts.geojson")],
      spots: [folder.appending(path: "spots.geojson")], heights: heights)
  }

  /// Returns the names of all lifts of the network, in order.
  fileprivate func liftNames() -> [String] {
    (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }
      .filter { $0.kind == .lift && $0.startNode != nil }.compactMap(\.name).sorted()
  }

  /// Returns the milliseconds from the boarding end of one lift to that of another; nil without a route.
  fileprivate func milliseconds(_ from: String, _ to: String, _ ceiling: String) throws -> Int? {
    let profile = SkierProfile(ceiling: DifficultyCeiling(word: ceiling))
    let request = RouteRequest.fastest(
      from: .place(try finder.place("lift:" + from)), to: .place(try finder.place("lift:" + to)),
      profile: profile)
    guard case .answer(let route) = try Router(graph: graph).route(request) else { return nil }
    return route.totalMilliseconds()
  }
}

extension Coordinate {
  /// Returns the place some metres away in a random direction.
  fileprivate func moved(metres: Double, _ random: inout SeededGenerator) -> Coordinate {
    let scale = LocalScale(latitude: latitude)
    let east = Double.random(in: -1...1, using: &random)
    let north = (1 - east * east).squareRoot() * (random.happens(0.5) ? 1 : -1)
    return Coordinate(
      latitude: latitude + metres * north / scale.metresPerDegreeLatitude,
      longitude: longitude + metres * east / scale.metresPerDegreeLongitude)
  }
}
