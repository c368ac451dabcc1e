import Foundation
import SkiFormats
import SkiGeo
import SkiGraph

/// The selection of the map: `--map`, else `SKIROUTE_MAP`, else the sample mountain.
enum MapSelection {
  /// Opens the map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name; the errors of
  ///   ``SkiMap/open(path:copying:)`` and of building the sample map.
  static func open(_ path: String?) async throws -> SkiMap {
    if path?.isEmpty == true {
      throw SkiError(.invalidArgument, "map has an empty name; write --map FILE or leave it out")
    }
    if let path = chosen(path) { return try open(file: path) }
    return try await SampleMap.open()
  }

  /// The size in bytes below which maps are copied into memory, so that changes to the file don't affect the answer.
  private static let mostCopiedBytes = 64 << 20

  /// Opens a map file, copying a small one into memory.
  /// - Throws: The errors of ``SkiMap/open(path:copying:)``.
  static func open(file path: String) throws -> SkiMap {
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    let isSmall = size.map { $0 < mostCopiedBytes } ?? false
    return try SkiMap.open(path: path, copying: isSmall ? .intoMemory : .byPart)
  }

  /// Returns the files that ``open(_:)`` reads.
  static func files(_ path: String?) -> [String] { chosen(path).map { [$0] } ?? SampleMap.files() }

  private static func chosen(_ path: String?) -> String? {
    path ?? named(ProcessInfo.processInfo.environment["SKIROUTE_MAP"])
  }

  private static func named(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return value
  }
}

/// The fictional sample mountain in the source tree, built once beside the executable.
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
    return try MapSelection.open(file: map.path)
  }

  /// Returns the map and its input files.
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

  /// Opens a map and verifies it completely, since the sample is small and can be rebuilt.
  private static func verified(_ map: URL) throws -> SkiMap {
    let opened = try MapSelection.open(file: map.path)
    try opened.verify()
    return opened
  }

  private static func executableURL() -> URL {
    (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).resolvingSymlinksInPath()
  }

  /// Returns the folder Data/Sample of the checkout that contains the executable; nil without one.
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
