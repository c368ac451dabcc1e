import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Ends of runs and lifts that consist of several features without elevations, and lifts that share a name.
struct PlaceChainTests {
  private func north(_ place: Place) -> Int {
    Int(((place.point.coordinate.latitude - 46) * 111_195).rounded())
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
  func `the ends of a run of several features are those of their chain in any order`(order: [Int]) throws {
    var map = NamedMap()
    // Parts from south to north at 0...100, 130...230 and 400...500 m.
    for part in order { map.add(.run, "Skiweg", atMetres: [0, 130, 400][part]) }
    let finder = try map.finder()
    #expect(north(try finder.place("skiweg")) == 0)
    #expect(north(try finder.place("skiweg@top")) == 0)
    #expect(north(try finder.place("skiweg@bottom")) == 500)
    #expect(try finder.place("skiweg").features.count == 3)
  }

  @Test func `a run drawn from north to south has its top at the northern end`() throws {
    var map = NamedMap()
    for metres in [0.0, 130, 260] { map.add(.run, "Skiweg", atMetres: metres, isTurned: true) }
    #expect(north(try map.finder().place("skiweg@top")) == 360)
    #expect(north(try map.finder().place("skiweg@bottom")) == 0)
  }

  @Test func `a lift of several sections has the bottom of the first and the top of the last`() throws {
    var map = NamedMap()
    for metres in [220.0, 0, 110] { map.add(.lift, "Express", atMetres: metres) }
    let finder = try map.finder()
    #expect(north(try finder.place("express")) == 0)
    #expect(north(try finder.place("express@bottom")) == 0)
    #expect(north(try finder.place("express@top")) == 320)
  }

  @Test func `the ends of a chain do not depend on the order of its parts`() {
    var random = SeededGenerator(seed: 26)
    for round in 0..<200 {
      let count = Int.random(in: 2...7, using: &random)
      var places = [Coordinate(latitude: 46, longitude: 7)]
      for _ in 0..<count {
        let last = places[places.count - 1]
        places.append(
          Coordinate(
            latitude: last.latitude - Double.random(in: 0.002...0.01, using: &random),
            longitude: last.longitude + Double.random(in: -0.002...0.002, using: &random)))
      }
      let order = (0..<count).shuffled(using: &random)
      let parts = order.map { LongestChain.Part(start: places[$0], end: places[$0 + 1]) }
      let ends = LongestChain.ends(of: parts, reachMetres: 100)
      #expect(ends.map { order[$0.first] } == 0 && ends.map { order[$0.last] } == count - 1, "round \(round)")
    }
    #expect(LongestChain.ends(of: [], reachMetres: 100) == nil)
  }

  @Test func `a ring of two parts has a first and a last part, and the longest of two chains gives the ends`()
  {
    func part(_ a: Double, _ b: Double) -> LongestChain.Part {
      LongestChain.Part(
        start: Coordinate(latitude: 46 + a, longitude: 7), end: Coordinate(latitude: 46 + b, longitude: 7))
    }
    let ring = LongestChain.ends(of: [part(0, 0.01), part(0.01, 0)], reachMetres: 10)
    #expect(ring?.first == 0 && ring?.last == 1)
    let stub = LongestChain.ends(of: [part(1, 1.001), part(0, 0.01), part(0.01, 0.02)], reachMetres: 10)
    #expect(stub?.first == 1 && stub?.last == 2)
  }

  @Test(arguments: [(46.0, 7.0), (89.999, 0), (-17, 179.9999)])
  func `the ends of a chain equal those of an exhaustive joining of the nearest pairs`(
    latitude: Double, longitude: Double
  ) {
    var random = SeededGenerator(seed: 9)
    for round in 0..<300 {
      let width = Double.random(in: 0.0005...0.01, using: &random)
      func place() -> Coordinate {
        let east = longitude + Double.random(in: -width...width, using: &random)
        return Coordinate(
          latitude: min(90, latitude + Double.random(in: -width...width, using: &random)),
          longitude: east > 180 ? east - 360 : east)
      }
      let parts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        LongestChain.Part(start: place(), end: place())
      }
      let ends = LongestChain.ends(of: parts, reachMetres: 300)
      let slow = slowEnds(of: parts, reachMetres: 300)
      #expect(ends?.first == slow.first && ends?.last == slow.last, "round \(round)")
    }
  }

