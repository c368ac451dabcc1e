import Glibc
import SkiFiles
import SkiGeo

/// The elevation files below some folders, by what they are; nothing is opened yet.
struct FolderSearch {
  /// One folder that holds zoom folders.
  struct Pyramid {
    /// The folder above the zoom folders.
    let root: String
    /// The tiles of each zoom.
    var tiles: [Int: Set<UInt64>] = [:]
  }

  /// One `.hgt` file.
  struct HeightFile {
    let path: String
    /// The folder the search started from.
    let root: String
    /// Its tile in an ``ElevationGrid`` of degrees.
    let key: UInt64
    /// Samples along each side.
    let samples: Int
  }

  private(set) var pyramids: [Pyramid] = []
  private(set) var heightFiles: [HeightFile] = []
  /// Files called `SOURCE.json`, which tell where others came from.
  private(set) var notePaths: [String] = []
  /// Files that are none of these.
  private(set) var ignoredCount = 0

  private var pyramidByRoot: [String: Int] = [:]
  private var visited: Set<FolderID> = []
  private var entryCount = 0

  /// The most folders below each other, and the most files and folders altogether.
  static let depthLimit = 32
  static let entryLimit = 8_000_000
  static let zoomLimit = 24

  private struct FolderID: Hashable {
    let device: UInt
    let inode: UInt
  }

  /// Searches folders and all folders below them; each folder is entered once, whatever links lead to it.
  /// - Throws: ``SkiError`` with code `.missingInput` when a folder can't be opened, `.malformedData` for an `.hgt`
  ///   file of impossible name or size, `.limitExceeded` for trees beyond belief.
  /// - Complexity: O(*n* log *n*) in the number of files.
  init(_ roots: [String]) throws {
    for root in roots { try visit(root, trail: [], root: root) }
  }

  private mutating func visit(_ folder: String, trail: [String], root: String) throws {
    guard trail.count <= Self.depthLimit else {
      throw SkiError(
        .limitExceeded, "folders are more than \(Self.depthLimit) deep; name the folder of the tiles itself",
        subject: folder)
    }
    guard let entries = try Self.entries(of: folder, unlessIn: &visited) else { return }
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
        try take(entry.name, path: path, folder: folder, root: root)
      }
    }
  }

  private mutating func take(_ name: String, path: String, folder: String, root: String) throws {
    if name.hasSuffix(".png"), let tile = Self.tile(folder: folder, name: name) {
      let index = pyramidByRoot[tile.root] ?? pyramids.count
      if index == pyramids.count {
        pyramidByRoot[tile.root] = index
        pyramids.append(Pyramid(root: tile.root))
      }
      pyramids[index].tiles[tile.zoom, default: []].insert(tile.key)
    } else if name.lowercased().hasSuffix(".hgt") {
      heightFiles.append(try Self.heightFile(name, path: path, root: root))
    } else if name == "SOURCE.json" {
      notePaths.append(path)
    } else {
      ignoredCount += 1
    }
  }

  /// Reads zoom, column and row from the end of a path, or returns nil when they aren't there.
  private static func tile(folder: String, name: String) -> (root: String, zoom: Int, key: UInt64)? {
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

  private static func heightFile(_ name: String, path: String, root: String) throws -> HeightFile {
    guard let corner = corner(of: name) else {
      throw SkiError(
        .malformedData, "name of hgt file doesn't tell its corner; call it like N46W122.hgt", subject: path)
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SkiError(
        .missingInput, "file can't be opened; check that it may be read", subject: path,
        underlying: systemMessage(errno))
    }
    guard let samples = [1201, 3601].first(where: { $0 * $0 * 2 == Int(status.st_size) }) else {
      throw SkiError(
        .malformedData,
        "hgt file has \(status.st_size) bytes, not 2884802 (3\u{2033}) or 25934402 (1\u{2033}); fetch it again",
        subject: path)
    }
    let key = ElevationLayer.key(column: corner.longitude + 180, row: 89 - corner.latitude)
    return HeightFile(path: path, root: root, key: key, samples: samples)
  }

  /// The south-western corner a name like `S34E018.hgt` tells, whole degrees.
  static func corner(of name: String) -> (latitude: Int, longitude: Int)? {
    let text = Array(name.uppercased().utf8)
    guard text.count > 7, text[7] == UInt8(ascii: "."), let north = sign(text[0], "N", "S"),
      let east = sign(text[3], "E", "W"), let latitude = digits(text[1...2]),
      let longitude = digits(text[4...6])
    else { return nil }
    let (south, west) = (north * latitude, east * longitude)
    guard (-90..<90).contains(south), (-180..<180).contains(west) else { return nil }
    return (south, west)
  }

  private static func sign(_ byte: UInt8, _ plus: Character, _ minus: Character) -> Int? {
    byte == plus.asciiValue ? 1 : byte == minus.asciiValue ? -1 : nil
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension FolderSearch {
  private struct Entry {
    let name: String
    let isFolder: Bool
  }

  /// Lists a folder in order of names, or returns nil when it was listed before.
  private static func entries(of folder: String, unlessIn visited: inout Set<FolderID>) throws -> [Entry]? {
    guard let stream = opendir(folder) else {
      throw SkiError(
        .missingInput, "elevation folder can't be opened; check the path", subject: folder,
        underlying: systemMessage(errno))
    }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0 else {
      throw SkiError(
        .inputOutput, "folder can't be examined; check the disk", subject: folder,
        underlying: systemMessage(errno))
    }
    guard visited.insert(FolderID(device: UInt(status.st_dev), inode: UInt(status.st_ino))).inserted else {
      return nil
    }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      guard let isFolder = kind(Int32(entry.pointee.d_type), folder + "/" + name) else { continue }
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Whether an entry is a folder (true) or a file (false); nil for devices, pipes and links that lead nowhere.
  private static func kind(_ type: Int32, _ path: String) -> Bool? {
    if type == Int32(DT_DIR) { return true }
    if type == Int32(DT_REG) { return false }
    guard type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let format = status.st_mode & S_IFMT
    return format == S_IFDIR ? true : format == S_IFREG ? false : nil
  }
}
