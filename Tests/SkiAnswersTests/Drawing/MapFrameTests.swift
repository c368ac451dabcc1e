import SkiBase
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct MapFrameTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func `north is up, east is right, and distances are to scale`() {
    let window = MapFrame(panelAround: [place(46, 7)], metres: 300...300)
    #expect(window.pixelsPerMetre == 1)
    #expect(window.pixel(place(46, 7)) == SIMD2(192, 150))
    let other = window.pixel(place(46 + 100 / 111_144.0, 7 + 100 / 77_464.0))
    #expect(abs(other.x - 292) < 0.5 && abs(other.y - 50) < 0.5, "\(other)")
  }

  @Test func `a frame across the antimeridian shows both sides`() {
    let window = MapFrame(panelAround: [place(0, 179.999), place(0, -179.999)], metres: 100...5000)
    #expect(abs(abs(window.plane.origin.longitude) - 180) < 1e-9)
    for longitude in [179.999, -179.999] {
      #expect(window.shows(window.pixel(place(0, longitude))))
      #expect(window.mayShow(BoundingBox(south: 0, west: longitude, north: 0, east: longitude)))
    }
    #expect(!window.mayShow(BoundingBox(south: 0, west: 0, north: 0, east: 1)))
  }

  @Test func `a ring around the frame is clipped to its margin, and one outside is removed`() {
    let far = 10_000.0
    let around = [SIMD2(-far, -far), SIMD2(far, -far), SIMD2(far, far), SIMD2(-far, far)]
    let cut = FrameClipping.ring(around)
    #expect(cut.map(\.x).min() == -40 && cut.map(\.x).max() == MapFrame.panelSize.x + 40)
    #expect(FrameClipping.ring(around.map { $0 + SIMD2(3 * far, 0) }).isEmpty)
    #expect(FrameClipping.ring([]).isEmpty)
  }

  @Test func `a line is clipped to the segments that touch the frame`() {
    let line = [SIMD2(-900.0, 10), SIMD2(-800, 10), SIMD2(10, 10), SIMD2(20, 900), SIMD2(30, 990)]
    #expect(FrameClipping.pieces(of: line) == [[SIMD2(-800, 10), SIMD2(10, 10), SIMD2(20, 900)]])
  }
}
