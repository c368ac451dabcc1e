import Foundation
import SkiFormats
import SkiGeo
import SkiGraph

/// Finds the map to answer from: `--map`, else `SKIROUTE_MAP`, else the sample mountain.
enum MapLocation {
  /// Opens the map.
  /// - Throws: ``SkiError`` with code `.missingInput` or `.malformedData` from opening it, `.invalidArgument` for an empty name.
  static func open(_ path: String?) async throws -> SkiMap {
    if path?.isEmpty == true {
      throw SkiError(.invalidArgument, "map has an empty name; write --map FILE or leave it out")
    }
    if let path = chosen(path) { return try open(file: path) }
    return try await SampleMap.open()
  }

  /// Maps smaller than this are read into memory whole, so that nothing done to the file disturbs the answer; bytes.
  private static let mostCopiedBytes = 64 << 20

  /// Opens a map file, a small one into memory.
  /// - Throws: As ``SkiMap/open(path:copying:)``.
  static func open(file path: String) throws -> SkiMap {
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    let isSmall = size.map { $0 < mostCopiedBytes } ?? false
    return try SkiMap.open(path: path, copying: isSmall ? .intoMemory : .byPart)
  }

  /// The files that ``open(_:)`` reads.
  static func files(_ path: String?) -> [String] { chosen(path).map { [$0] } ?? SampleMap.files() }

  private static func chosen(_ path: String?) -> String? {
    path ?? named(ProcessInfo.processInfo.environment["SKIROUTE_MAP"])
  }

  private static func named(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return value
  }
}

/// The invented mountain that comes with the source, built once beside the executable.
enum SampleMap {
  /// Opens the sample map, building it when it is missing or older than the executable.
  static func open() async throws -> SkiMap {
    guard let data = folder() else {
      throw SkiError(
        .missingInput,
        "no map was given; name one with --map FILE or SKIROUTE_MAP, or make one with skiroute build")
    }
    let (executable, map) = (executableURL(), place())
    if isNewer(map, than: executable), let whole = try? verified(map) { return whole }
    Console.note("skiroute: building the sample map once")
    _ = try await build(data).write(to: map.path)
    return try MapLocation.open(file: map.path)
  }

  /// The map, and what it is built from.
  static func files() -> [String] {
    let sources = folder().map { build($0) }
    return [place().path] + (sources.map { $0.inputs + $0.elevation } ?? [])
  }

  private static func build(_ data: URL) -> MapBuild {
    var build = MapBuild()
    build.runs = [data.appending(path: "openskimap/runs.geojson").path]
    build.lifts = [data.appending(path: "openskimap/lifts.geojson").path]
    build.areas = [data.appending(path: "openskimap/ski_areas.geojson").path]
    build.spots = [data.appending(path: "openskimap/spots.geojson").path]
    build.elevation = [data.appending(path: "elevation").path]
    return build
  }

  private static func place() -> URL {
    executableURL().deletingLastPathComponent().appending(path: "sample.skimap")
  }

  /// Opens a map and checks all of it: the sample is small, and mended by building it again.
  private static func verified(_ map: URL) throws -> SkiMap {
    let opened = try MapLocation.open(file: map.path)
    try opened.verify()
    return opened
  }

  private static func executableURL() -> URL {
    (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).resolvingSymlinksInPath()
  }

  /// The folder Data/Sample of the checkout the executable was built in; nil when it was moved elsewhere.
  private static func folder() -> URL? {
    var place = executableURL().deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = place.appending(path: "Data/Sample")
      if FileManager.default.fileExists(atPath: candidate.appending(path: "openskimap/runs.geojson").path) {
        return candidate
      }
      place.deleteLastPathComponent()
    }
    return nil
  }

  private static func isNewer(_ file: URL, than other: URL) -> Bool {
    func date(_ url: URL) -> Date? {
      try? url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
    guard let mine = date(file), let theirs = date(other) else { return false }
    return mine >= theirs
  }
}
