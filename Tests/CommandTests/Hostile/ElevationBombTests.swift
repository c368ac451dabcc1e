import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Elevation files that claim to be far larger than they are, or are far larger than they should be.
struct ElevationBombTests {
  /// Returns a PNG header of any size, followed by `pixels` zero bytes.
  private func picture(_ width: UInt32, _ height: UInt32, pixels: Int = 0) -> [UInt8] {
    let size = [width, height].flatMap { number in (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
      + [8, 2, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: pixels)
  }

  @Test func `elevation files that claim or have a wrong size are refused`() throws {
    let scratch = ScratchFolder()
    var table = HostileTable()
    let cases: [(String, String, [UInt8], Int64)] = [
      ("PNG of 30000 × 30000", "10/498/364.png", picture(30_000, 30_000), 0),
      ("PNG of 2147483647 × 2147483647", "10/498/364.png", picture(.max >> 1, .max >> 1), 0),
      ("PNG of 4294967295 × 1", "10/498/364.png", picture(.max, 1), 0),
      ("PNG of no pixels", "10/498/364.png", picture(0, 0), 0),
      ("PNG of 256 × 256 with nothing inside", "10/498/364.png", picture(256, 256), 0),
      ("PNG of 10 GiB", "10/498/364.png", picture(256, 256), 10 << 30),
      ("hgt of 10 GiB", "N46W005.hgt", [], 10 << 30), ("hgt of 0 bytes", "N46W005.hgt", [], 0),
      ("hgt one byte short", "N46W005.hgt", [], 2_884_801),
      ("hgt one byte long", "N46W005.hgt", [], 2_884_803),
      ("hgt of no place", "N99W999.hgt", [], 2_884_802), ("hgt without a place", "height.hgt", [], 2_884_802),
    ]
    for (index, (name, path, bytes, size)) in cases.enumerated() {
      let file = scratch.write(bytes, to: "\(index)/\(path)")
      if size > 0 { #expect(truncate(file, off_t(size)) == 0) }
      let outcome = try skiroute(
        "build", "--runs", SharedSample.path("runs"), "--elevation", "\(scratch.path)/\(index)", "-o",
        scratch.path + "/x.skimap")
      table.add(name, outcome, hiding: scratch.path)
      #expect(outcome.exitCode == 65, "\(name): \(outcome)")
    }
    #expect(try !scratch.names().contains { $0.hasPrefix("x.skimap") })
    try expectGolden(table.text, "hostile-elevation-files")
  }
}
