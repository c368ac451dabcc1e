import SkiBase
import SkiSystem

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
