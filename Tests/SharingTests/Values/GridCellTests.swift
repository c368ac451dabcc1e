import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct GridCellTests {
  /// Coordinates on both sides of the equator and of Greenwich, on the mountains and near poles and antimeridian.
  private func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: -89...89, using: &random), longitude: .random(in: -180...180, using: &random))
    }
  }

  @Test func `the centre of a cell lies in the cell, at every size`() {
    for place in places(2000, seed: 1) {
      for side in GridCell.sidesMetres {
        let cell = GridCell(at: place).ancestor(sideMetres: side)
        let centre = cell.centre
        guard abs(centre.longitude) < 180, abs(centre.latitude) < 89 else { continue }
        #expect(GridCell(at: centre).ancestor(sideMetres: side) == cell, "\(place), \(side) m")
      }
    }
  }

  @Test func `ancestors are nested: those of an ancestor are those of the cell`() {
    for place in places(500, seed: 2) {
      let cell = GridCell(at: place)
      for (index, side) in GridCell.sidesMetres.enumerated() {
        for greater in GridCell.sidesMetres[index...] {
          #expect(
            cell.ancestor(sideMetres: side).ancestor(sideMetres: greater)
              == cell.ancestor(sideMetres: greater))
        }
      }
    }
  }

  @Test func `a cell of an alpine place is a square of its side within 2 percent`() {
    for latitude in stride(from: 42.0, through: 48, by: 0.37) {
      for side in [125, 1000, 16_000] {
        let cell = GridCell(at: Coordinate(latitude: latitude, longitude: 9.3)).ancestor(sideMetres: side)
        let corners = cell.corners
        for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
          let length = corners[from].distanceMetres(to: corners[to])
          #expect(abs(length / Double(side) - 1) < 0.02, "\(latitude)°, \(side) m: \(length)")
        }
      }
    }
  }

  @Test func `every place is at most half a diagonal from the centre of its cell`() {
    for place in places(2000, seed: 3) where abs(place.latitude) < 70 && abs(place.longitude) < 179 {
      let cell = GridCell(at: place).ancestor(sideMetres: 1000)
      #expect(place.distanceMetres(to: cell.centre) < 1000 * 0.7072 * 1.04, "\(place)")
    }
  }

  @Test func `a side that the grid does not have is refused when decoded`() throws {
    #expect(SharePrecision("grid:250") == .grid(metres: 250))
    #expect(SharePrecision("grid:200") == nil)
    #expect(SharePrecision("grid:") == nil)
    for precision in [SharePrecision.exact, .grid(metres: 500), .areaOnly, .hidden] {
      #expect(SharePrecision(precision.description) == precision)
    }
  }
}
