import SkiBase
import SkiGraph

/// The tiles of height grids on one lattice, of all regions of a map that have some.
///
/// Tiles are decoded from the regions, which the map caches; where the grids of two regions overlap, the first one counts.
struct MapGridReader: TileReader {
  let name: String
  let verticalDatum: VerticalDatum
  private let map: SkiMap
  /// The region that holds each tile, by ``ElevationLayer/key(column:row:)``.
  private let regions: [UInt64: RegionIndex]

  /// Creates the reader of a lattice.
  fileprivate init(_ map: SkiMap, _ lattice: MapLattice, _ regions: [UInt64: RegionIndex]) {
    self.map = map
    self.regions = regions
    name = "height grid of the map"
    verticalDatum = VerticalDatum(stored: lattice.datumEPSG)
  }

  /// The keys of the tiles.
  fileprivate var keys: some Collection<UInt64> { regions.keys }

  func hasTile(column: Int, row: Int) -> Bool {
    regions[ElevationLayer.key(column: column, row: row)] != nil
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let address = HeightTileAddress(row: UInt32(row), column: UInt32(column))
    guard let region = regions[ElevationLayer.key(column: column, row: row)],
      let grid = try map.graph(region).heightGrid, let position = grid.position(of: address)
    else { throw SkiError(.internalInconsistency, "tile \(column), \(row) is not there", subject: name) }
    return ElevationTile(columns: HeightTileCode.side, samples: .metres(try grid.metres(ofTile: position)))
  }
}

/// The lattice and the datum that the height grids of one layer share.
private struct MapLattice: Hashable {
  let lattice: HeightLattice
  let datumEPSG: UInt32
}

extension LayerPlan {
  /// Returns the layers of the height grids of regions, one for each lattice, with the attributions of all.
  /// - Throws: The errors of ``SkiMap/uncachedGraph(_:)``.
  /// - Complexity: O(*n*) in the regions, which are read, and their tiles, which are not decoded.
  static func layers(
    of map: SkiMap, _ regions: [RegionIndex]
  ) throws -> (plans: [LayerPlan], attributions: [String]) {
    var tiles: [MapLattice: [UInt64: RegionIndex]] = [:]
    var order: [MapLattice] = []
    var attributions: [String] = []
    for region in regions {
      guard let grid = try map.uncachedGraph(region).heightGrid, grid.tileCount > 0 else { continue }
      let lattice = MapLattice(lattice: grid.lattice, datumEPSG: grid.datumEPSG)
      if tiles[lattice] == nil { order.append(lattice) }
      attributions += grid.attributions
      for position in 0..<grid.tileCount {
        let address = grid.address(position)
        let key = ElevationLayer.key(column: Int(address.column), row: Int(address.row))
        tiles[lattice, default: [:]][key, default: region] = tiles[lattice]?[key] ?? region
      }
    }
    let plans = order.map { lattice in
      let reader = MapGridReader(map, lattice, tiles[lattice] ?? [:])
      let grid = ElevationGrid.lattice(RasterGrid(lattice.lattice))
      return LayerPlan(grid: grid, reader: reader) { TileBounds(reader.keys, tilesAcross: grid.tilesAcross) }
    }
    return (plans, attributions.uniqued())
  }
}

extension RasterGrid {
  /// Creates the grid of all samples of a lattice.
  init(_ lattice: HeightLattice) {
    self.init(
      columns: lattice.columns, rows: lattice.rows,
      reference: lattice.kind == .degrees ? .wgs84 : .webMercator, originX: lattice.originX,
      originY: lattice.originY, stepX: lattice.stepX, stepY: lattice.stepY)
  }
}

extension VerticalDatum {
  /// The datums that a height grid can name, by their EPSG code.
  private static let known: [VerticalDatum] = [.egm96, .egm2008]

  /// Creates the datum of a stored EPSG code; 0 is none.
  fileprivate init(stored code: UInt32) {
    self =
      code == 0
      ? .unstated
      : Self.known.first { $0.epsg == Int(code) } ?? VerticalDatum(name: "EPSG:\(code)", epsg: Int(code))
  }
}