  /// The ends of the longest chain by joining the nearest of all pairs first.
  private func slowEnds(of parts: [LongestChain.Part], reachMetres: Double) -> (first: Int, last: Int) {
    var pairs: [(metres: Double, from: Int, to: Int)] = []
    for from in parts.indices {
      for to in parts.indices where to != from {
        pairs.append((parts[from].end.distanceMetres(to: parts[to].start), from, to))
      }
    }
    pairs.sort { ($0.metres, $0.from, $0.to) < ($1.metres, $1.from, $1.to) }
    var next: [Int: Int] = [:]
    func chain(from first: Int) -> [Int] {
      var chain = [first]
      while let after = next[chain[chain.count - 1]] { chain.append(after) }
      return chain
    }
    for pair in pairs where pair.metres <= reachMetres {
      if next[pair.from] != nil || next.values.contains(pair.to) { continue }
      if !chain(from: pair.to).contains(pair.from) { next[pair.from] = pair.to }
    }
    let chains = parts.indices.filter { !next.values.contains($0) }.map { chain(from: $0) }
    func metres(_ chain: [Int]) -> Double {
      chain.reduce(0) { $0 + parts[$1].start.distanceMetres(to: parts[$1].end) }
    }
    var best = chains[0]
    for chain in chains where metres(chain) > metres(best) { best = chain }
    return (best[0], best[best.count - 1])
  }

  // La Serra in Andorra: a chair lift and a drag lift that end 77 m apart.
  @Test func `a chair and a drag lift of one name are two places, each named by its kind`() throws {
    var map = NamedMap()
    map.add(.lift, "la Serra", id: "way/1", atMetres: 0) { $0.liftKind = .chairLift }
    map.add(.lift, "la Serra", id: "way/2", atMetres: 177) { $0.liftKind = .dragLift }
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("la serra") })
    #expect(error.code == .ambiguousPlace)
    #expect(
      error.message
        == "place la serra matches several; name one as it is written here, or by its id: "
        + "lift la Serra (chair lift) at 46,7 (way/1); lift la Serra (drag lift) at 46.00159,7 (way/2)")
    #expect(north(try finder.place("La Serra (chair lift)")) == 0)
    #expect(north(try finder.place("lift:la serra, Drag Lift@top")) == 277)
    #expect(throws: SkiError.self) { try finder.place("la Serra (gondola)") }
  }

  @Test func `lifts of one name and kind are distinguished by ski area, or by elevation without one`() throws
  {
    for hasAreas in [true, false] {
      var map = NamedMap()
      for (index, area) in ["Ordino", "Canillo"].enumerated() {
        if hasAreas { map.addArea(area) }
        map.add(
          .lift, "Serra", atMetres: Double(index) * 300,
          heights: (1500 + Double(index) * 100, 1900 + Double(index) * 100)
        ) {
          $0.liftKind = .chairLift
          $0.area = hasAreas ? AreaIndex(index) : nil
        }
      }
      let finder = try map.finder()
      let error = try #require(#expect(throws: SkiError.self) { try finder.place("serra") })
      #expect(error.message.contains(hasAreas ? "Serra (Canillo)" : "Serra (1600 m)"), "\(error.message)")
      #expect(north(try finder.place(hasAreas ? "serra (canillo)" : "Serra (1600 m)")) == 300)
    }
  }

  @Test func `two lifts of one kind and name 20 m apart are one place`() throws {
    var map = NamedMap()
    map.add(.lift, "Twin", atMetres: 0)
    map.add(.lift, "Twin", atMetres: 20)
    #expect(try map.finder().place("twin").features.count == 2)
  }
}
