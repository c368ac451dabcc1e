import Glibc
import SkiFiles
import SkiGeo

extension FileSearch {
  struct Entry {
    let name: String
    let isFolder: Bool
  }

  /// What tells a folder from all others, whatever leads to it.
  struct FolderID: Hashable {
    let device: UInt
    let inode: UInt
  }

  /// Lists a folder in order of names, or returns nil when it was listed before.
  static func entries(of folder: String, unlessIn visited: inout Set<FolderID>) throws -> [Entry]? {
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
  static func kind(_ type: Int32, _ path: String) -> Bool? {
    if type == Int32(DT_DIR) { return true }
    if type == Int32(DT_REG) { return false }
    guard type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let format = status.st_mode & S_IFMT
    return format == S_IFDIR ? true : format == S_IFREG ? false : nil
  }

  /// What to tell when nothing usable was found: what is wrong with the first file passed over, if there is one.
  func nothingFound(at paths: [String], passedOver: [SkiError]) -> SkiError {
    if let first = passedOver.first { return first }
    let places = paths.joined(separator: ", ")
    return SkiError(
      .emptyInput,
      "no elevation found in \(places.isEmpty ? "no folder" : places) (\(ignoredCount) other files); "
        + "expected z/x/y.png tiles, PMTiles archives, GeoTIFF or files like N46W122.hgt")
  }
}
