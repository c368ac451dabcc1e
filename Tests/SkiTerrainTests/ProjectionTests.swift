import Foundation
import SkiBase
import SkiTerrain
import Testing

struct ProjectionTests {
  private let centre = Coordinate(latitude: 45.35, longitude: 6.55)

  @Test func `published geodesic lengths are reproduced to the millimetre`() {
    // Karney's published example: JFK to LHR.
    let jfk = Coordinate(latitude: 40.6, longitude: -73.8)
    let lhr = Coordinate(latitude: 51.6, longitude: -0.5)
    #expect(abs(geodesicDistanceMetres(jfk, lhr) - 5_551_759.400) < 0.001)
    // A quarter of a WGS 84 meridian.
    let pole = geodesicDistanceMetres(
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0))
    #expect(abs(pole - 10_001_965.729) < 0.001)
  }

  @Test func `lengths along a line add up and never decrease`() {
    let line = (0...50).map {
      Coordinate(latitude: 45 + Double($0) * 0.001, longitude: 6 + sin(Double($0)) * 0.01)
    }
    let lengths = geodesicLengthsMetres(along: line)
    #expect(lengths.count == line.count)
    #expect(lengths[0] == 0)
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 <= $1 })
    let sum = zip(line, line.dropFirst()).map(geodesicDistanceMetres).reduce(0, +)
    #expect(abs(lengths[50] - sum) < 1e-6)
    #expect(geodesicLengthsMetres(along: []) == [])
    #expect(geodesicLengthsMetres(along: [line[0]]) == [0])
  }

  @Test func `distances to an invalid coordinate are NaN`() {
    let off = Coordinate(latitude: 360, longitude: 360)
    #expect(geodesicDistanceMetres(off, centre).isNaN)
    #expect(geodesicLengthsMetres(along: [centre, off, centre])[2].isNaN)
  }

  @Test func `a geodesic destination lies at the requested distance`() {
    for bearing in stride(from: 0.0, to: 360, by: 17) {
      let there = geodesicDestination(from: centre, bearingDegrees: bearing, distanceMetres: 1234.5)
      #expect(abs(geodesicDistanceMetres(centre, there) - 1234.5) < 1e-6)
    }
  }

  @Test func `planar distances within ten kilometres equal geodesics to two in a million`() throws {
    let map = try LocalProjection(centredOn: centre)
    for bearing in stride(from: 0.0, to: 360, by: 30) {
      let a = geodesicDestination(from: centre, bearingDegrees: bearing, distanceMetres: 10_000)
      let b = geodesicDestination(from: a, bearingDegrees: bearing * 3 + 7, distanceMetres: 250)
      let xy = try map.interleavedMetres(of: [a, b])
      let planar = ((xy[2] - xy[0]) * (xy[2] - xy[0]) + (xy[3] - xy[1]) * (xy[3] - xy[1])).squareRoot()
      #expect(abs(planar - 250) < 250 * 2e-6)
    }
  }

  @Test(arguments: [
    Coordinate(latitude: 45.35, longitude: 6.55), Coordinate(latitude: -43.5, longitude: 170.9),
    Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: -17, longitude: 179.99),
    Coordinate(latitude: 89.9, longitude: 10),
  ])
  func `coordinates projected to metres and back are unchanged`(centre: Coordinate) throws {
    let map = try LocalProjection(centredOn: centre)
    let places = stride(from: 0.0, to: 360, by: 20).map {
      geodesicDestination(from: centre, bearingDegrees: $0, distanceMetres: 50 * $0)
    }
    let back = try map.coordinates(ofInterleavedMetres: map.interleavedMetres(of: places))
    for (a, b) in zip(places, back) { #expect(geodesicDistanceMetres(a, b) < 1e-4) }
    let origin = try map.interleavedMetres(of: [centre])
    #expect(abs(origin[0]) < 1e-6 && abs(origin[1]) < 1e-6)
  }

  @Test func `east is x and north is y`() throws {
    let map = try LocalProjection(centredOn: centre)
    let xy = try map.interleavedMetres(of: [
      geodesicDestination(from: centre, bearingDegrees: 90, distanceMetres: 100),
      geodesicDestination(from: centre, bearingDegrees: 0, distanceMetres: 100),
    ])
    for (value, wanted) in zip(xy, [100.0, 0, 0, 100]) { #expect(abs(value - wanted) < 0.001) }
    #expect(try map.interleavedMetres(of: []) == [])
  }

  @Test func `a coordinate that can't be projected is an error that quotes it`() throws {
    #expect(throws: SkiError.self) {
      try LocalProjection(centredOn: Coordinate(latitude: .nan, longitude: 0))
    }
    let map = try LocalProjection(centredOn: centre)
    let error = #expect(throws: SkiError.self) {
      try map.interleavedMetres(of: [centre, Coordinate(latitude: 360, longitude: 360)])
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("360") == true)
    #expect(throws: SkiError.self) { try map.coordinates(ofInterleavedMetres: [.infinity, 0]) }
  }

  @Test func `many tasks with a projection of their own give the same result`() async throws {
    let centre = centre
    let results = try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<16 {
        group.addTask {
          let map = try LocalProjection(centredOn: centre)
          return try map.interleavedMetres(of: [Coordinate(latitude: 45.4, longitude: 6.6)])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results).count == 1)
  }
}
