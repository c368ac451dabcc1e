import SkiBase

/// A format other than GeoJSON, recognised by the first bytes of a file, with the way to make GeoJSON of it.
///
/// It is the only table of such formats: every file of runs, lifts, ski areas, spots and streets is compared with it
/// before scanning.
struct ForeignFormat: Sendable, Hashable {
  /// The name of the format, with an article.
  var name: String
  /// The way to a file that can be read, an imperative sentence.
  var remedy: String

  init(_ name: String, _ remedy: String) {
    self.name = name
    self.remedy = remedy
  }

  /// The number of bytes at the start of a file that are compared; members of XML and JSON are found within them.
  static let startBytes = 4096

  /// The text of the error.
  var message: String { "\(name), not GeoJSON; \(remedy)" }

  /// Returns the format of a file's first bytes; nil for GeoJSON and for anything unknown.
  /// - Parameter start: The first ``startBytes`` bytes of the file, or all of a shorter one.
  /// - Complexity: O(*n*) in the bytes.
  static func of(_ start: [UInt8]) -> ForeignFormat? {
    binary(start) ?? encoding(start) ?? text(start)
  }

  // MARK: - Remedies

  private static let osmium = "convert it with: osmium export -f geojson -a type,id -o ski.geojson FILE"
  private static let ogr2ogr = "convert it with: ogr2ogr -f GeoJSON -t_srs EPSG:4326 ski.geojson FILE"

  // MARK: - Binary formats

  /// Bytes at an offset that identify a format.
  private struct Signature {
    var offset = 0
    var bytes: [UInt8]
    var format: ForeignFormat

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String, _ remedy: String) {
      (self.bytes, self.offset, format) = (bytes, offset, ForeignFormat(name, remedy))
    }

    init(_ text: String, at offset: Int = 0, _ name: String, _ remedy: String) {
      self.init(Array(text.utf8), at: offset, name, remedy)
    }

    func matches(_ start: [UInt8]) -> Bool {
      start.count >= offset + bytes.count && start[offset...].starts(with: bytes)
    }
  }

  /// The formats that fixed bytes identify; of two that match, the first counts.
  private static let signatures = [
    Signature("\n\tOSMHeader", at: 4, "OpenStreetMap data as PBF", osmium),
    Signature([0xFF, 0xE0, 0x04, 0x6F, 0x35, 0x6D], "OpenStreetMap data as o5m", osmium),
    Signature("fgb\u{3}fgb", "FlatGeobuf", ogr2ogr),
    Signature([0x00, 0x00, 0x27, 0x0A], "a Shapefile", ogr2ogr + ", with its .shx, .dbf and .prj beside it"),
    Signature("PAR1", "GeoParquet", ogr2ogr),
    Signature("SKIMAP\r\n", "a built map", "give it with --map to a question, not to build"),
    Signature(
      "PMTiles", "a PMTiles archive", "give elevation tiles with --elevation; vector tiles hold no runs"),
    Signature([0x49, 0x49, 0x2A, 0], "a TIFF picture", "give elevations with --elevation"),
    Signature([0x4D, 0x4D, 0, 0x2A], "a TIFF picture", "give elevations with --elevation"),
    Signature([0x49, 0x49, 0x2B, 0], "a BigTIFF picture", "give elevations with --elevation"),
    Signature([0x89, 0x50, 0x4E, 0x47], "a PNG picture", "give a file with the positions of runs or lifts"),
    Signature("%PDF", "a PDF document", "give a file with the positions of runs or lifts"),
    Signature([0x1F, 0x8B], "a file compressed with gzip", "unpack it first: gunzip FILE"),
    Signature([0x1F], "a compressed file", "unpack it first: gunzip FILE"),
    Signature([0x28, 0xB5, 0x2F, 0xFD], "a file compressed with zstd", "unpack it first: unzstd FILE"),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a file compressed with xz", "unpack it first: unxz FILE"),
    Signature("BZh", "a file compressed with bzip2", "unpack it first: bunzip2 FILE"),
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", "unpack it first: 7z x FILE"),
  ]

  /// The first bytes of an SQLite database.
  private static let database = "SQLite format 3\0"

  private static func binary(_ start: [UInt8]) -> ForeignFormat? {
    if let archive = zip(start) { return archive }
    if start.starts(with: database.utf8) {
      // The application id of GeoPackage: GPKG, GP10 or GP11.
      let isPackage = start.count >= 70 && start[68...].starts(with: "GP".utf8)
      return ForeignFormat(isPackage ? "a GeoPackage" : "an SQLite database", ogr2ogr + " LAYER")
    }
    return signatures.first { $0.matches(start) }?.format
  }

  /// Returns the kind of a zip archive, by the name of its first file.
  private static func zip(_ start: [UInt8]) -> ForeignFormat? {
    guard
      [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 7, 8]].contains(where: { start.starts(with: $0) })
    else { return nil }
    let length = start.count >= 30 ? Int(start[26]) | Int(start[27]) << 8 : 0
    let entry = String(decoding: start.dropFirst(30).prefix(length), as: UTF8.self).lowercased()
    if entry.hasSuffix(".kml") { return ForeignFormat("a KMZ archive", ogr2ogr) }
    if [".shp", ".shx", ".dbf", ".prj", ".cpg"].contains(where: entry.hasSuffix) {
      return ForeignFormat("a zip archive of a Shapefile", ogr2ogr.replacing("FILE", with: "/vsizip/FILE"))
    }
    return ForeignFormat("a zip archive", "unpack it first: unzip FILE")
  }

  // MARK: - Encodings

  /// Returns the encoding of text other than UTF-8, by its byte order mark or the zeros between ASCII characters.
  private static func encoding(_ start: [UInt8]) -> ForeignFormat? {
    let marks: [(bytes: [UInt8], name: String)] = [
      ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"),
      ([0xFE, 0xFF], "UTF-16BE"),
    ]
    if let mark = marks.first(where: { start.starts(with: $0.bytes) }) { return inEncoding(mark.name) }
    let zeros = start.prefix(4).map { $0 == 0 }
    switch zeros {
    case [true, true, true, true]:
      return ForeignFormat("a file of zero bytes", "fetch or copy it again")
    case [false, true, true, true]: return inEncoding("UTF-32LE")
    case [true, true, true, false]: return inEncoding("UTF-32BE")
    case [false, true, false, true]: return inEncoding("UTF-16LE")
    case [true, false, true, false]: return inEncoding("UTF-16BE")
    default:
      guard start.first == 0 else { return nil }
      return ForeignFormat("a binary file of unknown format", "give a GeoJSON file")
    }
  }

  private static func inEncoding(_ name: String) -> ForeignFormat {
    ForeignFormat("text in \(name)", "convert it to UTF-8: iconv -f \(name) -t UTF-8 FILE > ski.geojson")
  }

  // MARK: - XML and JSON

  /// The formats by the root element of XML, in lower case and without prefix.
  private static let rootElements: [String: ForeignFormat] = [
    "osm": ForeignFormat("OpenStreetMap data as XML", osmium),
    "osmchange": ForeignFormat("a change file of OpenStreetMap", "fetch the data itself, for example as PBF"),
    "kml": ForeignFormat("KML", ogr2ogr),
    "gpx": ForeignFormat(
      "a GPX file", "give a recorded day to skiroute match; runs drawn as tracks: \(ogr2ogr) tracks"),
    "trainingcenterdatabase": ForeignFormat("a TCX recording", "give it to skiroute match"),
    "featurecollection": ForeignFormat("GML", ogr2ogr),
    "html": ForeignFormat("HTML, a web page", "fetch the data file itself"),
  ]

  private static func text(_ start: [UInt8]) -> ForeignFormat? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = start.starts(with: mark) ? start.dropFirst(mark.count) : start[...]
    let spaces: Set<UInt8> = [0x20, 0x0A, 0x0D, 0x09, 0x1E]
    let content = body.drop(while: spaces.contains)
    switch content.first {
    case UInt8(ascii: "<"):
      let root = XMLStart(content).rootElement?.lowercased()
      return root.flatMap { rootElements[$0] }
        ?? ForeignFormat("XML of unknown kind", "fetch the data file itself, as GeoJSON")
    case UInt8(ascii: "{"): return JSONStart(content).isOverpass ? .overpass : nil
    default: return nil
    }
  }

  /// OpenStreetMap's data as JSON, from Overpass or the editing interface.
  static let overpass = ForeignFormat(
    "OpenStreetMap data as Overpass JSON",
    "convert it with: osmtogeojson FILE > ski.geojson; or export GeoJSON in overpass turbo")
  static let topology = ForeignFormat("TopoJSON", ogr2ogr)
  static let esri = ForeignFormat("Esri JSON", ogr2ogr + "; or ask the service for f=geojson")
}

