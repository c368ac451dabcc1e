import Foundation
import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// Contours compared with `gdal_contour`: the same levels, and the same lines.
///
/// Compared a pixel and a half off the edges and voids: there GDAL extends lines by half a pixel.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALContourComparisonTests {
  private typealias Place = ContourDistances.Place

  @Test(arguments: ComparisonTerrain.present)
  func `contours lie within a tenth of a pixel of GDAL's`(terrain: ComparisonTerrain) throws {
    let input = try GDALComparison(terrain)
    let levels = try ContourLevels(everyMetres: 25)
    try compare(input, levels, ["-i", "25"], "every 25 m")
  }

  @Test func `contours of a raster in degrees lie within a tenth of a pixel of GDAL's`() throws {
    let input = try GDALComparison(.made, isInDegrees: true)
    try compare(input, ContourLevels(everyMetres: 50), ["-i", "50"], "every 50 m, in degrees")
  }

  @Test func `contours at listed levels, samples on them included, lie within a tenth of a pixel of GDAL's`()
    throws
  {
    let input = try GDALComparison(.made, isRounded: true)
    let listed = [1500.03125, 1700, 1812.5, 2100]
    try compare(
      input, ContourLevels(atMetres: listed), ["-fl"] + listed.map { String($0) }, "at listed levels")
  }

  private func compare(
    _ input: GDALComparison, _ levels: ContourLevels, _ options: [String], _ name: String
  ) throws {
    let theirs = try foreignLines(input, options)
    let ours = try ourLines(input, levels)
    #expect(Set(ours.keys) == Set(theirs.keys) && ours.count > 2)
    var (worst, places, far) = (0.0, 0, 0)
    var lengths = (ours: 0.0, theirs: 0.0)
    for (level, lines) in ours {
      guard let others = theirs[level] else { continue }
      lengths = (lengths.ours + lines.length, lengths.theirs + others.length)
      for (from, to) in [(lines, others), (others, lines)] {
        from.places { place in
          guard isInside(input, place) else { return }
          let distance = to.distance(place)
          places += 1
          far += distance > 0.1 ? 1 : 0
          worst = max(worst, distance)
        }
      }
    }
    print(
      "\(input.terrain) contours \(name): \(ours.count) levels, length \(lengths.ours) and \(lengths.theirs) pixels, "
        + "\(places) places both ways, furthest \(worst) pixels, \(far) beyond a tenth")
    #expect(places > 10_000 && worst <= 0.1)
  }

  /// Returns whether all samples within a pixel and a half have elevations.
  private func isInside(_ input: GDALComparison, _ place: Place) -> Bool {
    let (column, row) = (Int(place.x), Int(place.y))
    guard column >= 2, row >= 2, column < input.heights.columns - 2, row < input.heights.rows - 2 else {
      return false
    }
    return input.isSurrounded(column, row)
  }

  private func ourLines(_ input: GDALComparison, _ levels: ContourLevels) throws -> [Double:
    ContourDistances]
  {
    var lines: [(level: Double, count: Int)] = []
    var points: [(x: Double, y: Double)] = []
    try ContourTracing(raster: input.raster, levels: levels).forEachLine { line in
      lines.append((line.levelMetres, line.points.count))
      points += line.points.map { (x: $0.longitude, y: $0.latitude) }
    }
    let flat =
      input.raster.grid.reference == .wgs84
      ? points : try GDALTransform.transformed(points, from: "EPSG:4326", to: input.terrain.reference)
    var byLevel: [Double: [[Place]]] = [:]
    var start = 0
    for line in lines {
      byLevel[line.level, default: []].append(
        flat[start..<start + line.count].map { pixel(input, $0.x, $0.y) })
      start += line.count
    }
    return byLevel.mapValues {
      ContourDistances($0, columns: input.heights.columns, rows: input.heights.rows)
    }
  }

  private func foreignLines(_ input: GDALComparison, _ options: [String]) throws -> [Double:
    ContourDistances]
  {
    let path = input.folder.path + "/contours.geojson"
    // A list of levels would include the file names, so another option must follow it.
    try GDAL.run("gdal_contour", options + ["-q", "-a", "ele", "-f", "GeoJSON", input.file, path])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    let features = try #require((all as? [String: Any])?["features"] as? [[String: Any]])
    var byLevel: [Double: [[Place]]] = [:]
    for feature in features {
      let level = try #require((feature["properties"] as? [String: Any])?["ele"] as? Double)
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let points = try #require(geometry["coordinates"] as? [[Double]])
      byLevel[level, default: []].append(points.map { pixel(input, $0[0], $0[1]) })
    }
    return byLevel.mapValues {
      ContourDistances($0, columns: input.heights.columns, rows: input.heights.rows)
    }
  }

  private func pixel(_ input: GDALComparison, _ x: Double, _ y: Double) -> Place {
    Place(
      x: (x - input.heights.west) / input.heights.stepX,
      y: (input.heights.north - y) / input.heights.stepY)
  }
}
