import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Members are read by name and type; errors name the member, never its text.
@Suite struct DocumentReaderTests {
  private func reader(_ members: [String: JSONTree]) throws -> DocumentReader {
    try DocumentReader(.object(members), of: "thing")
  }

  /// Expects that the reading of a member is refused for its form alone.
  private func expectRefusal(
    _ value: JSONTree, _ form: String, of name: String = "it",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ read: (DocumentReader) throws -> Void
  ) throws {
    let thing = try reader(["it": value])
    let error = readingError(sourceLocation: sourceLocation, form) { try read(thing) }
    #expect(error?.code == .invalidArgument, sourceLocation: sourceLocation)
    #expect(error?.message == "\(name) of thing must be \(form)", sourceLocation: sourceLocation)
  }

  // MARK: Objects

  @Test(arguments: [JSONTree.null, .bool(true), .number("1"), .string("planted"), .array([])])
  func `a document is an object`(tree: JSONTree) {
    let error = readingError("\(tree)") { _ = try DocumentReader(tree, of: "thing") }
    #expect(error?.code == .malformedData)
    #expect(error?.message == "thing is no object of JSON; send {…}")
  }

  @Test func `an unknown member is refused only where names are given`() throws {
    #expect(try !reader(["a": .bool(true)]).isStrict)
    let strict = try DocumentReader(["a": .bool(true)], of: "thing", names: ["a", "b"])
    #expect(strict.isStrict && strict.value("a") != nil && strict.value("b") == nil)
    let error = readingError("more") {
      _ = try DocumentReader(["z": .null, "y": .null, "a": .null], of: "thing", names: ["a", "b"])
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == "member y of thing is unknown; write some of: a, b")
    let none = readingError("none") { _ = try DocumentReader(["z": .null], of: "thing", names: []) }
    #expect(none?.message == "member z of thing is unknown; leave it out")
  }

  @Test func `a long name of an unknown member is shortened`() {
    let name = String(repeating: "n", count: 5000)
    let error = readingError("long") { _ = try DocumentReader([name: .null], of: "thing", names: ["a"]) }
    #expect((error?.message.count ?? .max) < 120)
  }

