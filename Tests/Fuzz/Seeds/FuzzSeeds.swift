import Foundation
import SkiBase
import SkiBuild
import SkiGraph

/// Builds small maps from the sample as seeds for fuzzing: `FuzzSeeds SAMPLE FOLDER`.
@main
struct FuzzSeeds {
  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      fatalError("give the folder of the sample and one to write to")
    }
    let (sample, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
    for form in ["openskimap", "osm"] {
      let data = try await read(sample + "/" + form)
      for (number, lift) in data.lifts.enumerated() where number % 2 == 0 {
        try write(around: [lift], of: data, runLimit: number % 3, to: "\(folder)/\(form)-lift-\(number)")
      }
      for number in stride(from: 0, to: data.lifts.count - 1, by: 5) {
        let pair = [data.lifts[number], data.lifts[data.lifts.count - 1 - number]]
        try write(around: pair, of: data, runLimit: 1, to: "\(folder)/\(form)-lifts-\(number)")
      }
    }
    try save(MapContents(regions: []), to: folder + "/nothing")
  }

  private static func read(_ folder: String) async throws -> SkiData {
    let streets = folder + "/streets.geojson"
    let input = SkiInput(
      runs: [folder + "/runs.geojson"], lifts: [folder + "/lifts.geojson"],
      spots: [folder + "/spots.geojson"],
      streets: FileManager.default.fileExists(atPath: streets) ? [streets] : [])
    return try await SkiReader(input: input).read().data
  }

  /// Builds a map of some lifts with the runs and spots nearest to each, each lift a region where it can be.
  private static func write(
    around lifts: [Lift], of data: SkiData, runLimit: Int, to path: String
  ) throws {
    var part = SkiData()
    part.lifts = lifts
    part.sources = data.sources
    for top in lifts.compactMap({ $0.parts.last?.coordinates.last }) {
      part.runs += data.runs.map { ($0, distance($0, top)) }.sorted { $0.1 < $1.1 }.prefix(runLimit).map(\.0)
      part.streets += data.streets.filter { $0.distance(to: top) < 2000 }.prefix(3)
      part.spots += data.spots.filter { $0.coordinate.distanceMetres(to: top) < 300 }.prefix(2)
    }
    var options = GraphBuildOptions()
    options.regionPointLimit = 1
    var built = try GraphBuild.build(part, report: ImportReport(), elevation: nil, options: options)
    addHeights(to: &built.contents)
    try save(built.contents, to: path)
  }

  /// Gives the first region of a map a height grid of two small tiles, one of them with voids.
  private static func addHeights(to contents: inout MapContents) {
    guard !contents.regions.isEmpty else { return }
    let lattice = HeightLattice(
      .degrees, originX: -180, originY: 90, stepX: 1.0 / 1200, stepY: 1.0 / 1200, columns: 432_000,
      rows: 216_001)
    var grid = HeightGrid(lattice, stepMillimetres: 1000, attributions: ["SkiRoute sample, CC0"])
    for number in 0..<2 {
      let metres = (0..<HeightTileCode.count).map { index -> Float in
        let (column, row) = (index % HeightTileCode.side, index / HeightTileCode.side)
        if number == 1, column > 40 || row % 9 == 0 { return .nan }
        return Float(1500 + 4 * column - 3 * row + (column & row & 7))
      }
      grid.append(HeightTileAddress(row: 820, column: 3270 + UInt32(number)), metres: metres)
    }
    contents.regions[0].heightGrid = grid
  }

  private static func distance(_ run: Run, _ place: Coordinate) -> Double {
    let lines: [Polyline] =
      switch run.geometry {
      case .lines(let lines): lines
      case .areas(let areas): areas.map(\.outer)
      }
    return lines.flatMap(\.coordinates).map { $0.distanceMetres(to: place) }.min() ?? .infinity
  }

  private static func save(_ contents: MapContents, to path: String) throws {
    try Data(contents.encoded()).write(to: URL(fileURLWithPath: path))
  }
}

extension Street {
  fileprivate func distance(to place: Coordinate) -> Double {
    lines.flatMap(\.coordinates).map { $0.distanceMetres(to: place) }.min() ?? .infinity
  }
}
