import SkiBase

/// The models that the GeoTIFFs of one lattice belong to, told by their heights where they overlap.
///
/// Files of one product agree where they overlap, and make one mosaic. Where two differ by about the same height
/// throughout, they are different models, or of different datums, and a mosaic of them would have a step.
struct RasterModels {
  /// The difference in metres from which files are different models: twice what rounding to whole metres makes.
  private static let differenceMetres: Float = 1
  /// The least number of columns and rows of an overlap that is compared: tiles of one product share one or two.
  private static let overlapCount = 4
  /// The number of samples compared along each side of an overlap, and the least number that must be known.
  private static let (sideCount, leastKnown) = (5, 9)
  /// The greatest number of overlaps compared before any differs, evenly spread.
  private static let trialLimit = 24
  /// The memory of the tile cache of an open file in bytes, and the greatest number of open files.
  private static let (cacheLimitBytes, openLimit) = (8 << 20, 32)

  private let parts: [MosaicReader.Part]
  private let windows: [RasterWindow]
  private var open: [Int: TiledRaster] = [:]

  /// Returns the files grouped by model, in their order.
  ///
  /// Files without a common overlap stay together, and so do those that can't be read, until they are sampled.
  /// - Complexity: O(*n*²) in the files, and the reading of 25 samples of at most 24 overlaps; of all overlaps where one
  ///   of them differs.
  static func groups(_ parts: [MosaicReader.Part]) -> [[MosaicReader.Part]] {
    var models = RasterModels(parts)
    let pairs = models.overlaps()
    let step = max(1, (pairs.count + trialLimit - 1) / trialLimit)
    var differs = false
    for number in stride(from: 0, to: pairs.count, by: step) where !differs {
      differs = models.differ(pairs[number])
    }
    guard differs else { return [parts] }
    var different: Set<[Int]> = []
    for pair in pairs where models.differ(pair) { different.insert([pair.a, pair.b]) }
    var groups: [[Int]] = []
    for part in parts.indices {
      let group = groups.firstIndex { $0.allSatisfy { !different.contains([$0, part]) } }
      if let group { groups[group].append(part) } else { groups.append([part]) }
    }
    return groups.map { $0.map { parts[$0] } }
  }

  private init(_ parts: [MosaicReader.Part]) {
    self.parts = parts
    let first = parts[0].grid
    windows = parts.map { part in
      RasterWindow(
        column: Self.samples((part.grid.originX - first.originX) / first.stepX),
        row: Self.samples((first.originY - part.grid.originY) / first.stepY), columns: part.grid.columns,
        rows: part.grid.rows)
    }
  }

  /// Returns a distance in whole samples; files farther apart than the limit overlap none.
  private static func samples(_ distance: Double) -> Int { Int(max(-1e12, min(1e12, distance)).rounded()) }

  /// Returns the pairs of files that overlap by more than their edges, the earlier one first.
  private func overlaps() -> [(a: Int, b: Int, window: RasterWindow)] {
    var pairs: [(a: Int, b: Int, window: RasterWindow)] = []
    for b in windows.indices {
      for a in 0..<b {
        guard let common = windows[a].common(with: windows[b]), common.columns >= Self.overlapCount,
          common.rows >= Self.overlapCount
        else { continue }
        pairs.append((a, b, common))
      }
    }
    return pairs
  }

  /// Returns whether two files differ by about the same height where they overlap: by more than twice the median
  /// deviation from the median difference.
  private mutating func differ(_ pair: (a: Int, b: Int, window: RasterWindow)) -> Bool {
    var differences: [Float] = []
    for row in 0..<Self.sideCount {
      for column in 0..<Self.sideCount {
        let place = (
          column: pair.window.column + (2 * column + 1) * pair.window.columns / (2 * Self.sideCount),
          row: pair.window.row + (2 * row + 1) * pair.window.rows / (2 * Self.sideCount)
        )
        let difference = height(pair.a, place) - height(pair.b, place)
        if difference.isFinite { differences.append(difference) }
      }
    }
    guard differences.count >= Self.leastKnown else { return false }
    let median = Self.median(differences)
    return abs(median) > Self.differenceMetres
      && 2 * Self.median(differences.map { abs($0 - median) }) < abs(median)
  }

  private static func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }

  /// Returns the height of a sample of a file in metres; NaN for a void or where it can't be read.
  private mutating func height(_ part: Int, _ place: (column: Int, row: Int)) -> Float {
    guard
      let raster = try? open[part] ?? parts[part].open().raster(cacheLimitBytes: Self.cacheLimitBytes)
    else { return .nan }
    if open.count >= Self.openLimit { open = [:] }
    open[part] = raster
    let window = RasterWindow(
      column: place.column - windows[part].column, row: place.row - windows[part].row, columns: 1, rows: 1)
    var height = Float.nan
    let isRead: Void? = withUnsafeMutablePointer(to: &height) {
      try? raster.read(window, into: UnsafeMutableBufferPointer(start: $0, count: 1))
    }
    return isRead == nil ? .nan : height
  }
}

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
