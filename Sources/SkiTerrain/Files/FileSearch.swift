import Glibc
import SkiFormats
import SkiGeo

/// The elevation files at some paths, by what they are; heights are not read yet.
struct FileSearch {
  /// One folder that holds zoom folders.
  struct Pyramid {
    /// The folder above the zoom folders.
    let root: String
    /// The tiles of each zoom.
    var tiles: [Int: Set<UInt64>] = [:]
  }

  /// One file, and the folder the search for it started from (of a file named by itself, the folder it lies in).
  struct Found<Value> {
    let root: String
    let value: Value
    /// Whether the file was named, not found in a folder.
    var isNamed = false
  }

  private(set) var pyramids: [Pyramid] = []
  private(set) var heightFiles: [Found<HeightFile>] = []
  private(set) var archives: [PMTilesArchive] = []
  private(set) var rasterPaths: [Found<String>] = []
  /// Files called `SOURCE.json`, which tell where others came from.
  private(set) var notePaths: [String] = []
  /// Files that are none of these.
  private(set) var ignoredCount = 0
  /// What is wrong with files that were passed over, since they are of a form no heights are read from.
  private(set) var passedOver: [SkiError] = []

  private var pyramidByRoot: [String: Int] = [:]
  private var visited: Set<FileIdentity> = []
  private var entryCount = 0

  /// The most folders below each other, and the most files and folders altogether.
  static let depthLimit = 32
  static let entryLimit = 8_000_000
  static let zoomLimit = 24
  /// Files of this name tell where others came from.
  static let noteName = "SOURCE.json"

  /// Searches folders and all folders below them, and takes the files named; each folder is entered once, whatever
  /// links lead to it.
  /// - Throws: ``SkiError`` with code `.missingInput` when a path can't be opened, `.malformedData` for a broken
  ///   archive or an `.hgt` file of impossible name or size, `.unsupportedFormat` for a file named that holds no
  ///   heights, `.limitExceeded` for trees beyond belief.
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
        "file holds no heights that can be read; name a GeoTIFF, an hgt file, a zip of those, a PMTiles archive "
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
        passedOver.append(error)
      }
    } else {
      ignoredCount += 1
    }
  }

  private mutating func take(
    _ kind: FileKind, path: String, name: String, root: String, isNamed: Bool = false
  ) throws {
    switch kind {
    case .heights:
      let found = try HeightFile.all(at: path, name: name)
      if found.isEmpty {
        throw SkiError(
          .unsupportedFormat, "zip archive holds no hgt files; unpack it and name what is in it",
          subject: path)
      }
      heightFiles += found.map { Found(root: root, value: $0) }
    case .archive: archives.append(try PMTilesArchive(path))
    case .raster: rasterPaths.append(Found(root: root, value: path, isNamed: isNamed))
    }
  }

  /// Reads zoom, column and row from the end of a path, or returns nil when they aren't there.
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

  /// A whole number written the one way a tile folder writes it.
  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), value >= 0, String(value) == text else { return nil }
    return value
  }
}
