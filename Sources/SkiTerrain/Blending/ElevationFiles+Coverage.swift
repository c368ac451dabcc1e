public import SkiBase

extension ElevationFiles {
  /// Returns the extent of the layers' tiles; nil without tiles, all longitudes when tiles lie on both sides of the
  /// antimeridian.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput` when an archive's directory
  ///   can't be read, `.internalInconsistency` when PROJ fails.
  /// - Complexity: O(*n* log *n*) in the tiles of the layers; no elevations are read.
  public func bounds() throws -> BoundingBox? {
    var box: BoundingBox?
    for layer in layers {
      guard let own = try layer.box() else { continue }
      box?.formUnion(own)
      box = box ?? own
    }
    return box
  }

  /// Returns whether any layer has a tile that intersects a box, void or not.
  /// - Throws: ``SkiError`` when an archive's directory can't be read.
  /// - Complexity: O(*n*) in the layers' tiles within the box until one is found; no heights are read.
  package func hasTiles(in box: BoundingBox) throws -> Bool {
    for layer in layers where try layer.hasTiles(in: box) { return true }
    return false
  }

  /// Returns the distance in metres between rows of the layer that is first in order at a latitude.
  package func firstResolutionMetres(latitude: Double) -> Double {
    let order = orderByDegree[degree(of: Coordinate(latitude: latitude, longitude: 0))]
    return order.first.map { layers[$0].grid.resolutionMetres(latitude: latitude) } ?? .infinity
  }

  /// Returns the same layers ordered for sampling at a distance in metres: first the coarsest that is fine enough, then
  /// finer ones, then coarser ones.
  ///
  /// A small map of a large area then does not read all of the finest layer. Decoded tiles are shared with the
  /// original.
  /// - Complexity: O(*n* log *n*) in the layers, for each degree of latitude.
  package func ordered(forMetres step: Double) -> ElevationFiles {
    guard layers.count > 1 else { return self }
    return ElevationFiles(copying: self) { resolution in
      resolution <= step ? (0, -resolution) : (1, resolution)
    }
  }
}

extension ElevationLayer {
  /// Returns whether the layer has a tile that intersects a box; see ``ElevationFiles/hasTiles(in:)``.
  func hasTiles(in box: BoundingBox) throws -> Bool {
    guard let covered = try coveredWindow(), let tiles = try bounds(),
      let part = turned(try window(of: box), onto: covered)?.common(with: covered)
    else { return false }
    // A window's last sample may be the first of the next tile; checking one tile too many does no harm.
    let columns = part.column / grid.spanColumns...(part.column + part.columns - 1) / grid.spanColumns
    let rows = part.row / grid.spanRows...(part.row + part.rows - 1) / grid.spanRows
    for row in rows.clamped(to: tiles.rows) {
      for column in columns.clamped(to: tiles.columns)
      where hasTile(column: column % grid.tilesAcross, row: row) {
        return true
      }
    }
    return false
  }

  /// Returns the extent of the existing tiles; points along the edges are included, since edges are curved in projected
  /// systems.
  fileprivate func box() throws -> BoundingBox? {
    guard let window = try coveredWindow() else { return nil }
    let edge = grid.sharesEdges ? 0 : 0.5
    let (left, top) = (Double(window.column) - edge, Double(window.row) - edge)
    let right = Double(window.column + window.columns - 1) + edge
    let bottom = Double(window.row + window.rows - 1) + edge
    var places: [Coordinate] = []
    for step in 0...32 {
      let (x, y) = (left + (right - left) * Double(step) / 32, top + (bottom - top) * Double(step) / 32)
      for (x, y) in [(x, top), (x, bottom), (left, y), (right, y)] {
        let place = try grid.place(x: x, y: y)
        if place.latitude.isFinite, place.longitude.isFinite { places.append(place) }
      }
    }
    guard var box = BoundingBox(places) else { return nil }
    if grid.wraps, right >= Double(grid.samples.columns) { (box.west, box.east) = (-180, 180) }
    return box
  }
}
