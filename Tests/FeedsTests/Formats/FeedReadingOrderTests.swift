import SkiGraph
import Testing

@testable import SkiPeople

struct FeedReadingOrderTests {
  private func reading(_ features: FeatureStatus...) -> FeedReading {
    FeedReading(report: StatusReport(features: features), problems: FeedProblems())
  }

  @Test func `a document is older when a common lift was seen earlier and none later`() {
    let known = reading(status("a", seen: 100), status("b", seen: 50))
    func isOlder(_ other: FeedReading, upTo seconds: Double = 100) -> Bool {
      other.isOlder(than: known, upTo: time(seconds))
    }
    #expect(!isOlder(known))
    #expect(isOlder(reading(status("a", seen: 99), status("b", seen: 50))))
    #expect(isOlder(reading(status("a", seen: 99))))
    #expect(!isOlder(reading(status("a", seen: 99), status("b", seen: 51))))
    // A lift that is left out, or new, says nothing of the age.
    #expect(!isOlder(reading(status("b", seen: 50))))
    #expect(!isOlder(reading(status("c", seen: 1))))
    #expect(!isOlder(reading(status("a", seen: nil), status("b", seen: nil))))
    // A time that can't be true.
    #expect(!isOlder(reading(status("a", seen: 99)), upTo: 99))
    #expect(isOlder(reading(status("a", seen: 99)), upTo: 100))
  }

  @Test func `the newest of several observations of a lift counts`() {
    let known = reading(status("a", seen: 10), status("a", .closed, seen: 100))
    let other = reading(status("a", seen: 100), status("a", .closed, seen: 10))
    #expect(!other.isOlder(than: known, upTo: time(100)))
    #expect(reading(status("a", seen: 99)).isOlder(than: known, upTo: time(100)))
  }
}
