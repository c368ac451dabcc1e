import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// The recognition of formats other than GeoJSON by the first bytes of a file.
struct ForeignFormatTests {
  private static let database = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 52)

  /// Returns the start of a zip archive by the name of its first file.
  private static func archive(_ name: String) -> [UInt8] {
    [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
      + Array(name.utf8)
  }

  private static let declaration = "<?xml version='1.0' encoding='UTF-8'?>\n"

  /// The first bytes of a file, its format and a word of the remedy.
  private static let cases: [(start: [UInt8], name: String, remedy: String)] = [
    ([0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8), "as PBF", "osmium export"),
    (
      Array(declaration.utf8) + Array("<osm version=\"0.6\">".utf8), "OpenStreetMap data as XML",
      "osmium export"
    ),
    (Array("<!-- made by hand > here --><kml xmlns='x'>".utf8), "KML", "ogr2ogr"),
    (Array((declaration + "<gpx>").utf8), "a GPX file", "skiroute match"),
    (Array("\u{FEFF} \n<ogr:FeatureCollection a='b'>".utf8), "GML", "ogr2ogr"),
    (Array("<!DOCTYPE html><html>".utf8), "HTML", "fetch the data file"),
    (Array("<HTML lang=en>".utf8), "HTML", "fetch the data file"),
    (Array("<data/>".utf8), "XML of unknown kind", "as GeoJSON"),
    (Array("<!-- no end".utf8), "XML of unknown kind", "as GeoJSON"),
    (
      Array(#"{"version": 0.6, "osm3s": {"a": "elements"}, "elements": [{"type": "way"}"#.utf8),
      "Overpass JSON",
      "osmtogeojson"
    ),
    (database + Array("GPKG".utf8), "a GeoPackage", "ogr2ogr"),
    (database + Array("GP10".utf8), "a GeoPackage", "ogr2ogr"), (database, "an SQLite database", "ogr2ogr"),
    ([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0], "FlatGeobuf", "ogr2ogr"),
    ([0, 0, 0x27, 0x0A, 0, 0, 0, 0], "a Shapefile", ".dbf"),
    (archive("doc.kml"), "a KMZ archive", "ogr2ogr"), (archive("ski/Runs.SHP"), "Shapefile", "/vsizip/"),
    (archive("runs.geojson"), "a zip archive", "unzip"),
    (Array("PK\u{3}\u{4}".utf8), "a zip archive", "unzip"),
    ([0x1F, 0x8B, 8], "gzip", "gunzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "unzstd"),
    (Array("BZh9".utf8), "bzip2", "bunzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz", "unxz"),
    ([0xFF, 0xFE, 0x7B, 0], "UTF-16LE", "iconv"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16BE", "iconv"),
    ([0x7B, 0, 0x22, 0], "UTF-16LE", "iconv"), ([0, 0x7B, 0, 0x22], "UTF-16BE", "iconv"),
    ([0xFF, 0xFE, 0, 0], "UTF-32LE", "iconv"), ([0, 0, 0, 0x7B], "UTF-32BE", "iconv"),
    ([0, 0, 0, 0, 0], "zero bytes", "again"), ([0, 1, 2, 3], "unknown format", "GeoJSON"),
    (Array("SKIMAP\r\n".utf8), "a built map", "--map"), ([0x49, 0x49, 0x2A, 0], "TIFF", "--elevation"),
  ]

  @Test(arguments: cases.indices) func `a file of another format is named with its remedy`(_ index: Int)
    async throws
  {
    let item = Self.cases[index]
    let format = try #require(ForeignFormat.of(item.start))
    #expect(format.message.contains(item.name) && format.message.contains(item.remedy), "\(format.message)")
    #expect(!format.message.contains("UTF-8 text"))
    for window in [1, 4 << 20] {
      var options = SkiReader.Options()
      options.windowBytes = window
      let error = await #expect(throws: SkiError.self) { try await read(item.start, options: options) }
      #expect(error?.code == .unsupportedFormat && error?.message == format.message)
      #expect(error?.subject == "test.geojson, byte 0")
    }
  }

  @Test(arguments: [
    "", " ", "hello", "[1,2]", "{", #"{"type":"FeatureCollection","elements":[],"features":["#,
    #"{"version":1,"features":[],"elements":[]"#, #"{"a":{"version":1,"elements":[]}"#,
    #"{"elements":{"version":1}"#, "\u{FEFF}{\"type\":\"FeatureCollection\"",
    "\u{1E}{\"type\":\"Feature\"", #"{"a":"OSMHeader","type":"Feature"}"#, "PAR", "Pistes", "B", "f", "GP",
  ])
  func `GeoJSON and unknown text are none of the formats`(_ text: String) {
    #expect(ForeignFormat.of(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    (#"{"elements":[{"type":"node"}],"remark":"x"}"#, "Overpass JSON"),
    (#"{"type":"Topology","arcs":[]}"#, "TopoJSON"),
    (#"{"geometryType":"esriGeometryPolyline","features":[{"attributes":{}}]}"#, "Esri JSON"),
  ])
  func `JSON of other kinds is named once it is read`(_ text: String, _ name: String) async throws {
    let error = await #expect(throws: SkiError.self) { try await read(text) }
    #expect(
      error?.code == .unsupportedFormat && error?.message.contains(name) == true,
      "\(String(describing: error))")
  }

  @Test func `any cut and any change of a start is compared without a fault`() {
    var generator = SeededGenerator(seed: 45)
    for item in Self.cases {
      for length in 0...item.start.count { _ = ForeignFormat.of(Array(item.start.prefix(length))) }
      for _ in 0..<200 {
        var start = item.start
        start[Int(generator.next() % UInt64(start.count))] = UInt8(truncatingIfNeeded: generator.next())
        _ = ForeignFormat.of(start)
      }
    }
  }

  @Test func `GeoJSON with any member before its features is none of the formats`() {
    var generator = SeededGenerator(seed: 46)
    let names = ["name", "crs", "bbox", "generator", "version", "osm3s", "element", "Elements", "copyright"]
    let values = [#""x""#, "0.6", #"{"elements":[1]}"#, "[[1,2]]", "null", #""a\"b{""#]
    for _ in 0..<500 {
      let members = (0..<Int(generator.next() % 5)).map { _ in
        "\"\(names[Int(generator.next() % UInt64(names.count))])\":\(values[Int(generator.next() % UInt64(values.count))]),"
      }
      let text = "{\(members.joined())\"type\":\"FeatureCollection\",\"features\":[]}"
      #expect(ForeignFormat.of(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
