import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// Profiles of lines sampled from an elevation model.
struct LineProfileTests {
  private let top = Coordinate(latitude: 46.01, longitude: 7)
  private let bottom = Coordinate(latitude: 46, longitude: 7)

  @Test func `a line profile has length, drop and gradient of the slope`() throws {
    let ground = FunctionElevation { 2000 + ($0.latitude - 46) * 20_000 }
    let line = try #require(try LineProfile.read(along: [top, bottom], from: ground))
    let summary = line.summary()
    #expect(abs(summary.mapLengthMetres - 1111.5) < 1)
    #expect(abs(summary.descentMetres - 200) < 0.01 && summary.ascentMetres < 0.01)
    #expect(abs(summary.averageGradient.ratio + 0.18) < 0.001)
    let steepest = try #require(summary.steepest25Metres)
    #expect(abs(steepest.gradient.ratio + 0.18) < 0.001)
    #expect(abs(steepest.from.distanceMetres(to: steepest.to) - 25) < 0.2)
    #expect(
      abs(summary.highestElevationMetres - 2200) < 0.01 && abs(summary.lowestElevationMetres - 2000) < 0.01)
    // A model of 10 m is sampled every 10 m, one of 90 m every 25 m.
    #expect(zip(line.distancesMetres, line.distancesMetres.dropFirst()).allSatisfy { $1 - $0 <= 10.1 })
    let coarse = FunctionElevation(resolutionMetres: 90) { _ in 5 }
    let sampled = try #require(try LineProfile.read(along: [top, bottom], from: coarse))
    #expect(zip(sampled.distancesMetres, sampled.distancesMetres.dropFirst()).allSatisfy { $1 - $0 <= 25.1 })
    #expect(sampled.resolutionMetres == 90)
  }

  @Test func `the steepest stretch is located, and is not shorter than the resolution`() throws {
    @Sendable func height(_ place: Coordinate) -> Double {
      let metres = (46.01 - place.latitude) * 111_150
      return 2000 - 0.1 * metres - 0.5 * max(0, min(150, metres - 500))
    }
    let line = try #require(
      try LineProfile.read(along: [top, bottom], from: FunctionElevation { height($0) }))
    let hundred = try #require(line.summary().steepest100Metres)
    #expect(hundred.metres.lowerBound > 480 && hundred.metres.upperBound < 670)
    #expect(abs(hundred.gradient.ratio + 0.6) < 0.02)
    let coarse = try #require(
      try LineProfile.read(
        along: [top, bottom], from: FunctionElevation(resolutionMetres: 60) { height($0) }))
    let stretch = try #require(coarse.summary().steepest25Metres)
    #expect(abs(stretch.metres.upperBound - stretch.metres.lowerBound - 60) < 1e-6)
  }

  @Test func `a straight range bridges a gorge and cuts through a ridge`() throws {
    for sign in [-1.0, 1.0] {
      let ground = FunctionElevation { place in
        let metres = (46.01 - place.latitude) * 111_150
        let part = max(0, min(1, (55 - abs(metres - 500)) / 35))
        return 2000 - 0.1 * metres + sign * 60 * part
      }
      let held = try #require(
        try LineProfile.read(
          along: [top, bottom], from: ground, options: LineProfileOptions(straightRangesMetres: [420...580])))
      for metres in stride(from: 420.0, through: 580, by: 5) {
        #expect(abs(held.profile.elevationMetres(atDistance: metres) - (2000 - 0.1 * metres)) < 0.2)
      }
      #expect(held.summary().ascentMetres < 0.1)
      let draped = try #require(try LineProfile.read(along: [top, bottom], from: ground))
      #expect(draped.summary().ascentMetres > 30)
    }
  }

  @Test func `a short void is bridged and reported, a long one in the middle or at an end gives no profile`()
    throws
  {
    func read(_ void: ClosedRange<Double>) throws -> LineProfile? {
      try LineProfile.read(
        along: [top, bottom],
        from: FunctionElevation { place in
          let metres = (46.01 - place.latitude) * 111_150
          return void.contains(metres) ? nil : 2000 - 0.2 * metres
        })
    }
    let bridged = try #require(try read(500...600))
    #expect(bridged.bridgedRangesMetres.count == 1)
    let gap = try #require(bridged.bridgedRangesMetres.first)
    #expect(gap.lowerBound < 500 && gap.upperBound > 600 && gap.upperBound - gap.lowerBound < 130)
    #expect(abs(bridged.profile.elevationMetres(atDistance: 550) - 1890) < 0.5)
    #expect(try read(500...800) == nil)
    let continued = try #require(try read(-10...80))
    #expect(abs(continued.profile.elevationMetres(atDistance: 0) - 2000) < 0.5)
    #expect(try read(-10...320) == nil)
    #expect(try LineProfile.read(along: [], from: FunctionElevation.flat(1)) == nil)
  }

  @Test func `small rises on a one-way descent are removed`() throws {
    let ground = FunctionElevation(resolutionMetres: 30) { place in
      let metres = (46.01 - place.latitude) * 111_150
      return 2000 - 0.05 * metres + (metres > 500 && metres < 530 ? 3 : 0)
    }
    let options = LineProfileOptions(isSkiedOneWay: true)
    let plain = try #require(try LineProfile.read(along: [top, bottom], from: ground))
    let monotone = try #require(try LineProfile.read(along: [top, bottom], from: ground, options: options))
    #expect(plain.summary().ascentMetres > 0.1)
    #expect(monotone.summary().ascentMetres == 0)
    #expect(monotone.summary().endElevationMetres == plain.summary().endElevationMetres)
  }

  @Test func `a line across the antimeridian takes the shorter direction`() throws {
    let line = try #require(
      try LineProfile.read(
        along: [Coordinate(latitude: 60, longitude: 179.999), Coordinate(latitude: 60, longitude: -179.999)],
        from: FunctionElevation { _ in 10 }))
    #expect(abs(line.summary().mapLengthMetres - 111.6) < 1)
    #expect(line.places.allSatisfy { abs($0.longitude) > 179.99 && $0.isValid })
    let middle = line.place(atDistance: line.summary().mapLengthMetres / 2)
    #expect(180 - abs(middle.longitude) < 1e-6)
  }
}