  @Test func `a member that is null counts as absent`() throws {
    let thing = try reader(["it": .null])
    #expect(thing.value("it") == nil)
    #expect(
      try thing.text("it") == nil && thing.bool("it") == nil
        && MemberType<Double>.number.read(thing, "it") == nil)
    #expect(
      try thing.integer("it") == nil && MemberType<UniversalTime>.time.read(thing, "it") == nil
        && thing.id("it", TripID.self) == nil)
    #expect(
      try thing.texts("it") == nil && thing.list("it") == nil
        && MemberType<[TripID]>.ids().read(thing, "it") == nil)
    #expect(
      try MemberType<TripRole>.word.read(thing, "it") == nil
        && MemberType<[TripRole]>.words().read(thing, "it") == nil)
    #expect(
      try MemberType<CalendarDay>.day.read(thing, "it") == nil
        && MemberType<TimeZoneName>.zone.read(thing, "it") == nil
        && MemberType<SourceID>.source.read(thing, "it") == nil)
    #expect(
      try MemberType<[SourceID]>.sources.read(thing, "it") == nil
        && thing.documents("it", EventGuest.self) == nil)
    #expect(
      try MemberType<QuietHours>.document.read(thing, "it") == nil
        && thing.documents("it", QuietHours.self) == nil)
    let error = readingError("null") { _ = try thing.require("it", thing.bool("it")) }
    #expect(error?.message == "thing lacks it; send it")
  }

  // MARK: Values

  @Test func `a value is read by its type`() throws {
    let thing = try reader([
      "text": .string("\u{202E}x"), "flag": .bool(false), "number": .number("-1.5e2"),
      "role": .string("host"),
      "time": .string("2026-01-17T09:30:00.250+01:00"), "day": .string("2026-01-17"), "zone": .string("UTC"),
      "list": .array([.string("a"), .string("b")]), "roles": .array([.string("host")]),
    ])
    #expect(try thing.text("text") == "\u{202E}x" && thing.bool("flag") == false)
    #expect(try MemberType<Double>.number.read(thing, "number") == -150 && thing.integer("number") == -150)
    #expect(
      try MemberType<UniversalTime>.time.read(thing, "time")
        == UniversalTime(iso8601: "2026-01-17T08:30:00.25Z"))
    #expect(
      try MemberType<CalendarDay>.day.read(thing, "day") == CalendarDay("2026-01-17")
        && MemberType<TimeZoneName>.zone.read(thing, "zone") == TimeZoneName("UTC"))
    #expect(
      try MemberType<TripRole>.word.read(thing, "role") == TripRole.host
        && MemberType<[TripRole]>.words().read(thing, "roles") == [TripRole.host])
    #expect(try MemberType<[TripID]>.ids().read(thing, "list") == [TripID("a"), TripID("b")])
    #expect(try MemberType<[SourceID]>.sources.read(thing, "list") == [SourceID("a"), SourceID("b")])
    #expect(try MemberType<SourceID>.source.read(thing, "text") == SourceID("\u{202E}x"))
    #expect(try thing.id("text", UserID.self) == UserID("\u{202E}x"))
  }

  @Test func `a value of another type or form is refused without its text`() throws {
    let text = JSONTree.string("planted\u{7}")
    let list = JSONTree.array([text])
    let id = "an identifier of 1 to 128 bytes without control characters"
    try expectRefusal(.number("1"), "a text") { _ = try $0.text("it") }
    try expectRefusal(text, "true or false") { _ = try $0.bool("it") }
    try expectRefusal(text, "a number") { _ = try MemberType<Double>.number.read($0, "it") }
    try expectRefusal(text, "a list") { _ = try $0.texts("it") }
    try expectRefusal(.array([.null]), "a text", of: "an entry of it") { _ = try $0.texts("it") }
    try expectRefusal(.array([.null]), "an object", of: "an entry of it") {
      _ = try $0.documents("it", QuietHours.self)
    }
    try expectRefusal(text, "an object") { _ = try $0.object("it") }
    try expectRefusal(text, "a time as 2026-01-17T09:30:00Z") {
      _ = try MemberType<UniversalTime>.time.read($0, "it")
    }
    try expectRefusal(text, "a day as 2026-01-17") { _ = try MemberType<CalendarDay>.day.read($0, "it") }
    try expectRefusal(text, "a time zone as Europe/Zurich") {
      _ = try MemberType<TimeZoneName>.zone.read($0, "it")
    }
    try expectRefusal(text, "one of host, traveller") { _ = try MemberType<TripRole>.word.read($0, "it") }
    try expectRefusal(list, "one of host, traveller", of: "an entry of it") {
      _ = try MemberType<[TripRole]>.words().read($0, "it")
    }
    try expectRefusal(text, id) { _ = try $0.id("it", TripID.self) }
    try expectRefusal(list, id, of: "an entry of it") { _ = try MemberType<[TripID]>.ids().read($0, "it") }
  }

  @Test(arguments: ["1.5", "1e17", "-9007199254740994"])
  func `a number that is not whole, or too great, is no integer`(text: String) throws {
    try expectRefusal(.number(text), "a whole number") { _ = try $0.integer("it") }
  }

  @Test func `a number beyond doubles is none`() throws {
    try expectRefusal(.number("1e999"), "a number") { _ = try MemberType<Double>.number.read($0, "it") }
  }

  // MARK: Parts

  @Test func `a part refuses unknown members as its whole does`() throws {
    let quiet = JSONTree.object(["fromMinute": .number("1"), "untilMinute": .number("2"), "later": .null])
    for members in [["it": quiet], ["it": .array([quiet])]] as [[String: JSONTree]] {
      let (lenient, strict) = (
        try reader(members), try DocumentReader(members, of: "thing", names: ["it"])
      )
      let hours = QuietHours(fromMinute: 1, untilMinute: 2)
      let isList = members["it"] != quiet
      func read(_ reader: DocumentReader) throws -> [QuietHours] {
        if isList { return try reader.documents("it") ?? [] }
        return [try reader.require("it", MemberType<QuietHours>.document.read(reader, "it"))]
      }
      #expect(try read(lenient) == [hours])
      let error = readingError("strict") { _ = try read(strict) }
      #expect(error?.code == .invalidArgument)
      #expect(
        error?.message == "member later of it of thing is unknown; write some of: fromMinute, untilMinute")
    }
  }

  @Test func `a document of a list that is no object is refused by the name of the list`() throws {
    let thing = try reader(["it": .array([.string("planted")])])
    let error = readingError("list") { _ = try thing.documents("it", EventGuest.self) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == "an entry of it of thing must be an object")
  }
}

/// Times of documents keep their milliseconds.
@Suite struct DocumentTimeTests {
  @Test(
    arguments: [
      (1_700_000_000_000, "2023-11-14T22:13:20Z"), (1_700_000_000_001, "2023-11-14T22:13:20.001Z"),
      (1_700_000_000_999, "2023-11-14T22:13:20.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func `a time has milliseconds unless it is a whole second`(milliseconds: Int64, text: String) {
    #expect(UniversalTime(milliseconds: milliseconds).documentText == text)
  }

  @Test func `a time is rounded to the millisecond`() {
    #expect(UniversalTime(secondsSince1970: 5.9996).documentText == "1970-01-01T00:00:06Z")
    #expect(UniversalTime(secondsSince1970: 5.0004).documentText == "1970-01-01T00:00:05Z")
    #expect(JSONValue.time(nil) == .null)
    #expect(JSONValue.time(UniversalTime(secondsSince1970: .nan)) == .null)
  }

  @Test func `a time is read as it was written`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("times: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: 1_000_000_000_000..<2_140_000_000_000, using: &random)
      let time = UniversalTime(milliseconds: milliseconds)
      let tree = JSONTree.string(try #require(time.documentText))
      let read = try MemberType<UniversalTime>.time.read(
        DocumentReader(["it": tree], of: "thing", names: ["it"]), "it")
      #expect(read == time, "\(milliseconds), seed \(seed)")
    }
  }
}
