import SkiBase
package import SkiGraph

/// A mountain of one lift, one run around it and a hut, in one ski area.
package struct DrawnMountain: Sendable {
  /// The mountain in letters.
  package let world: DrawnWorld
  /// The contents of its map.
  package let contents: MapContents

  /// The area of all lifts and runs.
  package static let area = SourceID("area-1")

  /// Draws the mountain; the map of a later season may lack the hut, or have other names.
  package init(run: String = "Talabfahrt", hasHut: Bool = true, isWithoutRun: Bool = false) throws {
    let lift = DrawnFeature.lift("BT", .chairLift, name: "Gipfelbahn")
    world = try DrawnWorld(
      """
      T---R
      |   |
      |   S
      |   |
      B---Q
      """, cellMetres: 200, heights: ["T": 2000, "R": 1900, "S": 1800, "Q": 1700, "B": 1600],
      huts: hasHut ? ["S": "Berghaus"] : [:],
      isWithoutRun ? [lift] : [lift, .run("TRSQB", .easy, name: run)])
    var builder = world.builder
    let (low, high) = (world.place("B"), world.place("R"))
    builder.areas = [
      GraphArea(
        name: "Sonnenberg", id: Self.area, operatingLiftCount: 1,
        bounds: BoundingBox(
          south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude))
    ]
    for index in builder.features.indices where builder.features[index].facts.kind != .hut {
      builder.features[index].facts.area = AreaIndex(0)
    }
    contents = MapContents(regions: [builder])
  }
}
