import ArgumentParser

/// `skiroute terrain`: derives rasters, contours and values from elevation.
struct TerrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terrain", abstract: "Makes hillshades, slopes, contours and more from elevation.",
    discussion: """
      Elevation is read from files (GeoTIFF, SRTM .hgt, zipped too, PMTiles) and from folders of them or of Terrarium and \
      Terrain-RGB tiles (z/x/y.png); several may be named, and the finest is used at each point. The \
      extension of --output decides the format: .tif holds values and their georeference, .png is a \
      picture, .geojson and .geojsonl hold lines.

      Examples:
        skiroute terrain hillshade Data/Sample/elevation --output shade.png
        skiroute terrain slope Data/Sample/elevation --output slope.tif
      """,
    subcommands: [
      TerrainHillshade.self, TerrainSlope.self, TerrainAspect.self, TerrainRoughness.self, TerrainRelief.self,
      TerrainClasses.self, TerrainContours.self, TerrainSample.self, TerrainSun.self,
    ])
}
