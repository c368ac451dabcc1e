import SkiBase
import SkiGraph
import SkiSystem

/// The selection of the map: `--map`, else `SKIROUTE_MAP`, else the sample mountain.
enum MapSelection {
  /// Opens the map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name; the errors of
  ///   ``SkiMap/open(path:intoMemory:cacheLimitBytes:)`` and of building the sample map.
  static func open(_ path: String?) throws -> SkiMap {
    if path?.isEmpty == true {
      throw SkiError(.invalidArgument, "map has an empty name; write --map FILE or leave it out")
    }
    if let path = chosen(path) { return try open(file: path) }
    return try SampleMap.open()
  }

  /// The size in bytes below which maps are copied into memory, so that changes to the file don't affect the answer.
  private static let mostCopiedBytes = 64 << 20

  /// Opens a map file, copying a small one into memory.
  /// - Throws: The errors of ``SkiMap/open(path:intoMemory:cacheLimitBytes:)``.
  static func open(file path: String) throws -> SkiMap {
    var status = stat()
    let isSmall = stat(path, &status) == 0 && status.st_size < mostCopiedBytes
    return try SkiMap.open(path: path, intoMemory: isSmall)
  }

  /// Returns the path of the map that is used when none is given, and makes the sample map when it is missing.
  /// - Throws: The errors of building the sample map.
  static func defaultPath() throws -> String {
    if let path = chosen(nil) { return path }
    _ = try SampleMap.open()
    return SampleMap.place()
  }

  /// Returns the files that ``open(_:)`` reads.
  static func files(_ path: String?) -> [String] { chosen(path).map { [$0] } ?? SampleMap.files() }

  private static func chosen(_ path: String?) -> String? {
    path ?? ProcessEnvironment.value("SKIROUTE_MAP").flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The fictional sample mountain in the source tree, built once beside the executable.
enum SampleMap {
  /// Opens the sample map, building it when it is missing or older than the executable.
  static func open() throws -> SkiMap {
    guard let data = folder() else {
      throw SkiError(
        .missingInput,
        "no map was given; name one with --map FILE or SKIROUTE_MAP, or make one with skiroute build")
    }
    let map = place()
    if isNewer(map, than: executable()), let whole = try? verified(map) { return whole }
    Console.note("skiroute: building the sample map once")
    _ = try build(data).write(to: map)
    return try MapSelection.open(file: map)
  }

  /// Returns the map and its input files.
  static func files() -> [String] {
    let sources = folder().map { build($0) }
    return [place()] + (sources.map { $0.inputs + $0.elevation } ?? [])
  }

  private static func build(_ data: String) -> MapBuild {
    var build = MapBuild()
    build.runs = [data + "/openskimap/runs.geojson"]
    build.lifts = [data + "/openskimap/lifts.geojson"]
    build.areas = [data + "/openskimap/ski_areas.geojson"]
    build.spots = [data + "/openskimap/spots.geojson"]
    build.elevation = [data + "/elevation"]
    return build
  }

  /// Returns the path of the sample map: beside the executable.
  static func place() -> String { above(executable()) + "/sample.skimap" }

  /// Opens a map and verifies it completely, since the sample is small and can be rebuilt.
  private static func verified(_ map: String) throws -> SkiMap {
    let opened = try MapSelection.open(file: map)
    try opened.verify()
    return opened
  }

  /// Returns the path of the executable without links.
  static func executable() -> String {
    guard let path = realpath("/proc/self/exe", nil) ?? realpath(CommandLine.arguments[0], nil) else {
      return CommandLine.arguments[0]
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the folder of a path; an empty text for the root.
  static func above(_ path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? "."
  }

  /// Returns the folder Data/Sample of the checkout that contains the executable; nil without one.
  static func folder() -> String? {
    var place = above(executable())
    for _ in 0..<6 {
      let candidate = place + "/Data/Sample"
      if access(candidate + "/openskimap/runs.geojson", F_OK) == 0 { return candidate }
      guard !place.isEmpty else { return nil }
      place = above(place)
    }
    return nil
  }

  private static func isNewer(_ file: String, than other: String) -> Bool {
    guard let mine = modified(file), let theirs = modified(other) else { return false }
    return mine >= theirs
  }

  /// Returns the time of the last change of a file: seconds and nanoseconds.
  private static func modified(_ path: String) -> (Int, Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (status.modificationTime.tv_sec, status.modificationTime.tv_nsec)
  }
}
