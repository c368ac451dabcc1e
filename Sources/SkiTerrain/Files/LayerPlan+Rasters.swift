import SkiBase

extension LayerPlan {
  /// Returns the layers of GeoTIFFs: one for each lattice of samples and model, so that the files of one product join
  /// without seams.
  /// - Parameter verticalUnit: The unit of heights in files that don't state it.
  /// - Throws: The errors of ``GeoTIFF/open(path:verticalUnit:)``, except for files of folders that hold no heights:
  ///   those are passed to `passOver`.
  /// - Complexity: O(*n*) in the files and their tiles; each is opened once, and few heights are read where
  ///   files overlap.
  static func layers(
    ofRasters files: [FileSearch.FoundFile<String>], verticalUnit: VerticalUnit?, passOver: (SkiError) -> Void
  ) throws -> [LayerPlan] {
    var lattices: [RasterLattice: [MosaicReader.Part]] = [:]
    var order: [RasterLattice] = []
    for file in files {
      let raster: GeoTIFF
      do {
        raster = try GeoTIFF.open(path: file.value, verticalUnit: verticalUnit)
      } catch let error as SkiError where error.code == .unsupportedFormat && !file.isNamed {
        passOver(error)
        continue
      }
      let lattice = RasterLattice(raster, root: file.root)
      if lattices[lattice] == nil { order.append(lattice) }
      lattices[lattice, default: []].append(MosaicReader.Part(path: file.value, verticalUnit, raster))
    }
    return try order.flatMap { lattice in
      try RasterModels.groups(lattices[lattice] ?? []).map { try layer($0, root: lattice.root) }
    }
  }

  private static func layer(_ parts: [MosaicReader.Part], root: String) throws -> LayerPlan {
    guard let first = parts.first else { throw SkiError(.internalInconsistency, "a mosaic has no files") }
    if parts.count == 1 {
      let raster = try first.open()
      let grid = try ElevationGrid.raster(
        raster.grid, tileColumns: raster.tileColumns, tileRows: raster.tileRows)
      return LayerPlan(grid: grid, reader: raster.tiles, geoKeys: raster.geoKeys, bounds: all(of: grid))
    }
    let name = "\(lastPart(of: root)) (\(parts.count) GeoTIFFs)"
    let reader = try MosaicReader(parts, name: name)
    let grid = try ElevationGrid.raster(
      reader.grid, tileColumns: MosaicReader.side, tileRows: MosaicReader.side)
    return LayerPlan(grid: grid, reader: reader, geoKeys: first.geoKeys, bounds: all(of: grid))
  }

  private static func all(of grid: ElevationGrid) -> @Sendable () throws -> TileBounds? {
    { TileBounds(columns: 0...grid.tilesAcross - 1, rows: 0...grid.tilesDown - 1) }
  }
}

/// The properties shared by the rasters of one mosaic: system, step, datum, and the offset of samples within a step.
private struct RasterLattice: Hashable {
  let root: String
  private let definition: String
  private let steps: [Int64]
  private let offsets: [Int64]
  private let datum: VerticalDatum

  /// The reciprocal of the tolerance in steps, which allows for rounding in the files.
  private static let parts = 1000.0

  init(_ raster: GeoTIFF, root: String) {
    let grid = raster.grid
    self.root = root
    definition = grid.reference.definition
    datum = raster.verticalDatum
    steps = [grid.stepX, grid.stepY].map { Int64(($0 * 1e12).rounded()) }
    offsets = [grid.originX / grid.stepX, grid.originY / grid.stepY].map { position in
      let part = ((position - position.rounded(.down)) * Self.parts).rounded()
      return Int64(part >= Self.parts ? 0 : part)
    }
  }
}
