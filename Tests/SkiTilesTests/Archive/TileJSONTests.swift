import SkiBase
import Testing

@testable import SkiTiles

struct TileJSONTests {
  @Test func `TileJSON holds the tiles' template, zooms, bounds, layers and attribution`() {
    let text = DrawnArchive.tileSet.tileJSON(template: "http://localhost/{z}/{x}/{y}.pbf").text()
    #expect(
      text
        == #"{"tilejson":"3.0.0","name":"Drawn","description":"for tests","attribution":"© &lt;Mappers&gt; &amp; others","version":"1.0.0","scheme":"xyz","tiles":["http://localhost/{z}/{x}/{y}.pbf"],"format":"pbf","tileSize":512,"minzoom":0,"maxzoom":14,"bounds":[10,46.5,12,47.5],"center":[11,47,8],"vector_layers":[{"id":"runs","description":"Runs","minzoom":8,"maxzoom":14,"fields":{"name":"String","length":"Number","lit":"Boolean"}}]}"#
    )
  }

  @Test func `TileJSON of elevation tiles states their encoding and has no layers`() {
    let text = DrawnArchive.picture.tileJSON(template: "{z}").text()
    #expect(text.contains(#""encoding":"terrarium""#) && !text.contains("vector_layers"))
  }

  @Test(arguments: [Double.nan, .infinity, -1e300])
  func `invalid bounds become finite ones in TileJSON`(number: Double) {
    var tileSet = DrawnArchive.picture
    tileSet.bounds = BoundingBox(south: number, west: 0, north: number, east: number)
    let text = tileSet.tileJSON(template: "").text()
    #expect(text.contains(#""bounds":["#) && !text.contains("null"))
  }
}
