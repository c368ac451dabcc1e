import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiPeople

/// Parsers on mutated documents: they end with a reading or an error.
struct FormatFuzzTests {
  private static let table = """
    id,name,state,wait,time,source
    way/1,,open,4,2026-02-01T10:00:00+01:00,board
    ,"Gipfel, alt",closed,,2026-02-01T09:00:00Z,"a ""b"" c"
    way/2;way/3\t,hold,360,2026-02-01 09:00:00Z
    """
  private static let json = """
    {"version": 1, "day": "2026-02-01", "timeZone": "Europe/Paris", "liftHours": {"opens": "08:30", "closes": "16:30"},
     "features": [{"id": "way/1", "state": "open", "waitMinutes": 4.5, "observedAt": "2026-02-01T09:00:00Z", "source": "board",
     "usualWaits": [{"at": "10:00", "minutes": 5}], "hours": [{"opens": "09:00", "closes": "01:00"}]},
     {"name": "Gipfel\\u00e9", "state": "closed", "observedAt": "2026-02-01T10:00:00+01:00"}]}
    """

  @Test(
    arguments: [(TableFeedFormat(), FormatFuzzTests.table), (StatusFeedFormat(), FormatFuzzTests.json)]
      as [(any FeedFormat, String)])
  func `mutated documents are read or refused`(format: any FeedFormat, text: String) {
    let seed: UInt64 = 4_711
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let original = Array(text.utf8)
    var readings = 0
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      do {
        let reading = try format.read(bytes, from: feed("valley"), now: morning)
        readings += 1
        #expect(reading.problems.texts.count == min(reading.problems.count, FeedProblems.keptCount))
        for status in reading.report.features {
          #expect(status.waitMilliseconds.map { (0...21_600_000).contains($0) } ?? true)
        }
      } catch let error as SkiError {
        #expect([.malformedData, .unsupportedFormat, .limitExceeded].contains(error.code), "\(error)")
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(readings > 500)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return bytes.append(.random(in: 0...255, using: &random)) }
    let index = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[index] = .random(in: 0...255, using: &random)
    case 1: bytes.remove(at: index)
    case 2: bytes.insert(Array("\",;\n\t{}[]:\0\\".utf8).randomElement(using: &random) ?? 0, at: index)
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + .random(in: 0...40, using: &random)))
    default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 30)], at: index)
    }
  }
}
