import SkiGraph
import SkiTerrain
import SkiTiles

func makingTiles() throws {
  let map = try SkiMap.open(path: "sample.skimap")
  var options = VectorTileSource.Options()
  options.zooms = 8...14
  options.layers = [.runs, .lifts, .stations, .labels]
  let source = try VectorTileSource(map, name: "Sample", options: options)
  for address in try source.addresses(zooms: 14...14) {
    let bytes = try source.tile(address) ?? []
    print(address.zoom, address.column, address.row, bytes.count)
  }

  let output = try TileOutput(path: "sample.pmtiles")
  let build = TileBuild(
    source: source, addresses: try source.addresses(), output: output, sourceKey: "sample.skimap")
  let outcome = try build.run { share in print("\(Int(share * 100)) %") }
  print(outcome.tileCount, outcome.byteCount)

  let heights = try ElevationFiles.open(paths: ["elevation"])
  options.layers = [.contours, .slopeBands]
  let ground = try VectorTileSource(map, name: "Ground", options: options, elevation: heights)
  print(try ground.addresses(zooms: 14...14).count)
}
