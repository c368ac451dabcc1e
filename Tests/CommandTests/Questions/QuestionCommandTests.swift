import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute home`, `reach`, `meet`, `whatif` and routes by the clock, on the sample mountain.
struct QuestionCommandTests {
  static let village = "Funiculaire du Village@bottom"
  /// A place from which a route home needs a lift.
  static let farHut = "Chalet du Vallon Perdu"
  static let closing = ["--closing", "16:30"]
  static let hours = ["--closing", "16:30", "--depart", "15:00"]

  @Test func `each question is answered in text as recorded`() throws {
    for (name, arguments) in [
      ("home-one", ["home", "Crête", "--home", Self.village, "--closing", "16:30"]),
      ("home-hut", ["home", Self.farHut, "--home", Self.village, "--closing", "16:30"]),
      ("home-all", ["home", "--home", Self.village, "--closing", "16:30"]),
      ("reach", ["reach", "Montsoleil", "--minutes", "20"] + Self.hours),
      ("reach-home", ["reach", "Montsoleil", "--minutes", "60", "--home", Self.village] + Self.hours),
      (
        "meet",
        [
          "meet", "Montsoleil", "Crête", "--person", "Anna max-difficulty=blue ability=beginner", "--person",
          "Ben depart=15:10",
        ] + Self.hours
      ),
      ("whatif", ["whatif", "--close", "Montsoleil", "--home", Self.village]),
      (
        "day",
        ["day", Self.village, "--from", "13:00", "--lunch", Self.farHut, "--lunch-at", "13:30"] + Self.closing
      ),
      (
        "day-runs",
        ["day", Self.village, "--from", "14:00", "--goal", "runs", "--max-difficulty", "black"] + Self.closing
      ),
      ("route-clock", ["Montsoleil", "Crête", "--home", Self.village] + Self.hours),
    ] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(arguments): \(outcome)")
      try expectGolden(outcome.text, "question-\(name)")
    }
  }

  @Test(arguments: ["json", "geojson"])
  func `each question is answered in JSON and GeoJSON with version and attribution`(format: String) throws {
    for (question, arguments) in [
      ("home", ["home", "--home", Self.village] + Self.hours), ("reach", ["reach", "Crête"] + Self.hours),
      ("meet", ["meet", "Montsoleil", "Crête"] + Self.hours),
      ("whatif", ["whatif", "--close", "Montsoleil", "--home", Self.village]),
      ("day", ["day", Self.village, "--from", "15:00"] + Self.closing),
    ] {
      let outcome = try skiroute(arguments + ["--format", format])
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(arguments): \(outcome)")
      let document = try jsonObject(outcome.standardOutput)
      let head = try #require(format == "json" ? document : document[question] as? [String: Any])
      #expect(head["version"] as? Int == 1 && head["question"] as? String == question)
      #expect(head["attribution"] is String)
      if format == "geojson" { try Self.checkFeatures(document, arguments) }
    }
  }

  @Test func `a meeting states when to leave for home or the start, and not with --one-way`() throws {
    let both = ["meet", "Montsoleil", "Crête", "--format", "json"] + Self.hours
    for (options, home) in [
      ([], nil), (["--home", Self.village], "Funiculaire du Village (bottom)"), (["--one-way"], nil),
    ] {
      let document = try jsonObject(try skiroute(both + options).standardOutput)
      #expect(document["home"] as? String == home, "\(options)")
      let places = try #require(document["places"] as? [[String: Any]])
      for place in places {
        let leaveBy = try #require(place["leaveBy"] as? [Any])
        #expect(leaveBy.count == (options == ["--one-way"] ? 0 : 2), "\(options): \(place)")
        let last = try #require(place["lastArrival"] as? String)
        #expect(leaveBy.allSatisfy { ($0 as? String).map { last <= $0 } ?? true }, "\(options): \(place)")
      }
    }
    expectError(
      try skiroute(["meet", "Montsoleil", "--home", Self.village, "--one-way"]), 64, "--home", "--one-way")
  }

  private static func checkFeatures(_ document: [String: Any], _ arguments: [String]) throws {
    #expect(document["type"] as? String == "FeatureCollection")
    let features = try #require(document["features"] as? [[String: Any]])
    #expect(!features.isEmpty, "\(arguments)")
    for feature in features {
      let geometry = try #require(feature["geometry"] as? [String: Any])
      if geometry["type"] as? String == "Polygon" {
        for ring in try #require(geometry["coordinates"] as? [[[Double]]]) {
          #expect(ring.count > 3 && ring.first == ring.last)
        }
      }
    }
  }

  @Test func `a route exists at the latest departure, and a minute later there is none`() throws {
    let outcome = try skiroute(
      "home", Self.farHut, "--home", "Montsoleil", "--closing", "16:30", "--format", "json")
    let places = try #require(try jsonObject(outcome.standardOutput)["places"] as? [[String: Any]])
    let seconds = try #require(places.first?["leaveBySeconds"] as? Double)
    let clock = { (seconds: Double) in
      let whole = Int(seconds)
      return String(format: "%02d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
    }
    let last = try skiroute(
      Self.farHut, "Montsoleil", "--closing", "16:30", "--depart", clock(seconds))
    #expect(last.exitCode == 0, "\(last)")
    let late = try skiroute(
      Self.farHut, "Montsoleil", "--closing", "16:30", "--depart", clock(seconds + 60))
    #expect(late.exitCode == 1 && late.text.contains("It is too late"), "\(late)")
  }

  @Test func `a status closes lifts, and its invalid, outdated and unknown entries are reported`() throws {
    let scratch = ScratchFolder()
    let path = scratch.path + "/status.json"
    let observed = Date.now.ISO8601Format()
    let text =
      #"{"version":1,"utcOffset":"+01:00","features":[{"name":"crête","state":"closed","observedAt":"\#(observed)"},"#
      + #"{"name":"Montsoleil","state":"closed","observedAt":"2001-01-01T00:00:00Z"},{"name":"Nowhere"},{"state":"open"}]}"#
    try Data(text.utf8).write(to: URL(filePath: path))
    let outcome = try skiroute("Montsoleil", "Crête@top", "--status", path, "--depart", "10:00")
    #expect(!outcome.text.contains("chair lift, 6 seats  Crête"), "\(outcome)")
    let words = String(decoding: outcome.standardError, as: UTF8.self)
    #expect(words.contains("feature 4 of the status: id and name are missing"), "\(words)")
    #expect(
      words.contains("1 states of the status are too old") && words.contains("names Nowhere"), "\(words)")
  }

  @Test func `answers are those of the mountain's clock, whatever the zone of the machine`() throws {
    let questions: [[String]] = [
      [
        "home", "Crête", "--home", Self.village, "--closing", "16:30", "--date", "2026-07-01", "--depart",
        "15:00",
      ],
      ["reach", "Montsoleil", "--date", "2026-03-29", "--depart", "10:00"],
      ["day", Self.village, "--date", "2026-03-28"] + Self.closing,
      ["meet", "Montsoleil", "Crête", "--date", "2026-03-28"] + Self.hours,
      ["Montsoleil", "Crête", "--date", "2026-10-25"] + Self.hours,
      ["Montsoleil", "Crête", "--alternatives", "2", "--date", "2026-10-25"] + Self.hours,
    ]
    for question in questions {
      let answers = try ["UTC", "Pacific/Auckland", "America/St_Johns", "Pacific/Kiritimati"].map {
        try skiroute(question + ["--format", "json"], environment: ["TZ": $0])
      }
      #expect(Set(answers.map(\.standardOutput)).count == 1, "\(question)")
      let text = try #require(answers.first?.text)
      #expect(text.contains(#""zone":"Europe/Paris""#), "\(question): \(text.prefix(300))")
    }
  }

  @Test func `the offset of an answer is that of its day, and --zone names another clock`() throws {
    func clock(_ date: String, _ more: String...) throws -> [String?] {
      let outcome = try skiroute(
        ["reach", "Montsoleil", "--depart", "10:00", "--date", date, "--format", "json"] + more)
      let answer = try jsonObject(outcome.standardOutput)
      return [answer["zone"] as? String, answer["utcOffset"] as? String]
    }
    #expect(try clock("2026-03-28") == ["Europe/Paris", "+01:00"])
    #expect(try clock("2026-03-29") == ["Europe/Paris", "+02:00"])
    #expect(try clock("2026-10-25") == ["Europe/Paris", "+01:00"])
    #expect(try clock("2026-01-10", "--zone", "America/St_Johns") == ["America/St_Johns", "-03:30"])
    for wrong in ["Rome", "CET", "+01:00", "Europe/Nowhere", "../etc"] {
      expectError(
        try skiroute("reach", "Montsoleil", "--depart", "10:00", "--zone", wrong), 64, "time zone")
    }
    let text = try skiroute("reach", "Montsoleil", "--depart", "10:00", "--date", "2026-01-10").text
    #expect(text.contains("Times: Europe/Paris (UTC+01:00)"), "\(text)")
    #expect(!(try skiroute("Montsoleil", "Crête").text.contains("Times:")))
  }

  @Test func `now is by the clock of the status, else by that of the map`() throws {
    let scratch = ScratchFolder()
    let path = scratch.path + "/status.json"
    let here = TimeZone(identifier: "Europe/Paris")?.secondsFromGMT() ?? 0
    for (offset, hours) in [("", here / 3600), (#","utcOffset":"+09:00""#, 9)] {
      try Data(#"{"version":1\#(offset)}"#.utf8).write(to: URL(filePath: path))
      let before = Int(Date.now.timeIntervalSince1970)
      let outcome = try skiroute(
        ["Montsoleil", "Crête", "--status", path, "--format", "json"], environment: ["TZ": "Asia/Tokyo"])
      let route = try #require(try jsonObject(outcome.standardOutput)["route"] as? [String: Any])
      let departure = try #require(route["departure"] as? String)
      let parts = departure.split(separator: ":").compactMap { Int($0) }
      let seconds = try #require(parts.first) * 3600 + parts[1] * 60
      let late = (seconds - before - hours * 3600) % 86_400
      #expect((-60...600).contains(late < -43_200 ? late + 86_400 : late), "\(offset): \(departure)")
    }
  }

  /// Questions without an answer, by exit code.
  private static let refused: [Int32: [[String]]] = [
    64: [
      ["home", "Crête", "--home", "Nowhere at all"], ["reach", "Crête", "--minutes", "0"],
      ["meet", "Crête", "--person", "A", "--person", "B"], ["meet", "Crête", "--person", "fast=1"],
      ["whatif", "--close", "Montsoleil"], ["home", "Crête", "--home", "Montsoleil", "--closing", "late"],
      ["Crête", "Montsoleil", "--depart", "25:00"], ["day", "Crête", "--from", "16:00", "--until", "15:00"],
      ["day", "Crête", "--run", "Nowhere at all"],
      ["day", "Crête", "--lunch", "Montsoleil", "--lunch-minutes", "-1"],
    ],
    1: [["home", "-33.1,-70.2", "--home", "Montsoleil"]],
    66: [
      ["Crête", "Montsoleil", "--status", "/nowhere.json"], ["Crête", "Montsoleil", "--status", "/dev/null"],
    ],
  ]

  @Test(arguments: [Int32(64), 1, 66])
  func `a question that can't be answered is reported with its exit code`(code: Int32) throws {
    for arguments in Self.refused[code] ?? [] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome)")
      #expect(outcome.text.isEmpty && !outcome.standardError.isEmpty, "\(arguments): \(outcome)")
    }
  }
}
