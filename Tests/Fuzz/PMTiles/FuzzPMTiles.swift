import FuzzSupport
import SkiBase

@testable import SkiTerrain

@_cdecl("FuzzPMTiles_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

private let codes: Set<SkiError.Code> = [
  .malformedData, .unsupportedFormat, .limitExceeded, .emptyInput, .invalidArgument,
]

/// Reads the input as a PMTiles archive, or as a zip archive or gzip file of `.hgt` heights where it begins like one.
private func examine(_ bytes: [UInt8]) {
  ScratchFolder.with { folder in
    if bytes.starts(with: [0x50, 0x4B]) { return heights(bytes, ending: "zip", in: folder) }
    if bytes.starts(with: [0x1F, 0x8B]) { return heights(bytes, ending: "gz", in: folder) }
    archive(bytes, in: folder)
  }
}

private func archive(_ bytes: [UInt8], in folder: String) {
  let path = folder + "/a.pmtiles"
  ScratchFolder.write(bytes, to: path)
  do {
    let archive = try PMTilesArchive(path)
    for zoom in archive.header.zooms { try check(archive, zoom: zoom) }
  } catch {
    require(error, isOneOf: codes)
  }
  readElevations(path)
}

/// Checks that the archive's information on a zoom is consistent.
private func check(_ archive: PMTilesArchive, zoom: Int) throws {
  let (first, end) = (TileID.first(zoom: zoom), TileID.first(zoom: zoom + 1))
  guard let found = try archive.firstTile(from: first), found.tile < end else {
    let last = try archive.lastTile(before: end)
    require(last.map { $0 < first } ?? true, "a zoom has a last tile but no first")
    return
  }
  let isThere = try archive.hasTile(found.tile)
  require(found.tile >= first && isThere, "the first tile isn't there")
  let last = try archive.lastTile(before: end)
  require(last.map { $0 >= found.tile && $0 < end } ?? false, "the last tile lies before the first")
  let place = found.tile.place(zoom: zoom)
  require(
    TileID(zoom: zoom, column: place.column, row: place.row) == found.tile, "a tile's number changes")
  do {
    _ = try found.read()
  } catch {
    require(error, isOneOf: codes)
  }
}

private func readElevations(_ path: String) {
  do {
    let source = try ElevationFiles.open(paths: [path])
    for index in 0..<16 {
      let place = Coordinate(
        latitude: 80 - 10.5 * Double(index), longitude: -170 + 22.5 * Double(index))
      let height = try source.elevationMetres(at: place)
      require(height.map { plausibleElevationsMetres.contains($0) } ?? true, "a height is \(height ?? 0) m")
    }
  } catch {
    require(error, isOneOf: codes)
  }
}

private func heights(_ bytes: [UInt8], ending: String, in folder: String) {
  let path = folder + "/N46E008.hgt.\(ending)"
  ScratchFolder.write(bytes, to: path)
  do {
    for file in try HGTFile.all(at: path, name: "N46E008.hgt.\(ending)") {
      let tile = try file.decoded()
      require(tile.columns == file.samples, "a tile has another size than its file")
    }
  } catch {
    require(error, isOneOf: codes)
  }
}
