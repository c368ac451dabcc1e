import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Matrices compared with the fastest route of each pair.
struct MatrixOracleTests {
  @Test(arguments: UInt64(1)...120)
  func `times of a matrix equal those of the fastest routes`(seed: UInt64) throws {
    var world = try RandomWorld(seed: seed)
    let map = try MapContents(regions: [world.builder]).map()
    let router = MapRouter(map: map)
    let profile = world.profile()
    let sources = (0..<11).map { _ in world.endpoint() }
    // Some destinations are sources too.
    let destinations = (0..<7).map { _ in world.endpoint() } + sources.prefix(3)
    let matrix = try router.matrix(from: sources, to: destinations, profile: profile)
    #expect((matrix.sourceCount, matrix.destinationCount) == (11, 10))
    for (row, source) in sources.enumerated() {
      for (column, destination) in destinations.enumerated() {
        let request = RouteRequest(
          from: source, to: destination, profile: profile, objective: .fastest)
        let route = try router.route(request).value
        #expect(
          matrix.milliseconds(from: row, to: column).map(Int.init) == route?.totalMilliseconds(),
          "seed \(seed), \(row) to \(column)")
      }
    }
  }

  @Test(arguments: UInt64(200)...260)
  func `single pairs asked one after another have the times of the fastest routes`(seed: UInt64) throws {
    var world = try RandomWorld(seed: seed)
    let map = try MapContents(regions: [world.builder]).map()
    let router = MapRouter(map: map)
    let profile = world.profile()
    var closing = profile
    closing.closedFeatures = Set((0..<world.graph.featureCount / 2).map { FeatureIndex($0) })
    // More profiles than a region keeps, each from the second pair on by labels.
    for skier in [profile, closing, SkierProfile(ability: .expert), profile] {
      for _ in 0..<6 {
        let (source, destination) = (world.endpoint(), world.endpoint())
        let matrix = try router.matrix(from: [source], to: [destination], profile: skier)
        let request = RouteRequest(from: source, to: destination, profile: skier, objective: .fastest)
        let route = try router.route(request).value
        #expect(
          matrix.milliseconds(from: 0, to: 0).map(Int.init) == route?.totalMilliseconds(), "seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `a matrix over several regions has the times of pairs in one region alone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let centres = [
      Coordinate(latitude: 46.5, longitude: 7.5), Coordinate(latitude: 46.505, longitude: 7.505),
      Coordinate(latitude: 45, longitude: 6),
    ]
    let maps = centres.enumerated().map { RandomMap(seed: seed * 10 + UInt64($0), centre: $1) }
    let map = try MapContents(regions: maps.map(\.builder)).map()
    let router = MapRouter(map: map)
    let ends = (0..<14).map { number -> RouteEndpoint in
      let centre = random.pick(centres)
      // The last lie in the sea.
      let offset = number < 12 ? 0.01 : 20
      return .coordinate(
        Coordinate(
          latitude: centre.latitude + Double.random(in: -offset...offset, using: &random),
          longitude: centre.longitude - Double.random(in: -0.01...0.01, using: &random)))
    }
    let profile = SkierProfile(ability: .expert)
    let matrix = try router.matrix(from: ends, to: ends.reversed(), profile: profile, snapLimitMetres: 400)
    for (row, source) in ends.enumerated() {
      for (column, destination) in ends.reversed().enumerated() {
        let request = RouteRequest(
          from: source, to: destination, profile: profile, snapLimitMetres: 400, objective: .fastest)
        let answer = try router.route(request)
        #expect(
          matrix.milliseconds(from: row, to: column).map(Int.init) == answer.value?.totalMilliseconds(),
          "seed \(seed), \(row) to \(column)")
        if matrix.sourceReasons[row] != nil { #expect(answer.reason?.reason == .notNearAnything) }
      }
    }
  }

  @Test func `closed features count as in routes, and an empty side gives an empty matrix`() throws {
    var world = try RandomWorld(seed: 5)
    let map = try MapContents(regions: [world.builder]).map()
    let profile = world.profile()
    var closing = profile
    closing.closedFeatures = Set((0..<world.graph.featureCount).map { FeatureIndex($0) })
    let ends = (0..<6).map { _ in world.endpoint() }
    let router = MapRouter(map: map)
    for skier in [profile, closing] {
      let matrix = try router.matrix(from: ends, to: ends, profile: skier)
      for (row, source) in ends.enumerated() {
        for (column, destination) in ends.enumerated() {
          let route = try router.route(
            RouteRequest(from: source, to: destination, profile: skier, objective: .fastest)
          ).value
          #expect(matrix.milliseconds(from: row, to: column).map(Int.init) == route?.totalMilliseconds())
        }
      }
    }
    let empty = try router.matrix(from: [], to: ends, profile: profile)
    #expect((empty.sourceCount, empty.destinationCount) == (0, 6))
  }

  @Test func `a matrix of too many pairs and a place of another map are refused`() throws {
    var world = try RandomWorld(seed: 6)
    let map = try MapContents(regions: [world.builder]).map()
    let router = MapRouter(map: map)
    let ends = [RouteEndpoint](repeating: world.endpoint(), count: 5001)
    let limit = #expect(throws: SkiError.self) {
      try router.matrix(from: ends, to: ends, profile: world.profile())
    }
    #expect(limit?.code == .limitExceeded)
    let invalid = #expect(throws: SkiError.self) {
      try router.matrix(
        from: [.coordinate(Coordinate(latitude: 91, longitude: 0))], to: [], profile: world.profile())
    }
    #expect(invalid?.code == .invalidArgument)
  }
}
