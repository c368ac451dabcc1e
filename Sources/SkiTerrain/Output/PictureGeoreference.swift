import SkiBase

/// The sidecar files that georeference a picture.
///
/// `x.pgw` for `x.png` is an ESRI world file of six numbers: the pixel size and the centre of the north-western pixel.
/// `x.png.aux.xml` is GDAL's, which also names the reference system.
struct PictureGeoreference {
  private let grid: RasterGrid

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Returns the paths and contents of the sidecar files of a picture.
  func files(beside path: String) -> [(path: String, text: String)] {
    Array(zip(Self.paths(beside: path), [worldFile, auxiliary.string]))
  }

  /// Returns the paths of the sidecar files: the world file, then GDAL's.
  static func paths(beside path: String) -> [String] {
    let stem = path.lowercased().hasSuffix(".png") ? String(path.dropLast(4)) : path
    return [stem + ".pgw", path + ".aux.xml"]
  }

  private var worldFile: String {
    [grid.stepX, 0, 0, -grid.stepY, grid.originX, grid.originY].map { "\($0)\n" }.joined()
  }

  /// The content of GDAL's file, whose transform starts at the corner of a pixel.
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
