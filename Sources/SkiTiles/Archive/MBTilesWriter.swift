package import SkiBase

/// A writer of MBTiles archives, the SQLite format of many map servers and GIS programs.
///
/// Version 1.3; rows count from the south. Distinct contents are stored once in the table `images`, addresses in the
/// table `map`, and the view `tiles` joins them. The database is made in a temporary file in one transaction without a
/// journal, since an incomplete file is deleted as a whole. Memory: about 40 bytes per distinct content besides
/// SQLite's own. Belongs to one thread at a time. **Source:** MBTiles specification, version 1.3.
package final class MBTilesWriter: TileArchiveWriter {
  private let path: String
  private let file: ReplacementFile
  private var tables: Tables?

  private struct Tables {
    let database: SQLiteFile
    let map: SQLiteStatement
    let image: SQLiteStatement
    let stored: SQLiteStatement
    /// The first image of each pair of checksum and length.
    var images: [UInt64: Int] = [:]
    var imageCount = 0
    var zooms: ClosedRange<Int>?
  }

  /// Creates a temporary database beside the path of the archive.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput` when it can't be made.
  package init(path: String) throws {
    self.path = path
    file = try ReplacementFile(path, what: "archive")
    tables = try Self.tables(in: SQLiteFile(file.temporaryPath(), subject: path))
  }

  /// Creates the tables and the statements; 0x4D504258 is the registered application ID of MBTiles.
  private static func tables(in database: SQLiteFile) throws -> Tables {
    try database.run(
      """
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA temp_store = MEMORY;
      PRAGMA application_id = 0x4D504258;
      BEGIN;
      CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB NOT NULL);
      CREATE TABLE map (
        zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL,
        tile_id INTEGER NOT NULL, PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
      CREATE VIEW tiles AS
        SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);
      """)
    return Tables(
      database: database, map: try database.statement("INSERT INTO map VALUES (?, ?, ?, ?)"),
      image: try database.statement("INSERT INTO images VALUES (?, ?)"),
      stored: try database.statement("SELECT tile_data FROM images WHERE tile_id = ?"))
  }

  /// Adds a tile; an empty one is left out.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk or when an address comes twice.
  /// - Complexity: O(bytes + log *n*).
  /// - Precondition: The archive is neither finished nor discarded.
  package func add(_ tile: [UInt8], at address: TileAddress) throws {
    precondition(tables != nil, "a tile was added to an archive that is finished")
    guard !tile.isEmpty, let image = try image(of: tile) else { return }
    let row = TileAddress.tilesAcross(zoom: address.zoom) - 1 - address.row
    try tables?.map.run([
      .integer(address.zoom), .integer(address.column), .integer(row), .integer(image),
    ])
    let zooms = tables?.zooms ?? address.zoom...address.zoom
    tables?.zooms = min(zooms.lowerBound, address.zoom)...max(zooms.upperBound, address.zoom)
  }

  /// Returns the number of the image with the given bytes, which is stored first when there is none.
  private func image(of tile: [UInt8]) throws -> Int? {
    let key = UInt64(crc32(tile)) << 32 | UInt64(truncatingIfNeeded: tile.count) & 0xFFFF_FFFF
    if let known = tables?.images[key] {
      var isSame = false
      try tables?.stored.run([.integer(known)]) { isSame = $0.blob(0, equals: tile) }
      if isSame { return known }
    }
    tables?.imageCount += 1
    guard let number = tables?.imageCount else { return nil }
    try tables?.image.run([.integer(number), .blob(tile)])
    if tables?.images[key] == nil { tables?.images[key] = number }
    return number
  }

  /// Writes the metadata and moves the archive to its path.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput`, `.cancelled`, or `.emptyInput` without any
  ///   tile.
  package func finish(_ tileSet: TileSet) throws {
    precondition(tables != nil, "an archive was finished twice")
    defer { discard() }
    guard let zooms = tables?.zooms else {
      throw SkiError(.emptyInput, "there is no tile to write; name other zooms or another part of the Earth")
    }
    let insert = try tables?.database.statement("INSERT INTO metadata VALUES (?, ?)")
    for (name, value) in tileSet.mbtilesMetadata(zooms: zooms) {
      try insert?.run([.text(name), .text(value)])
    }
    try tables?.database.run("COMMIT")
    tables = nil
    try file.commit()
  }

  /// Removes the unfinished archive; does nothing after ``finish(_:)``.
  package func discard() {
    tables = nil
    file.discard()
  }
}

