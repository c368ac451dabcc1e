import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

struct GeometryCleaningTests {
  private func polyline(_ coordinates: String) async throws -> (Polyline, [String]) {
    let result = try await readOne(line(#""@id":"way/1","piste:type":"connection""#, coordinates))
    guard case .lines(let lines)? = result.run?.geometry, lines.count == 1 else {
      throw SkiError(.internalInconsistency, "one line is expected, got \(result.counted)")
    }
    return (lines[0], result.counted)
  }

  @Test func `implausible elevations are dropped and noted`() async throws {
    let (line, notes) = try await polyline(
      "[[6,45,-8000],[6.1,45,-3.4e38],[6.2,45,2000],[6.3,45],[6.4,45,9001],[6.5,45,null]]")
    #expect((0..<6).map { line.elevationMetres(at: $0) } == [nil, nil, 2000, nil, nil, nil])
    #expect(notes == ["elevationImplausible:mended"])
  }

  @Test func `a line without elevations is kept without a note`() async throws {
    let (line, notes) = try await polyline("[[6,45],[6.1,45]]")
    #expect(!line.hasAllElevations() && line.elevationMetres(at: 0) == nil)
    #expect(notes.isEmpty)
  }

  @Test func `an invalid vertex is dropped when two valid ones remain`() async throws {
    let (line, notes) = try await polyline("[[6,45],[360,360],[6.1,45],[\"a\",1]]")
    #expect(line.coordinates.map(\.longitude) == [6, 6.1])
    #expect(notes == ["coordinateInvalid:mended"])
  }

  @Test func `repeated vertices are merged and keep the elevation of either`() async throws {
    let (line, notes) = try await polyline("[[6,45],[6,45,100],[6.1,45],[6.1,45],[6,45]]")
    #expect(line.coordinates.map(\.longitude) == [6, 6.1, 6])
    #expect(line.elevationMetres(at: 0) == 100)
    #expect(notes == ["vertexRepeated:mended"])
  }

  @Test func `a line over the antimeridian keeps its vertices`() async throws {
    let (line, notes) = try await polyline("[[179.99,-44],[-179.99,-44.01]]")
    #expect(line.coordinates.map(\.longitude) == [179.99, -179.99])
    #expect(notes.isEmpty)
  }

  @Test func `an open ring is closed, a hole is kept and an unusable hole dropped`() async throws {
    let geometry =
      #"{"type":"Polygon","coordinates":[[[6,45],[7,45],[7,46]],[[6.1,45.1],[6.2,45.1],[6.2,45.2],[6.1,45.1]],[[1,1]]]}"#
    let result = try await readOne(feature(#""@id":"way/1","piste:type":"downhill""#, geometry: geometry))
    guard case .areas(let areas)? = result.run?.geometry else {
      throw SkiError(.internalInconsistency, "an area is expected")
    }
    #expect(areas[0].outer.coordinates.first == areas[0].outer.coordinates.last)
    #expect(areas[0].outer.count == 4 && areas[0].holes.count == 1)
    #expect(result.counted == ["partDropped:mended", "ringUnclosed:mended"])
  }

  @Test func `parts of a MultiLineString stay separate and unusable parts are dropped`() async throws {
    let geometry =
      #"{"type":"MultiLineString","coordinates":[[[6,45],[7,45]],[[1,1]],[],[[6,46],[7,46],[8,46]]]}"#
    let result = try await readOne(feature(#""@id":"way/1","piste:type":"downhill""#, geometry: geometry))
    #expect(
      result.run?.geometry
        == .lines([
          Polyline([Coordinate(latitude: 45, longitude: 6), Coordinate(latitude: 45, longitude: 7)]),
          Polyline([6.0, 7, 8].map { Coordinate(latitude: 46, longitude: $0) }),
        ]))
    #expect(result.counted == ["partDropped:mended"])
  }

  @Test func `each polygon of a MultiPolygon is an area of its own`() async throws {
    let ring = "[[6,45],[7,45],[7,46],[6,45]]"
    let geometry =
      #"{"type":"MultiPolygon","coordinates":[[\#(ring)],[\#(ring),[[6.1,45.1],[6.2,45.1],[6.2,45.2],[6.1,45.1]]]]}"#
    let result = try await readOne(feature(#""@id":"way/1","piste:type":"downhill""#, geometry: geometry))
    guard case .areas(let areas)? = result.run?.geometry else {
      throw SkiError(.internalInconsistency, "areas are expected")
    }
    #expect(areas.map(\.holes.count) == [0, 1])
  }
}
