import SkiFormats
import SkiProjection
import SkiTerrain

/// The small files beside a picture that tell programs for maps where it lies.
///
/// `x.pgw` for `x.png` holds six numbers, as ESRI defined them: the size of a pixel and the place of the middle of the
/// north-western one. `x.png.aux.xml` is GDAL's and names the reference system too.
struct PicturePlace {
  private let grid: RasterGrid

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Names and contents of the files beside a picture.
  func files(beside path: String) -> [(path: String, text: String)] {
    Array(zip(Self.paths(beside: path), [worldFile, auxiliary.string]))
  }

  /// Names of the files beside a picture: the world file, then GDAL's.
  static func paths(beside path: String) -> [String] {
    let stem = path.lowercased().hasSuffix(".png") ? String(path.dropLast(4)) : path
    return [stem + ".pgw", path + ".aux.xml"]
  }

  private var worldFile: String {
    [grid.stepX, 0, 0, -grid.stepY, grid.originX, grid.originY].map { "\($0)\n" }.joined()
  }

  /// Here places count from the corner of a pixel.
  private var auxiliary: MarkupText {
    let corner = (x: grid.x(ofColumn: -0.5), y: grid.y(ofRow: -0.5))
    let transform = [corner.x, grid.stepX, 0, corner.y, 0, -grid.stepY].map { "\($0)" }.joined(
      separator: ", ")
    return """
      <PAMDataset>
        <SRS>\(grid.reference.definition)</SRS>
        <GeoTransform>\(transform)</GeoTransform>
      </PAMDataset>

      """
  }
}
