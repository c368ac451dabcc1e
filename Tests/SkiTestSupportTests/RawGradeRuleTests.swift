import Foundation
import SkiTestSupport
import Testing

struct RawGradeRuleTests {
  private func rules(
    raw: String?, stated: String?, estimated: Bool? = nil, convention: String = "europe",
    _ request: RawRequest
  ) throws -> [Violation.Rule] {
    var mountain = TinyMountain.standard(run: ["difficulty": raw as Any])
    mountain.convention = convention
    var step = TinyMountain.descent
    step.difficulty = stated
    step.difficultyEstimated = estimated
    return try mountain.brokenRules(TinyMountain.route([step]), request)
  }

  @Test(arguments: [
    ("novice", "europe", "green"), ("easy", "europe", "blue"), ("intermediate", "europe", "red"),
    ("expert", "europe", "black"), ("easy", "north_america", "green"),
    ("intermediate", "north_america", "red"),
    ("intermediate", "north_america", "blue"), ("advanced", "north_america", "black"),
    ("expert", "north_america", "double-black"), ("easy", "japan", "green"), ("easy", "japan", "blue"),
    ("intermediate", "japan", "red"), ("expert", "japan", "black"), ("advanced", "europe", "advanced"),
  ])
  func `the hardest grade of each colour is allowed and the next grade violates the ceiling`(
    grade: String, convention: String, ceiling: String
  ) throws {
    let scale = ["novice", "easy", "intermediate", "advanced", "expert"]
    let request = RawRequest(ceiling: ceiling)
    #expect(try rules(raw: grade, stated: grade, convention: convention, request) == [])
    if let place = scale.firstIndex(of: grade), place < 4 {
      let harder = scale[place + 1]
      #expect(try rules(raw: harder, stated: harder, convention: convention, request) == [.ceiling])
    }
  }

  @Test func `the convention of the feature takes precedence over that of the area`() throws {
    let mountain = TinyMountain.standard(run: ["difficulty": "easy", "difficultyConvention": "north_america"])
    #expect(
      try mountain.brokenRules(TinyMountain.route([TinyMountain.descent]), RawRequest(ceiling: "green"))
        == [])
  }

  @Test func `a run may be stated harder than its grade but not easier`() throws {
    #expect(try rules(raw: "advanced", stated: "easy", RawRequest()) == [.difficultyTooEasy])
    #expect(try rules(raw: "advanced", stated: nil, RawRequest()) == [.difficultyTooEasy])
    #expect(try rules(raw: "easy", stated: "advanced", RawRequest()) == [])
    #expect(try rules(raw: "easy", stated: "advanced", RawRequest(ceiling: "blue")) == [.ceiling])
  }

  @Test func `an ungraded run needs a grade marked as estimated under a ceiling`() throws {
    #expect(try rules(raw: nil, stated: "easy", RawRequest()) == [.difficultyNotEstimated])
    #expect(try rules(raw: nil, stated: nil, RawRequest()) == [])
    #expect(try rules(raw: nil, stated: nil, RawRequest(ceiling: "blue")) == [.ceiling])
    #expect(try rules(raw: nil, stated: "easy", estimated: true, RawRequest(ceiling: "blue")) == [])
    #expect(try rules(raw: nil, stated: "expert", estimated: true, RawRequest(ceiling: "blue")) == [.ceiling])
    var lenient = RawRequest(ceiling: "blue")
    lenient.allowsUngraded = true
    #expect(try rules(raw: nil, stated: nil, lenient) == [])
    #expect(try rules(raw: nil, stated: "expert", estimated: true, lenient) == [])
    var strict = RawRequest()
    strict.refusesUngraded = true
    #expect(try rules(raw: nil, stated: "easy", estimated: true, strict) == [.refused])
    #expect(try rules(raw: "easy", stated: "easy", strict) == [])
  }

  @Test func `freeride and extreme must be opted in to`() throws {
    for grade in ["freeride", "extreme"] {
      #expect(try rules(raw: grade, stated: grade, RawRequest()) == [.offTheScale])
      var willing = RawRequest()
      willing.allowsOffScale = true
      #expect(try rules(raw: grade, stated: grade, willing) == [])
    }
  }

  @Test func `ungroomed itineraries must be opted in to, graded ungroomed runs not`() throws {
    for (grooming, grade, name, isOptIn) in [
      ("backcountry", String?.none, "Face", true), ("no", nil, "Face", true),
      ("backcountry", "easy", "Face", false),
      ("backcountry", "easy", "Itinerario 3", true), ("classic", nil, "Itinerario 3", false),
    ] {
      let tags: [String: Any] = [
        "uses": ["downhill"], "grooming": grooming, "difficulty": grade ?? NSNull(), "name": name,
      ]
      let mountain = TinyMountain.standard(run: tags)
      #expect(
        try mountain.brokenRules(TinyMountain.goodRoute).contains(.optIn) == isOptIn, "\(grooming) \(name)")
      var willing = RawRequest()
      willing.allowsItineraries = true
      #expect(try !mountain.brokenRules(TinyMountain.goodRoute, willing).contains(.optIn))
    }
  }

  @Test func `ski tours and hikes must be opted in to, connections not`() throws {
    for uses in [["skitour"], ["hike"], ["hike", "skitour"]] {
      let mountain = TinyMountain.standard(run: ["uses": uses])
      #expect(try mountain.brokenRules(TinyMountain.goodRoute) == [.optIn])
      var willing = RawRequest()
      willing.allowsToursAndHikes = true
      #expect(try mountain.brokenRules(TinyMountain.goodRoute, willing) == [])
    }
    let connection = TinyMountain.standard(run: ["uses": ["connection", "hike"]])
    #expect(try connection.brokenRules(TinyMountain.goodRoute) == [])
  }
}
