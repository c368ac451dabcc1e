package import SkiBase
import SkiSystem
package import SkiTerrain

/// Ground drawn as a pyramid of Terrarium tiles, 2 × 2 of zoom 12 around a place in the Alps.
package struct DrawnGround {
  package static let columns = 2176...2177
  package static let rows = 1434...1435
  package let folder = ScratchFolder()
  package let files: ElevationFiles

  package init(zooms: [Int] = [12], height: @escaping (Coordinate) -> Double? = DrawnGround.hills) throws {
    for zoom in zooms {
      let scale = 12 - zoom
      for column in Self.columns.lowerBound >> scale...Self.columns.upperBound >> scale {
        for row in Self.rows.lowerBound >> scale...Self.rows.upperBound >> scale {
          let png = DrawnTiles.png(.terrarium, zoom: zoom, column: column, row: row, height: height)
          folder.write(png, to: "\(zoom)/\(column)/\(row).png")
        }
      }
    }
    files = try ElevationFiles.open(paths: [folder.path])
  }

  package static func hills(_ place: Coordinate) -> Double? {
    let (x, y) = (place.longitude * 300, place.latitude * 400)
    return 1800 + 400 * sin(x) * cos(y) + 90 * sin(3.1 * x + y) + 2000 * (place.latitude - 47)
  }
}
