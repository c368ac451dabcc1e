import SkiFiles
import SkiGeo
import SkiGraph
import SkiTerrain

extension VectorTileSource {
  /// Returns every address that may hold a tile, zoom after zoom, near ones near each other within a zoom.
  ///
  /// Found from the features, not from the box around them: every tile that holds something is among them, and few hold
  /// nothing. For archives: cut the list into pieces and hand them to threads.
  /// - Throws: As ``tile(_:)``.
  /// - Complexity: O(*n* log *n*) in vertices of the map and tiles; regions are read on all cores.
  public func addresses() throws -> [TileAddress] {
    try addresses(zooms: options.zooms)
  }

  /// Returns every address of some zooms that may hold a tile, as ``addresses()`` does.
  /// - Throws: As ``tile(_:)``.
  public func addresses(zooms: ClosedRange<Int>) throws -> [TileAddress] {
    guard zooms.overlaps(options.zooms), !regionOrder.isEmpty else { return [] }
    let zooms = zooms.clamped(to: options.zooms)
    let workers = min(WorkerThreads.available, regionOrder.count)
    let queue = BlockQueue(count: regionOrder.count, sharers: workers, longestRun: 4) { _ in }
    let all = Locked(zooms.map { TileCover(zoom: $0) })
    WorkerThreads.run(workers) { _ in
      var covers = zooms.map { TileCover(zoom: $0) }
      while let run = queue.takeRun() {
        for index in run where queue.continues {
          do {
            self.add(try self.shapes(of: self.regionOrder[index]), to: &covers)
            queue.finish(index)
          } catch {
            queue.fail(error)
          }
        }
      }
      all.withLock { all in
        for index in covers.indices { all[index].formUnion(covers[index]) }
      }
    }
    try queue.check()
    return try all.withLock { covers in
      try addGround(zooms, to: &covers)
      return covers.flatMap { $0.addresses() }
    }
  }

  private func add(_ shapes: RegionShapes, to covers: inout [TileCover]) {
    for (set, layer) in zip(shapes.sets, options.orderedLayers) {
      for index in covers.indices {
        covers[index].add(set, layer.geometry, deepestZoom: options.zooms.upperBound)
      }
    }
    for index in covers.indices { covers[index].compact() }
  }

  /// Adds the tiles that may hold contours or steepness, found from the whole world inwards.
  private func addGround(_ zooms: ClosedRange<Int>, to covers: inout [TileCover]) throws {
    guard let ground, let first = ground.firstZoom, first <= zooms.upperBound else { return }
    var level = [TileAddress(zoom: 0, column: 0, row: 0)].compactMap { $0 }
    for zoom in 0...zooms.upperBound {
      level = try level.filter { try hasGround($0) && ground.mayHold($0) }
      if zoom >= first, zooms.contains(zoom) {
        for address in level { covers[zoom - zooms.lowerBound].add(address) }
      }
      level = level.flatMap(\.children)
    }
  }
}
