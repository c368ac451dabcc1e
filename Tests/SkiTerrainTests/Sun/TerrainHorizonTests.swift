import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// The horizon around a place, compared with a slow reference.
struct TerrainHorizonTests {
  private let place = Coordinate(latitude: 46, longitude: 7)

  @Test func `the horizon of a plain lies less than 0.05° below the level, and lower from a tower`() throws {
    let horizon = try #require(try TerrainHorizon.computed(from: place, over: FunctionElevation.flat(0)))
    #expect(horizon.altitudesDegrees.allSatisfy { $0 < 0 && $0 > -0.05 })
    #expect(horizon.possibleAltitudesDegrees.allSatisfy { $0 == -90 })
    let tower = try #require(
      try TerrainHorizon.computed(
        from: place, over: FunctionElevation.flat(0),
        options: HorizonOptions(reachMetres: 60_000, observerMetres: 100)))
    // At 100 m above the sea the dip of the horizon is 0.30°.
    #expect(tower.altitudesDegrees.allSatisfy { abs($0 + 0.30) < 0.005 })
  }

  @Test func `a far mountain is lowered by the Earth's curvature and refraction`() throws {
    let ground = FunctionElevation { $0.latitude > 46.8 ? 3000 : 0 }
    let horizon = try #require(
      try TerrainHorizon.computed(
        from: place, over: ground, options: HorizonOptions(azimuthCount: 36, reachMetres: 120_000)))
    // The wall is 88.93 km north: 3000 m less 540 m of curvature and refraction.
    #expect(abs(horizon.altitudesDegrees[0] - degrees(atan2(3000 - 540 - 1.5, 88_930))) < 0.015)
    #expect(horizon.altitudesDegrees[18] < 0)
  }

  @Test func `places along a ray lie within two metres of the geodesic`() {
    print("seed 51")
    var random = SeededGenerator(seed: 51)
    var largest = 0.0
    for _ in 0..<2000 {
      let start = Coordinate(
        latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...180, using: &random))
      let (azimuth, metres) = (
        Double.random(in: 0..<360, using: &random), Double.random(in: 1...30_000, using: &random)
      )
      let end = HorizonRay(from: start, azimuthDegrees: azimuth).place(atDistance: metres)
      #expect(end.isValid)
      let exact = geodesicDestination(from: start, bearingDegrees: azimuth, distanceMetres: metres)
      largest = max(largest, geodesicDistanceMetres(end, exact))
    }
    print("largest \(largest) m")
    #expect(largest < 2)
  }

  @Test func `the horizon of random terrain equals that of 5 m steps along geodesics within 0.2°`() throws {
    print("seed 52")
    var random = SeededGenerator(seed: 52)
    var largest = 0.0
    for _ in 0..<6 {
      let waves = (0..<12).map { _ in
        (
          Double.random(in: -900...900, using: &random), Double.random(in: -900...900, using: &random),
          Double.random(in: 0...6, using: &random), Double.random(in: 20...250, using: &random)
        )
      }
      let ground = FunctionElevation(resolutionMetres: 30) { at in
        waves.reduce(1500) { $0 + $1.3 * sin($1.0 * at.latitude + $1.1 * at.longitude + $1.2) }
      }
      let options = HorizonOptions(azimuthCount: 8, reachMetres: 20_000)
      let horizon = try #require(try TerrainHorizon.computed(from: place, over: ground, options: options))
      for index in 0..<8 {
        let slow = try slowAltitude(ground, azimuth: Double(index) * 45, reach: 20_000)
        largest = max(largest, abs(slow - horizon.altitudesDegrees[index]))
      }
    }
    print("largest \(largest)°")
    #expect(largest < 0.2)
  }

  @Test func `sunlight is unsure where the elevation model ends before the horizon is certain`() throws {
    let ground = FunctionElevation { $0.latitude < 46.05 ? 1000 : nil }
    let horizon = try #require(try TerrainHorizon.computed(from: place, over: ground))
    let north = SunDirection(azimuthDegrees: 0, altitudeDegrees: 30)
    #expect(horizon.sunlight(north) == Sunlight(isSunlit: true, isSure: false))
    #expect(abs(horizon.knownMetres(azimuthDegrees: 0) - 5560) < 60)
    let high = SunDirection(azimuthDegrees: 0, altitudeDegrees: 60)
    #expect(horizon.sunlight(high) == Sunlight(isSunlit: true, isSure: true))
    let south = SunDirection(azimuthDegrees: 180, altitudeDegrees: 1)
    #expect(horizon.sunlight(south) == Sunlight(isSunlit: true, isSure: true))
    #expect(horizon.knownMetres(azimuthDegrees: 180) == 30_000)
    let below = SunDirection(azimuthDegrees: 180, altitudeDegrees: -1)
    #expect(horizon.sunlight(below) == Sunlight(isSunlit: false, isSure: true))
    #expect(
      try TerrainHorizon.computed(from: Coordinate(latitude: 46.1, longitude: 7), over: ground) == nil)
  }

  @Test func `beside a void the sun is not known, unless it stands above what the void may hide`() throws {
    // A void from 550 m to 1,100 m to the north, in level ground.
    let ground = FunctionElevation { (46.005...46.01).contains($0.latitude) ? nil : 1000 }
    let options = HorizonOptions(azimuthCount: 360, reachMetres: 5000)
    let horizon = try #require(try TerrainHorizon.computed(from: place, over: ground, options: options))
    let low = SunDirection(azimuthDegrees: 0, altitudeDegrees: 20)
    #expect(horizon.sunlight(low) == Sunlight(isSunlit: false, isSure: false, isKnown: false))
    // 275 m of void rise by 440 m at most: 28° from 830 m away.
    let high = SunDirection(azimuthDegrees: 0, altitudeDegrees: 34)
    #expect(horizon.sunlight(high) == Sunlight(isSunlit: true, isSure: true))
    let south = SunDirection(azimuthDegrees: 180, altitudeDegrees: 1)
    #expect(horizon.sunlight(south) == Sunlight(isSunlit: true, isSure: true))
    #expect(horizon.knownMetres(azimuthDegrees: 0) == 5000)
  }

  @Test func `known terrain behind a void shades for certain`() throws {
    let ground = FunctionElevation {
      (46.005...46.006).contains($0.latitude) ? nil : $0.latitude > 46.02 && $0.latitude < 46.03 ? 2000 : 1000
    }
    let horizon = try #require(try TerrainHorizon.computed(from: place, over: ground))
    let low = SunDirection(azimuthDegrees: 0, altitudeDegrees: 10)
    #expect(horizon.sunlight(low) == Sunlight(isSunlit: false, isSure: true))
  }

  @Test func `sunlight at one time equals that by the whole horizon`() throws {
    let ground = FunctionElevation { 1000 + 9000 * abs($0.latitude - 46) + 4000 * max(0, $0.longitude - 7) }
    let horizon = try #require(
      try TerrainHorizon.computed(from: place, over: ground, options: HorizonOptions(azimuthCount: 3600)))
    let day = try CalendarDay("2026-01-15")
    for minute in stride(from: 0.0, to: 1440, by: 15) {
      let time = UniversalTime(day, secondsOfDay: minute * 60)
      let once = try #require(try TerrainHorizon.sunlight(at: place, time: time, over: ground))
      #expect(once == horizon.sunlight(SunPosition.at(place, time: time)), "\(minute)")
    }
  }

  @Test func `a line behind a ridge has fewer hours of winter sun than one far from it`() throws {
    // A ridge of 500 m, 500 m to the south, hides the low winter sun.
    let ground = FunctionElevation { at in
      let south = (46 - at.latitude) * 111_150
      return south > 450 && south < 550 ? 1500 : 1000
    }
    let day = try CalendarDay("2026-12-21")
    func sunny(_ latitude: Double) throws -> [ClosedRange<UniversalTime>] {
      let line = [
        Coordinate(latitude: latitude, longitude: 7), Coordinate(latitude: latitude, longitude: 7.002),
      ]
      let sunlight = try #require(try LineSunlight.computed(along: [line], over: ground))
      return sunlight.sunnyTimes(on: day, offset: try UTCOffset("+1"), share: 1)
    }
    let shaded = try sunny(46).reduce(0) {
      $0 + $1.upperBound.secondsSince1970 - $1.lowerBound.secondsSince1970
    }
    let far = try sunny(46.1).reduce(0) {
      $0 + $1.upperBound.secondsSince1970 - $1.lowerBound.secondsSince1970
    }
    #expect(shaded < 4 * 3600)
    #expect(far > 7.8 * 3600 && far < 9 * 3600)
  }

  /// Returns the highest altitude on a ray by an independent formula: points rotated about the Earth's centre.
  private func slowAltitude(_ ground: FunctionElevation, azimuth: Double, reach: Double) throws -> Double {
    let radius = earthMeanRadiusMetres / (1 - 0.13)
    let eye = try #require(try ground.elevationMetres(at: place)) + 1.5
    var highest = -90.0
    for metres in stride(from: 30.0, through: reach, by: 5) {
      let there = geodesicDestination(from: place, bearingDegrees: azimuth, distanceMetres: metres)
      let height = try #require(try ground.elevationMetres(at: there))
      let angle = metres / radius
      let up = (radius + height) * cos(angle) - (radius + eye)
      highest = max(highest, degrees(atan2(up, (radius + height) * sin(angle))))
    }
    return highest
  }
}
