import SkiBase
import SkiGraph
import Testing

@testable import SkiPeople

/// SkiRoute's own status as a feed.
struct StatusFeedFormatTests {
  private let format = StatusFeedFormat()

  @Test func `entries that can't be read are counted, the others are read`() throws {
    let text = """
      {"version": 1, "features": [{"id": "way/1", "state": "open", "observedAt": "2026-02-01T09:00:00Z"},
        {"state": "open"}, {"id": "way/2", "state": "ajar"}, 7]}
      """
    let reading = try format.read(Array(text.utf8), from: feed("valley"), now: morning)
    #expect(reading.report.features == [status("way/1")])
    #expect(reading.problems.count == 3)
    #expect(reading.newestObservation == morning)
  }

  @Test func `a status with too many features is refused`() async {
    let text = #"{"version": 1, "features": ["# + String(repeating: "{},", count: 50_000) + "{}]}"
    let error = await expectError(.limitExceeded) {
      _ = try format.read(Array(text.utf8), from: feed("valley"), now: morning)
    }
    #expect(error?.subject == "valley")
  }

  @Test(arguments: [
    ("application/json", true), ("application/geo+json", true), ("text/json", true), ("text/csv", false),
    ("text/html", false),
  ])
  func `media types of JSON are known`(type: String, isOne: Bool) {
    #expect(format.reads(mediaType: type) == isOne)
  }

  @Test(arguments: ["", "a b", "a/b", "é", String(repeating: "a", count: 65)])
  func `a name of a feed is short and plain`(text: String) async {
    await expectError(.invalidArgument) { _ = try FeedName(text) }
  }

  @Test func `versions that are no fields count as none`() {
    #expect(FeedVersion(entityTag: "a\r\nX: y", modified: "").entityTag == nil)
    #expect(FeedVersion(entityTag: "\"a\"", modified: "").modified == nil)
    #expect(FeedVersion(entityTag: "\"a\"").entityTag == "\"a\"")
    #expect(FeedVersion(entityTag: String(repeating: "a", count: 513)).entityTag == nil)
  }
}
