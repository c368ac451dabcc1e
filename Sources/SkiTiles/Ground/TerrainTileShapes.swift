import SkiTerrain

/// The contours and slope bands of one tile while they are made.
struct TerrainTileShapes {
  /// The least extent of a closed contour, in tile units: three pixels.
  private static let leastContourSteps = 24

  private let address: TileAddress
  private let lines: TileLines
  private var values: AttributeCollector
  private var collectors: [VectorLayer: ShapeCollector] = [:]

  init(_ address: TileAddress, keys: Set<AttributeKey>?, isDeepest: Bool) {
    self.address = address
    values = AttributeCollector(wanted: keys)
    lines = TileLines(
      TileWindow(address), samplesAcross: TerrainShapeSource.samplesAcross,
      threshold: VertexLevels.threshold(zoom: address.zoom, isDeepest: isDeepest))
  }

  /// Adds the contours.
  mutating func addContours(_ held: WindowRaster) {
    let interval = TerrainShapeSource.intervalMetres(zoom: address.zoom)
    let heights = held.elevationsMetres.lazy.filter { !$0.isNaN }
    guard let low = heights.min(), let high = heights.max() else { return }
    // Elevations beyond those of the Earth are errors.
    let numbers = Int(max(-12_000, low)) / interval - 1...max(Int(min(12_000, high)), -12_000) / interval + 1
    guard low <= 12_000, high >= -12_000 else { return }
    let levels = numbers.map { $0 * interval }
    let tracer = LevelTracer(
      values: held.elevationsMetres, columns: held.window.columns, originColumn: held.window.column,
      originRow: held.window.row, void: .unknown)
    for (level, found) in zip(levels, tracer.lines(levels.map(Float.init))) {
      addContour(level, interval, found)
    }
  }

  private mutating func addContour(_ metres: Int, _ interval: Int, _ found: [LevelTracer.Line]) {
    var collector = collectors[.contours] ?? ShapeCollector()
    collectors[.contours] = nil
    for line in found {
      var vertices = lines.vertices(line, leastSteps: Self.leastContourSteps)
      if line.isRing, let first = vertices.first { vertices.append(first) }
      if vertices.count > 1 { collector.addLeveled(vertices) }
    }
    var list = AttributeList()
    list.add(.elevationMetres, metres)
    list.add(.isIndex, metres % (5 * interval) == 0)
    list.add(.intervalMetres, interval)
    // A tile over its size limit keeps the contours of a larger interval.
    let roundness = [1000, 500, 200, 100, 50].firstIndex { metres % $0 == 0 }.map { 5 - $0 } ?? 0
    collector.endShape(
      id: StableHash.featureID("contour/\(metres)"), firstZoom: 0,
      priority: VectorLayer.contours.priority + Double(roundness), attributes: values.attributes(list))
    collectors[.contours] = collector
  }

  /// Adds the slope bands, each between the outline of its lower bound and that of the next band.
  /// - Throws: As ``TerrainProduction``.
  mutating func addBands(_ held: WindowRaster, _ window: RasterWindow) throws {
    guard window.count > 0 else { return }
    let production = TerrainProduction(raster: held, product: .slope(.horn, .degrees), workerCount: 1)
    let slopes = try production.values(of: window)
    let tracer = LevelTracer(
      values: Self.framed(slopes, window), columns: window.columns + 2, originColumn: window.column - 1,
      originRow: window.row - 1, void: .low)
    let bands = TerrainShapeSource.bandDegrees
    let rings = tracer.lines(bands).map { found in
      found.filter(\.isRing).map { lines.vertices($0, leastSteps: 0) }.filter { $0.count > 2 }
    }
    var collector = ShapeCollector()
    for (index, degrees) in bands.enumerated() {
      for ring in rings[index] { collector.addLeveled(ring) }
      guard !rings[index].isEmpty else { continue }
      if index + 1 < bands.count { for ring in rings[index + 1] { collector.addLeveled(ring) } }
      var list = AttributeList()
      list.add(.fromDegrees, Int(degrees))
      list.add(.toDegrees, index + 1 < bands.count ? Int(bands[index + 1]) : nil)
      collector.endShape(
        id: StableHash.featureID("slope/\(Int(degrees))"), firstZoom: 0,
        priority: VectorLayer.slopeBands.priority + Double(index), attributes: values.attributes(list))
    }
    collectors[.slopeBands] = collector
  }

  /// Returns the values with one row and column of voids around them, so that every outline is closed.
  private static func framed(_ values: [Float], _ window: RasterWindow) -> [Float] {
    let columns = window.columns + 2
    var framed = [Float](repeating: .nan, count: columns * (window.rows + 2))
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        framed[(row + 1) * columns + column + 1] = values[row * window.columns + column]
      }
    }
    return framed
  }

  /// Returns the shapes layer by layer; nil when there are none.
  func shapes(_ layers: [VectorLayer]) -> RegionShapes? {
    guard collectors.values.contains(where: { $0.count > 0 }) else { return nil }
    return RegionShapes(
      attributes: values.table, sets: layers.map { (collectors[$0] ?? ShapeCollector()).finished() })
  }
}
