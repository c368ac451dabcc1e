import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

@Suite struct PackedFixTests {
  @Test func `a packed fix is unpacked bit for bit, with any values present or missing`() {
    var random = SeededGenerator(seed: 11)
    let odd = [0, -0.0, 1e300, .infinity, .nan, Double(bitPattern: 0x7FF0_0000_0000_0001), 46.5]
    for _ in 0..<500 {
      func number() -> Double { random.pick(odd) }
      func optional() -> Double? { random.happens(0.5) ? random.pick(odd) : nil }
      var fix = LocationFix(
        Coordinate(latitude: number(), longitude: number()), time: UniversalTime(secondsSince1970: number()))
      fix.elevationMetres = optional()
      fix.horizontalAccuracyMetres = optional()
      fix.verticalAccuracyMetres = optional()
      fix.courseDegrees = optional()
      fix.courseAccuracyDegrees = optional()
      fix.speedMetresPerSecond = optional()
      fix.speedAccuracyMetresPerSecond = optional()
      fix.sequence = random.happens(0.5) ? .random(in: 0 ... .max, using: &random) : nil
      var words: [UInt64] = [7, 8]
      let fields = fix.pack(into: &words)
      #expect(words.count == 2 + LocationFix.packedCount(fields))
      words.append(9)
      let again = LocationFix(packed: words, at: 2, fields: fields)
      #expect(Self.bits(again) == Self.bits(fix))
    }
  }

  private static func bits(_ fix: LocationFix) -> [UInt64?] {
    [
      fix.coordinate.latitude.bitPattern, fix.coordinate.longitude.bitPattern,
      fix.time.secondsSince1970.bitPattern, fix.elevationMetres?.bitPattern,
      fix.horizontalAccuracyMetres?.bitPattern, fix.verticalAccuracyMetres?.bitPattern,
      fix.courseDegrees?.bitPattern, fix.courseAccuracyDegrees?.bitPattern,
      fix.speedMetresPerSecond?.bitPattern, fix.speedAccuracyMetresPerSecond?.bitPattern, fix.sequence,
    ]
  }
}
