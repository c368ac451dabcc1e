import SkiBase
import SkiTerrain

extension VectorTileSource {
  /// Returns every address that may hold a tile, zoom by zoom, in Morton order within each.
  ///
  /// Computed from the geometry of features: includes every tile with content, and few that are empty.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for more than 8,000,000 tiles, and the errors of
  ///   ``tile(_:)``.
  /// - Complexity: O(*n* log *n*) in vertices of the map and tiles; regions are read on all cores.
  public func addresses() throws -> [TileAddress] {
    try addresses(zooms: options.zooms)
  }

  /// Returns the addresses as ``addresses()`` does, or a lower bound of their number when it exceeds a limit.
  /// - Parameter limit: The greatest number of tiles.
  /// - Throws: The errors of ``tile(_:)``.
  /// - Complexity: As ``addresses()``; memory O(min(*n*, `limit`)) in the tiles.
  package func plan(atMost limit: Int) throws -> TilePlan {
    try plan(zooms: options.zooms, atMost: limit)
  }

  /// Returns every address of some zooms that may hold a tile, as ``addresses()`` does.
  /// - Parameter zooms: The zooms; those without tiles are ignored.
  /// - Throws: The errors of ``addresses()``.
  /// - Complexity: As ``addresses()``.
  public func addresses(zooms: ClosedRange<Int>) throws -> [TileAddress] {
    try plan(zooms: zooms, atMost: TilePlan.greatestCount).addresses()
  }

  private func plan(zooms: ClosedRange<Int>, atMost limit: Int) throws -> TilePlan {
    do {
      return .addresses(try addresses(zooms: zooms, atMost: limit))
    } catch let excess as TileCover.Excess {
      return .tooMany(estimate: excess.count)
    }
  }

  private func addresses(zooms: ClosedRange<Int>, atMost limit: Int) throws -> [TileAddress] {
    guard zooms.overlaps(options.zooms), !regionOrder.isEmpty else { return [] }
    let zooms = zooms.clamped(to: options.zooms)
    let workers = min(WorkerThreads.available, regionOrder.count)
    let queue = BlockQueue(count: regionOrder.count, sharers: workers, longestRun: 4) { _ in }
    let all = Locked(zooms.map { TileCover(zoom: $0, limit: limit) })
    WorkerThreads.run(workers) { _ in
      var covers = zooms.map { TileCover(zoom: $0, limit: limit) }
      while let run = queue.takeRun() {
        for index in run where queue.continues {
          do {
            try self.add(try self.allShapes(of: self.regionOrder[index]), to: &covers)
            queue.finish(index)
          } catch {
            queue.fail(error)
          }
        }
      }
      do {
        try all.withLock { all in
          for index in covers.indices { try all[index].formUnion(covers[index]) }
        }
      } catch {
        queue.fail(error)
      }
    }
    try queue.check()
    return try all.withLock { covers in
      try addTerrain(zooms, to: &covers)
      let addresses = covers.flatMap { $0.addresses() }
      if addresses.count > limit { throw TileCover.Excess(count: addresses.count) }
      return addresses
    }
  }

  private func add(_ shapes: RegionShapes, to covers: inout [TileCover]) throws {
    for (set, layer) in zip(shapes.sets, options.orderedLayers) {
      for index in covers.indices {
        try covers[index].add(set, layer.geometry, deepestZoom: options.zooms.upperBound)
      }
    }
    for index in covers.indices { try covers[index].compact() }
  }

  /// Adds the tiles that may hold contours or slope bands, by descending from the tile of zoom 0.
  private func addTerrain(_ zooms: ClosedRange<Int>, to covers: inout [TileCover]) throws {
    guard let terrain, let first = terrain.firstZoom, first <= zooms.upperBound else { return }
    var level = [TileAddress(zoom: 0, column: 0, row: 0)].compactMap { $0 }
    for zoom in 0...zooms.upperBound {
      level = try level.filter { try hasTerrain($0) && terrain.mayHold($0) }
      if zoom >= first, zooms.contains(zoom) {
        for address in level { try covers[zoom - zooms.lowerBound].add(address) }
      }
      level = level.flatMap(\.children)
    }
  }
}