/// The start of an XML document up to its root element.
private struct XMLStart {
  /// The name of the root element without its prefix; nil beyond the bytes given.
  let rootElement: String?

  /// Reads past declarations, comments and white space.
  /// - Complexity: O(*n*) in the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if rest.starts(with: "!--".utf8) {
        guard let end = Self.end(of: "-->", in: rest) else { break }
        rest = rest[end...]
      } else if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?") {
        if let name = Self.documentType(rest) {
          rootElement = name
          return
        }
        guard let end = Self.end(of: ">", in: rest) else { break }
        rest = rest[end...]
      } else {
        let ends = Set(" \t\r\n/>".utf8)
        let name = String(decoding: rest.prefix { !ends.contains($0) }.prefix(64), as: UTF8.self)
        rootElement = name.split(separator: ":").last.map(String.init)
        return
      }
    }
    rootElement = nil
  }

  /// Returns `html` for its document type, since a page may hold anything after it.
  private static func documentType(_ rest: ArraySlice<UInt8>) -> String? {
    String(decoding: rest.prefix(13), as: UTF8.self).lowercased() == "!doctype html" ? "html" : nil
  }

  /// Returns the index after a text.
  private static func end(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(text.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: text) }.map { $0 + text.count }
  }
}

/// The start of a JSON object, as far as it tells Overpass JSON from GeoJSON.
private struct JSONStart {
  /// Indicates whether a list `elements` follows members of Overpass, and none of GeoJSON comes before it.
  let isOverpass: Bool

  /// Reads the names of members up to `elements`, `type` or `features`.
  /// - Complexity: O(*n*) in the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    var names: Set<String> = []
    var (depth, isName, found) = (0, false, false)
    var index = bytes.startIndex
    scan: while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let text = Self.string(bytes[(index + 1)...])
        index = text.endIndex
        guard depth == 1, isName else { break }
        isName = false
        let name = String(decoding: text, as: UTF8.self)
        if name == "type" || name == "features" { break scan }
        if name == "elements" {
          found = !names.isDisjoint(with: ["osm3s", "generator", "version"])
          break scan
        }
        names.insert(name)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isName = depth == 1
      default: break
      }
      index += 1
    }
    isOverpass = found
  }

  /// Returns the bytes of a string up to its closing quote.
  private static func string(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = bytes.startIndex
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes[..<min(index, bytes.endIndex)]
  }
}
