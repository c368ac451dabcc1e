import SkiBase
import SkiSystem

/// The files without elevations in folders that were searched: their number, and the names of a few.
public struct IgnoredFiles: Sendable, Hashable {
  /// The number of files; those whose names begin with a dot don't count.
  public private(set) var count = 0
  /// The names of the first ones, in the order of the search.
  public private(set) var names: [String] = []
  /// The maximum number of names.
  public static let nameLimit = 3

  mutating func add(_ name: String) {
    guard !name.hasPrefix(".") else { return }
    count += 1
    if names.count < Self.nameLimit { names.append(name) }
  }
}

/// The elevation files found at some paths, by kind; heights are not read yet.
struct FileSearch {
  /// A folder of zoom folders.
  struct Pyramid {
    /// The parent of the zoom folders.
    let root: String
    /// The tiles of each zoom.
    var tiles: [Int: Set<UInt64>] = [:]
  }

  /// A file with the folder its search started from (for a named file, its own folder).
  struct FoundFile<Value> {
    let root: String
    let value: Value
    /// Indicates whether the file was named explicitly rather than found in a folder.
    var isNamed = false
  }

  private(set) var pyramids: [Pyramid] = []
  private(set) var elevationFiles: [FoundFile<HGTFile>] = []
  private(set) var archives: [PMTilesArchive] = []
  private(set) var rasterPaths: [FoundFile<String>] = []
  /// The files called `SOURCE.json`, which describe the origin of others.
  private(set) var notePaths: [String] = []
  /// The other files, which hold no elevations.
  private(set) var ignored = IgnoredFiles()
  /// The errors of files skipped because their form is not supported.
  private(set) var skippedFiles: [SkiError] = []

  private var pyramidByRoot: [String: Int] = [:]
  private var visited: Set<FileIdentity> = []
  private var entryCount = 0

  /// The maximum depth of folders; the other limits are those of files and folders altogether and of zooms.
  static let depthLimit = 32
  static let entryLimit = 8_000_000
  static let zoomLimit = 24
  /// The name of files that describe the origin of others.
  static let noteName = "SOURCE.json"

  /// Creates the search of folders, recursively, and of named files; each folder is visited once, whatever its links.
  /// - Throws: ``SkiError`` with code `.missingInput` when a path can't be opened, `.malformedData` for a broken
  ///   archive or an `.hgt` file of invalid name or size, `.unsupportedFormat` for a named file without heights,
  ///   `.limitExceeded` beyond the limits of depth and number.
  /// - Complexity: O(*n* log *n*) in the number of files.
  init(_ paths: [String]) throws {
    for path in paths {
      if Self.isFile(path) { try takeNamed(path) } else { try visit(path, trail: [], root: path) }
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  private mutating func takeNamed(_ path: String) throws {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let root = parts.count == 1 ? "." : folder.isEmpty ? "/" : folder
    guard let kind = try Self.kind(ofNamed: path, name: String(parts.last ?? "")) else {
      throw SkiError(
        .unsupportedFormat,
        "file holds no elevations that can be read; name a GeoTIFF, an hgt file, a zip of those, a PMTiles archive "
          + "or a folder", subject: path)
    }
    try take(kind, path: path, name: String(parts.last ?? ""), root: root, isNamed: true)
  }

  private mutating func visit(_ folder: String, trail: [String], root: String) throws {
    guard trail.count <= Self.depthLimit else {
      throw SkiError(
        .limitExceeded, "folders are more than \(Self.depthLimit) deep; name the folder of the tiles itself",
        subject: folder)
    }
    let entries = try Self.entries(of: folder, unlessIn: &visited)
    entryCount += entries.count
    guard entryCount <= Self.entryLimit else {
      throw SkiError(
        .limitExceeded, "more than \(Self.entryLimit) files; name the folder of the tiles itself",
        subject: root)
    }
    for entry in entries {
      let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
      if entry.isFolder {
        try visit(path, trail: trail + [entry.name], root: root)
      } else {
        try takeFound(entry.name, path: path, folder: folder, root: root)
      }
    }
  }

  private mutating func takeFound(_ name: String, path: String, folder: String, root: String) throws {
    if name.hasSuffix(".png"), let tile = Self.tile(folder: folder, name: name) {
      let index = pyramidByRoot[tile.root] ?? pyramids.count
      if index == pyramids.count {
        pyramidByRoot[tile.root] = index
        pyramids.append(Pyramid(root: tile.root))
      }
      pyramids[index].tiles[tile.zoom, default: []].insert(tile.key)
    } else if name == Self.noteName {
      notePaths.append(path)
    } else if let kind = FileKind(ending: name) {
      do {
        try take(kind, path: path, name: name, root: root)
      } catch let error as SkiError where error.code == .unsupportedFormat {
        skippedFiles.append(error)
      }
    } else {
      ignored.add(name)
    }
  }

  private mutating func take(
    _ kind: FileKind, path: String, name: String, root: String, isNamed: Bool = false
  ) throws {
    switch kind {
    case .heights:
      let found = try HGTFile.all(at: path, name: name)
      if found.isEmpty {
        throw SkiError(
          .unsupportedFormat, "zip archive holds no hgt files; unpack it and name what is in it",
          subject: path)
      }
      elevationFiles += found.map { FoundFile(root: root, value: $0) }
    case .archive:
      let archive = try PMTilesArchive(path)
      try archive.header.checkIsPNG(subject: path)
      archives.append(archive)
    case .raster: rasterPaths.append(FoundFile(root: root, value: path, isNamed: isNamed))
    }
  }

  /// Returns the root, zoom, column and row of a tile's path, or nil for another path.
  static func tile(folder: String, name: String) -> (root: String, zoom: Int, key: UInt64)? {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, let zoom = number(parts[parts.count - 2]), zoom <= zoomLimit,
      let column = number(parts[parts.count - 1]), column < 1 << zoom,
      let row = number(name.dropLast(4)), row < 1 << zoom
    else { return nil }
    let root = parts.dropLast(2).joined(separator: "/")
    let named = !root.isEmpty ? root : folder.hasPrefix("/") ? "" : "."
    return (named, zoom, ElevationLayer.key(column: column, row: row))
  }

  /// Returns a whole number in canonical decimal form.
  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), value >= 0, String(value) == text else { return nil }
    return value
  }
}

