import SkiBuild
import SkiGraph
import SkiTerrain

func buildingAMap() async throws {
  let input = SkiInput(
    runs: ["runs.geojson"], lifts: ["lifts.geojson"], areas: ["ski_areas.geojson"], spots: ["spots.geojson"])
  let (data, read) = try await SkiReader(input: input).read()
  let elevation = try ElevationFiles.open(paths: ["elevation"])
  let ground = HeightGridMaker(elevation, attributions: ["elevation: SRTM, NASA"])
  let (contents, report) = try GraphBuild.build(data, report: read, elevation: elevation, heights: ground)
  try contents.write(toFile: "area.skimap")

  for entry in report.entries { print(entry.code, entry.outcome, entry.count) }

  var options = GraphBuildOptions()
  options.stationReachMetres = 20
  options.connectorLimitMetres = 100
  let strict = try GraphBuild.build(data, report: read, elevation: elevation, options: options)

  _ = strict
}
