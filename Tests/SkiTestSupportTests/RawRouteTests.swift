import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

struct RawRouteTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T---M
          |
      B---N
      """, heights: ["T": 2000, "M": 1900, "N": 1700, "B": 1600],
      [.run("TMNB", .easy), .lift("BT", .chairLift)])
  }

  @Test func `a route read from its GeoJSON text equals the one converted directly`() throws {
    let world = try world()
    let result = try world.result("N", "M")
    let text = RouteDocument(result: result, from: "N", to: "M", sources: []).geoJSON().string
    let direct = RawRoute(result)
    #expect(direct.steps.count == 3)
    #expect(try RawRoute(geojson: Data(text.utf8)) == direct)
  }

  @Test func `heights of an HGT file are interpolated bilinearly and unknown beside voids`() throws {
    let folder = ScratchFolder()
    var bytes = [UInt8](repeating: 0, count: 1201 * 1201 * 2)
    for (row, column, value) in [(600, 600, 1000), (600, 601, 1100), (601, 600, -32768), (0, 1200, 300)] {
      let word = UInt16(bitPattern: Int16(value))
      bytes[2 * (row * 1201 + column)] = UInt8(word >> 8)
      bytes[2 * (row * 1201 + column) + 1] = UInt8(word & 255)
    }
    folder.write(bytes, to: "N46W008.hgt")
    let files = try RawHeightFiles(folder: URL(fileURLWithPath: folder.path))
    let post = 1.0 / 1200
    let middle = files.metres(latitude: 46.5 + post * 1e-9, longitude: -7.5 + post / 2)
    #expect(abs((middle ?? 0) - 1050) < 0.01)
    #expect(files.metres(latitude: 46.5 - post / 2, longitude: -7.5 + post / 2) == nil)
    #expect(abs((files.metres(latitude: 47 - 1e-12, longitude: -7 - 1e-12) ?? 0) - 300) < 0.01)
    #expect(files.metres(latitude: 10, longitude: 10) == nil)
  }

  @Test func `an HGT file of another size is refused`() throws {
    let folder = ScratchFolder()
    folder.write([1, 2, 3], to: "N46W008.hgt")
    #expect(throws: RawCheckError.self) { try RawHeightFiles(folder: URL(fileURLWithPath: folder.path)) }
  }
}