extension TileSet {
  /// Returns the rows of the table `metadata`.
  fileprivate func mbtilesMetadata(zooms: ClosedRange<Int>) -> [(String, String)] {
    let view = TileView(self, zooms: zooms)
    let (bounds, centre) = (view.bounds, view.centre)
    let edges = [bounds.west, bounds.south, bounds.east, bounds.north].compactMap {
      decimalText($0, places: 6)
    }
    let place = [centre.longitude, centre.latitude].compactMap { decimalText($0, places: 6) }
    var rows = [
      ("name", name), ("format", format.rawValue), ("bounds", edges.joined(separator: ",")),
      ("center", (place + ["\(view.centreZoom)"]).joined(separator: ",")), ("minzoom", "\(zooms.lowerBound)"),
      ("maxzoom", "\(zooms.upperBound)"), ("attribution", attributionHTML), ("description", description),
      ("type", format == .vector ? "overlay" : "baselayer"), ("version", Self.contentVersion),
    ]
    if let encoding { rows.append(("encoding", encoding)) }
    if format == .vector {
      rows.append(("json", JSONValue.object(["vector_layers": vectorLayers(zooms: zooms)]).text()))
    }
    return rows
  }
}

/// The bounds and the initial view of a tile set, as archives and documents state them.
///
/// Invalid bounds become those of the world; bounds beyond the Web Mercator square are clipped to it.
struct TileView {
  let bounds: BoundingBox
  let centre: Coordinate
  let centreZoom: Int

  /// The latitude of the northern edge of Web Mercator, in degrees.
  static let latitudeLimit = 85.051_128_779_806_6

  init(_ tileSet: TileSet, zooms: ClosedRange<Int>) {
    let given = tileSet.bounds
    let (west, east) = Self.ordered(given.west, given.east, limit: 180)
    let (south, north) = Self.ordered(given.south, given.north, limit: Self.latitudeLimit)
    bounds = BoundingBox(south: south, west: west, north: north, east: east)
    centre = bounds.centre
    centreZoom = min(zooms.upperBound, max(zooms.lowerBound, Self.zoomToShow(bounds)))
  }

  private static func ordered(_ low: Double, _ high: Double, limit: Double) -> (Double, Double) {
    guard low <= high else { return (-limit, limit) }
    return (min(limit, max(-limit, low)), min(limit, max(-limit, high)))
  }

  /// Returns the lowest zoom at which the bounds are wider or higher than one tile, at most ``TileAddress/zoomLimit``.
  private static func zoomToShow(_ bounds: BoundingBox) -> Int {
    let width = TileAddress.share(ofLongitude: bounds.east) - TileAddress.share(ofLongitude: bounds.west)
    let height = TileAddress.share(ofLatitude: bounds.south) - TileAddress.share(ofLatitude: bounds.north)
    var (zoom, side) = (0, 1.0)
    while zoom < TileAddress.zoomLimit, max(width, height) <= side {
      zoom += 1
      side /= 2
    }
    return zoom
  }
}

extension TileSet {
  /// Returns the TileJSON document of the tiles.
  ///
  /// The attribution is escaped for HTML, as viewers interpret it. `encoding` and `tileSize` are the members that
  /// MapLibre reads in its sources; the others are those of the specification.
  /// - Parameter template: The URL of a tile, with `{z}`, `{x}` and `{y}`.
  /// - Complexity: O(layers and attributes).
  ///
  /// **Source:** TileJSON specification, 3.0.0.
  package func tileJSON(template: String) -> JSONValue {
    let view = TileView(self, zooms: zooms)
    let (bounds, centre) = (view.bounds, view.centre)
    return .object(
      [
        .init("tilejson", .string("3.0.0")), .init("name", .string(name)),
        .init("description", .string(description)), .init("attribution", .string(attributionHTML)),
        .init("version", .string(Self.contentVersion)), .init("scheme", .string("xyz")),
        .init("tiles", .array([.string(template)])), .init("format", .string(format.rawValue)),
        .init("tileSize", .integer(tileSide)), .init("minzoom", .integer(zooms.lowerBound)),
        .init("maxzoom", .integer(zooms.upperBound)),
        .init("bounds", Self.degrees(bounds.west, bounds.south, bounds.east, bounds.north)),
        .init(
          "center",
          .array([
            .decimal(centre.longitude, places: 6), .decimal(centre.latitude, places: 6),
            .integer(view.centreZoom),
          ])),
      ] + variableMembers(zooms: zooms))
  }

  private static func degrees(_ numbers: Double...) -> JSONValue {
    .array(numbers.map { .decimal($0, places: 6) })
  }
}
