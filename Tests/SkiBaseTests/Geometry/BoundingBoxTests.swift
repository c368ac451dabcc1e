import SkiBase
import Testing

struct BoundingBoxTests {
  @Test func `a box grown across the antimeridian becomes two boxes`() {
    let box = BoundingBox(south: 10, west: 178, north: 11, east: 179)
    #expect(
      box.grown(north: 1, east: 2) == [
        BoundingBox(south: 9, west: 176, north: 12, east: 180),
        BoundingBox(south: 9, west: -180, north: 12, east: -179),
      ])
    #expect(box.grown(north: 1, east: 0.5) == [BoundingBox(south: 9, west: 177.5, north: 12, east: 179.5)])
  }

  @Test func `a box grown around the Earth spans all longitudes and ends at the pole`() {
    let pole = BoundingBox(Coordinate(latitude: -90, longitude: -180))
    #expect(pole.grown(north: 3, east: 180) == [BoundingBox(south: -90, west: -180, north: -87, east: 180)])
  }

  @Test func `boxes that share an edge touch`() {
    let box = BoundingBox(south: 0, west: 0, north: 1, east: 1)
    #expect(box.touches(BoundingBox(south: 1, west: 1, north: 2, east: 2)))
    #expect(!box.touches(BoundingBox(south: 1.1, west: 0, north: 2, east: 1)))
  }
}
