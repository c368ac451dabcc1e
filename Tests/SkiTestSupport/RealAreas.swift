package import Foundation
import SkiBuild

/// The files of one real area in the folder that `SKIROUTE_REAL_DATA` names.
package struct RealArea: Sendable, CustomStringConvertible {
  /// The form of the properties.
  package enum Format: Sendable { case openSkiMap, osmTags }

  /// The folder's name below the root, for example `trois-vallees` or `us/alta`.
  package let name: String
  package let format: Format
  package let runs: URL
  package let lifts: URL
  /// `ski_areas.geojson`, nil when the area has none.
  package let areas: URL?
  /// `spots.geojson`, nil when the area has none.
  package let spots: URL?
  /// `roads.geojson`, nil when the area has none.
  package let streets: URL?
  /// The folder to hand to the builder, to be searched through: it may hold `.hgt` files and PNG pyramids at once.
  package let elevation: URL?
  /// The PNG pyramids inside it, one by one.
  package let pyramids: [URL]
  /// `europe`, `north_america` or `japan`, which files in raw OSM form don't state.
  package let convention: String

  package var description: String { name }

  /// Indicates whether some elevation is known: by vertex or by tiles.
  package var hasHeights: Bool { elevation != nil || ["trois-vallees", "openskimap-format"].contains(name) }

  /// The names of all areas, in a fixed order: the arguments of parameterised tests.
  package static let names =
    [
      "openskimap-format", "trois-vallees", "andorra", "andorra-2023", "crystal-mountain", "mayrhofen",
      "niseko",
    ]
    + [
      "alta", "alyeska", "bretton_woods", "jackson_hole", "mad_river_glen", "smugglers_notch", "snowbird",
      "sugarbush", "whiteface", "wildcat",
    ].map { "us/" + $0 }

  /// All areas. Throws when a file that should be there is missing.
  package static var all: [RealArea] { get throws { try names.map(named) } }

  /// Returns one area by its name.
  ///
  /// - Throws: `RawCheckError` when `SKIROUTE_REAL_DATA` is not set or a file is missing.
  package static func named(_ name: String) throws -> RealArea {
    let folder = try RealAreas.root().appendingPathComponent(name)
    let dem = try RealAreas.root().appendingPathComponent(
      name == "andorra-2023" ? "andorra/dem" : "\(name)/dem")
    let hasTiles = ["andorra", "andorra-2023", "crystal-mountain", "mayrhofen"].contains(name)
    let pyramids =
      !hasTiles ? [] : name == "mayrhofen" ? ["terrain-rgb-512", "terrarium-512"] : ["terrarium"]
    let isRaw = name.hasPrefix("us/") || name.hasPrefix("andorra") || name == "crystal-mountain"
    return RealArea(
      name: name, format: isRaw ? .osmTags : .openSkiMap,
      runs: try RealAreas.existing(folder.appendingPathComponent("runs.geojson")),
      lifts: try RealAreas.existing(folder.appendingPathComponent("lifts.geojson")),
      areas: RealAreas.optional(folder.appendingPathComponent("ski_areas.geojson")),
      spots: RealAreas.optional(folder.appendingPathComponent("spots.geojson")),
      streets: RealAreas.optional(folder.appendingPathComponent("roads.geojson")),
      elevation: hasTiles ? try RealAreas.existing(dem) : nil,
      pyramids: try pyramids.map { try RealAreas.existing(dem.appendingPathComponent($0)) },
      convention: name == "niseko" ? "japan" : isNorthAmerican(name) ? "north_america" : "europe")
  }

  private static func isNorthAmerican(_ name: String) -> Bool {
    name.hasPrefix("us/") || ["crystal-mountain", "openskimap-format"].contains(name)
  }

  /// Returns the raw files as read by the route checker.
  ///
  /// - Parameters:
  ///   - heights: Elevation for vertices without one; nil when the builder had none either.
  ///   - withStreets: True if the map has streets, and walks along them are checked.
  package func rawArea(heights: RawHeights? = nil, withStreets: Bool = false) throws -> RawArea {
    try RawArea(
      runs: [runs], lifts: [lifts], spots: spots.map { [$0] } ?? [],
      streets: withStreets ? streets.map { [$0] } ?? [] : [], convention: convention, heights: heights)
  }
}

/// The folder of real areas, if this machine has one.
package enum RealAreas {
  /// Indicates whether `SKIROUTE_REAL_DATA` is set: tests of real areas are enabled by it, and then fail on a missing
  /// file.
  package static var isAvailable: Bool { RealData.isNamed }

  /// Returns the URL of the folder.
  package static func root() throws -> URL {
    guard let path = RealData.folder else { throw RawCheckError("SKIROUTE_REAL_DATA is not set") }
    return try existing(URL(fileURLWithPath: path))
  }

  /// Returns a file below the folder, for example `tracks/crystal-mountain-01.gpx`.
  package static func file(_ relative: String) throws -> URL {
    try existing(root().appendingPathComponent(relative))
  }

  static func existing(_ url: URL) throws -> URL {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw RawCheckError("SKIROUTE_REAL_DATA is set, but \(url.path) is missing")
    }
    return url
  }

  static func optional(_ url: URL) -> URL? {
    FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
