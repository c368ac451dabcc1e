import Foundation
import SkiTestSupport
import Testing

struct RawGradeRuleTests {
  private func rules(
    raw: String?, told: String?, estimated: Bool? = nil, convention: String = "europe",
    _ question: RawQuestion
  ) throws -> [Violation.Rule] {
    var mountain = TinyMountain.standard(run: ["difficulty": raw as Any])
    mountain.convention = convention
    var step = TinyMountain.descent
    step.difficulty = told
    step.difficultyEstimated = estimated
    return try mountain.brokenRules(TinyMountain.route([step]), question)
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
    let question = RawQuestion(ceiling: ceiling)
    #expect(try rules(raw: grade, told: grade, convention: convention, question) == [])
    if let place = scale.firstIndex(of: grade), place < 4 {
      let harder = scale[place + 1]
      #expect(try rules(raw: harder, told: harder, convention: convention, question) == [.ceiling])
    }
  }

  @Test func `the convention of the feature takes precedence over that of the area`() throws {
    let mountain = TinyMountain.standard(run: ["difficulty": "easy", "difficultyConvention": "north_america"])
    #expect(
      try mountain.brokenRules(TinyMountain.route([TinyMountain.descent]), RawQuestion(ceiling: "green"))
        == [])
  }

  @Test func `a run may be stated harder than its grade but not easier`() throws {
    #expect(try rules(raw: "advanced", told: "easy", RawQuestion()) == [.difficultyTooEasy])
    #expect(try rules(raw: "advanced", told: nil, RawQuestion()) == [.difficultyTooEasy])
    #expect(try rules(raw: "easy", told: "advanced", RawQuestion()) == [])
    #expect(try rules(raw: "easy", told: "advanced", RawQuestion(ceiling: "blue")) == [.ceiling])
  }

  @Test func `an ungraded run needs a grade marked as estimated under a ceiling`() throws {
    #expect(try rules(raw: nil, told: "easy", RawQuestion()) == [.difficultyNotEstimated])
    #expect(try rules(raw: nil, told: nil, RawQuestion()) == [])
    #expect(try rules(raw: nil, told: nil, RawQuestion(ceiling: "blue")) == [.ceiling])
    #expect(try rules(raw: nil, told: "easy", estimated: true, RawQuestion(ceiling: "blue")) == [])
    #expect(try rules(raw: nil, told: "expert", estimated: true, RawQuestion(ceiling: "blue")) == [.ceiling])
    var lenient = RawQuestion(ceiling: "blue")
    lenient.allowsUngraded = true
    #expect(try rules(raw: nil, told: nil, lenient) == [])
    #expect(try rules(raw: nil, told: "expert", estimated: true, lenient) == [])
    var strict = RawQuestion()
    strict.refusesUngraded = true
    #expect(try rules(raw: nil, told: "easy", estimated: true, strict) == [.refused])
    #expect(try rules(raw: "easy", told: "easy", strict) == [])
  }

  @Test func `freeride and extreme must be opted in to`() throws {
    for grade in ["freeride", "extreme"] {
      #expect(try rules(raw: grade, told: grade, RawQuestion()) == [.offTheScale])
      var willing = RawQuestion()
      willing.allowsOffScale = true
      #expect(try rules(raw: grade, told: grade, willing) == [])
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
      var willing = RawQuestion()
      willing.allowsItineraries = true
      #expect(try !mountain.brokenRules(TinyMountain.goodRoute, willing).contains(.optIn))
    }
  }

  @Test func `ski tours and hikes must be opted in to, connections not`() throws {
    for uses in [["skitour"], ["hike"], ["hike", "skitour"]] {
      let mountain = TinyMountain.standard(run: ["uses": uses])
      #expect(try mountain.brokenRules(TinyMountain.goodRoute) == [.optIn])
      var willing = RawQuestion()
      willing.allowsToursAndHikes = true
      #expect(try mountain.brokenRules(TinyMountain.goodRoute, willing) == [])
    }
    let connection = TinyMountain.standard(run: ["uses": ["connection", "hike"]])
    #expect(try connection.brokenRules(TinyMountain.goodRoute) == [])
  }
}