extension FileSearch {
  /// Lists a folder in order of names; empty when it was listed before.
  static func entries(
    of folder: String, unlessIn visited: inout Set<FileIdentity>
  ) throws(SkiError) -> [FolderListing.Entry] {
    guard let entries = FolderListing.entries(of: folder, where: { visited.insert($0).inserted }) else {
      throw SkiError(
        .missingInput, "elevation folder can't be opened; check the path", subject: folder,
        underlying: systemMessage(errno))
    }
    return entries
  }

  /// Returns whether a search reads a file, by its folder and its name.
  static func takes(_ name: String, in folder: String) -> Bool {
    name == noteName || FileKind(ending: name) != nil || isMask(name)
      || name.hasSuffix(".png") && tile(folder: folder, name: name) != nil
  }

  /// Returns whether a file is the mask of a GeoTIFF, which is read with it.
  private static func isMask(_ name: String) -> Bool {
    name.hasSuffix(".msk") && FileKind(ending: String(name.dropLast(4))) == .raster
  }

  /// Returns the error of a search without results: that of the first skipped file, if there is one.
  func nothingFound(at paths: [String], skippedFiles: [SkiError]) -> SkiError {
    if let first = skippedFiles.first { return first }
    let places = paths.joined(separator: ", ")
    return SkiError(
      .emptyInput,
      "no elevation found in \(places.isEmpty ? "no folder" : places) (\(ignored.count) other files); "
        + "expected z/x/y.png tiles, PMTiles archives, GeoTIFF or files like N46W122.hgt")
  }
}

/// The kind of an elevation file, from its name or its first bytes.
enum FileKind: Sendable, Hashable {
  /// An `.hgt` file, compressed or uncompressed.
  case heights
  /// A PMTiles archive.
  case archive
  /// A GeoTIFF.
  case raster

  /// Creates the kind of a file name's extension; nil for other extensions.
  init?(ending name: String) {
    let name = name.lowercased()
    let endings: [(String, FileKind)] = [
      (".hgt", .heights), (".hgt.gz", .heights), (".zip", .heights), (".pmtiles", .archive),
      (".tif", .raster),
      (".tiff", .raster),
    ]
    guard let found = endings.first(where: { name.hasSuffix($0.0) }) else { return nil }
    self = found.1
  }

  /// Creates the kind of a file's first bytes: TIFF of either byte order, classic or BigTIFF, or PMTiles.
  init?(start bytes: [UInt8]) {
    if bytes.starts(with: PMTilesHeader.signature) {
      self = .archive
    } else if [
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]
    .contains(where: { bytes.starts(with: $0) }) {
      self = .raster
    } else {
      return nil
    }
  }
}

extension FileSearch {
  /// Returns the kind of an explicitly named file; nil when it holds no heights.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened.
  static func kind(ofNamed path: String, name: String) throws(SkiError) -> FileKind? {
    if let kind = FileKind(ending: name) { return kind }
    let file = try OpenFile(path)
    return FileKind(start: try file.read(at: 0, count: min(8, file.size)))
  }
}
