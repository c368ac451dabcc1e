import Foundation
package import SkiBase
package import SkiGraph
import SkiTerrain

/// Ground known at scattered places: the points of a survey, or the vertices of runs and lifts that carry heights.
///
/// Between them a height is the mean of the points around, weighted by the inverse square of the distance; farther than
/// ``reachMetres`` from every point none is known. For comparisons only: exact at its points and approximate between.
package struct SurveyedGround: ElevationSource {
  /// The distance from a point within which ground is known, in metres.
  package static let reachMetres = 150.0
  private static let cellMetres = 50.0
  private static let enough = 6

  private let plane: RawPlane
  private let cells: [SIMD2<Int32>: [SIMD3<Double>]]

  /// Creates ground from places with metres above sea level; nil when there are none.
  package init?(_ points: [(place: Coordinate, metres: Double)]) {
    guard let first = points.first?.place else { return nil }
    let plane = RawPlane(around: RawVertex(longitude: first.longitude, latitude: first.latitude))
    var cells: [SIMD2<Int32>: [SIMD3<Double>]] = [:]
    for point in points {
      let at = plane.point(RawVertex(longitude: point.place.longitude, latitude: point.place.latitude))
      cells[Self.cell(at), default: []].append(SIMD3(at, point.metres))
    }
    self.plane = plane
    self.cells = cells
  }

  /// Creates ground from all vertices with heights of the data; nil when no vertex has one.
  package init?(vertices data: SkiData) {
    let lines = data.runs.flatMap(\.geometry.polylines) + data.lifts.flatMap(\.parts)
    self.init(
      lines.flatMap { line in
        line.coordinates.indices.compactMap { index in
          line.elevationMetres(at: index).map { (line.coordinates[index], $0) }
        }
      })
  }

  package var names: [String] { ["survey"] }
  package func resolutionMetres(at place: Coordinate) -> Double? { 10 }

  package func elevationMetres(at place: Coordinate) -> Double? {
    let at = plane.point(RawVertex(longitude: place.longitude, latitude: place.latitude))
    let centre = Self.cell(at)
    var (weight, sum, found) = (0.0, 0.0, 0)
    for ring in 0...Int32(Self.reachMetres / Self.cellMetres) {
      for cell in Self.ring(ring, around: centre) {
        for point in cells[cell] ?? [] {
          let apart = length(SIMD2(point.x, point.y) - at)
          guard apart <= Self.reachMetres else { continue }
          let share = 1 / (apart * apart + 0.01)
          (weight, sum, found) = (weight + share, sum + share * point.z, found + 1)
        }
      }
      if ring > 0, found >= Self.enough { break }
    }
    return found > 0 ? sum / weight : nil
  }

  private static func cell(_ at: SIMD2<Double>) -> SIMD2<Int32> {
    SIMD2(Int32((at.x / cellMetres).rounded(.down)), Int32((at.y / cellMetres).rounded(.down)))
  }

  /// Returns the cells at some steps from a cell, the square around it without its inside.
  private static func ring(_ steps: Int32, around centre: SIMD2<Int32>) -> [SIMD2<Int32>] {
    (-steps...steps).flatMap { x in
      (-steps...steps).filter { max(abs(x), abs($0)) == steps }.map { centre &+ SIMD2(x, $0) }
    }
  }
}

extension RunGeometry {
  /// All lines and rings of a run.
  package var polylines: [Polyline] {
    switch self {
    case .lines(let lines): lines
    case .areas(let areas): areas.flatMap { [$0.outer] + $0.holes }
    }
  }
}

extension SkiData {
  /// Returns the same data without any heights.
  package func withoutHeights() -> SkiData {
    func bare(_ line: Polyline) -> Polyline { Polyline(line.coordinates) }
    var copy = self
    for index in runs.indices {
      switch runs[index].geometry {
      case .lines(let lines): copy.runs[index].geometry = .lines(lines.map(bare))
      case .areas(let areas):
        copy.runs[index].geometry = .areas(
          areas.map { PolygonRings(outer: bare($0.outer), holes: $0.holes.map(bare)) })
      }
    }
    for index in lifts.indices { copy.lifts[index].parts = lifts[index].parts.map(bare) }
    for index in spots.indices { copy.spots[index].elevationMetres = nil }
    return copy
  }
}
