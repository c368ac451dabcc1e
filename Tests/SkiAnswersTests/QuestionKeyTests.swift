import SkiAPI
import SkiAnswers
import SkiBase
import SkiTestSupport
import Testing

@Suite struct QuestionKeyTests {
  /// Calls a closure with each kind of question.
  private func forEachKind(_ body: (any MapQuestion.Type) throws -> Void) rethrows {
    let kinds: [any MapQuestion.Type] = [
      RouteQuestion.self, HomeQuestion.self, ReachQuestion.self, ClosureQuestion.self, TourQuestion.self,
      LocateQuestion.self, PlacesQuestion.self, MeetQuestion.self,
      NearbyQuestion.self,
    ]
    for kind in kinds { try body(kind) }
  }

  /// Returns a random value of a key as JSON, and as the texts of a query.
  private func value(
    _ key: MemberDescription, _ random: inout some RandomNumberGenerator
  ) -> (JSONTree, [String]) {
    switch key.textForm {
    case .text:
      if let word = key.words?.randomElement(using: &random) { return (.string(word), [word]) }
      let text = "t\(Int.random(in: 0...99, using: &random))"
      return (.string(text), [text])
    case .number:
      let text = "\((Double.random(in: 0...100, using: &random) * 1000).rounded() / 1000)"
      return (.number(text), [text])
    case .integer:
      let text = "\(Int.random(in: 0...100, using: &random))"
      return (.number(text), [text])
    case .flag:
      let value = Bool.random(using: &random)
      return (.bool(value), ["\(value)"])
    case .list:
      let texts = (0...Int.random(in: 0...2, using: &random)).map { "t\($0)" }
      return (.array(texts.map(JSONTree.string)), texts)
    }
  }

  private func compare<Question: MapQuestion>(
    _: Question.Type, _ random: inout some RandomNumberGenerator
  ) throws {
    var members: [String: JSONTree] = [:]
    var query: [(name: String, value: String)] = []
    for key in Question.descriptions where key.isRequired || Bool.random(using: &random) {
      let (json, texts) = value(key, &random)
      members[key.name] = json
      query += texts.map { (key.name, $0) }
    }
    query.shuffle(using: &random)
    // Lists keep the order of their texts.
    query.sort { $0.name == $1.name && $0.value < $1.value }
    let first = try Question(json: members)
    let second = try Question(query: query.sorted { ($0.name, $0.value) < ($1.name, $1.value) })
    #expect("\(first)" == "\(second)")
    #expect(try "\(first)" == "\(Question(query: first.query))")
    guard case .object(let written) = try JSONTree.read(first.jsonLine(), doubts: .refused) else {
      Issue.record("a question is no object")
      return
    }
    #expect(try "\(first)" == "\(Question(json: written))")
  }

  @Test func `a query and an object of the same values give the same question, which writes both again`()
    throws
  {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    print("questions from seed \(seed)")
    for _ in 0..<200 { try forEachKind { try compare($0, &random) } }
  }

  private func names<Question: MapQuestion>(of _: Question.Type) -> [String] { Question.names }

  private func check<Question: MapQuestion>(_: Question.Type) {
    for key in Question.descriptions {
      #expect(key.documentation.hasSuffix("."), "\(Question.name).\(key.name)")
      #expect(!key.name.contains("-"))
    }
    #expect(Set(names(of: Question.self)).count == Question.names.count)
  }

  @Test func `every key of every question is documented and has a name of its own`() {
    forEachKind { check($0) }
  }

  @Test func `unknown, missing and wrong keys are refused with the key`() {
    let cases: [([String: JSONTree], String)] = [
      ([:], "key from is missing; route needs from and to"),
      (
        ["from": .string("a"), "to": .string("b"), "maxDificulty": .string("red")],
        "did you mean maxDifficulty?"
      ),
      (["from": .number("1"), "to": .string("b")], "key from must be a text, got the number 1"),
      (
        ["from": .string("a"), "to": .string("b"), "board": .string("yes")], "key board must be true or false"
      ),
      (
        ["from": .string("a"), "to": .string("b"), "pause": .number("1.5")],
        "key pause must be a whole number"
      ),
      (
        ["from": .string("a"), "to": .string("b"), "language": .string("xx")],
        "language xx is unknown; write one of"
      ),
    ]
    for (members, words) in cases {
      #expect {
        try RouteQuestion(json: members)
      } throws: { ($0 as? SkiError)?.message.contains(words) == true }
    }
    for query in [
      [("from", "a"), ("from", "b"), ("to", "c")], [("from", "a"), ("to", "b"), ("board", "yes")],
    ] {
      #expect { try RouteQuestion(query: query) } throws: {
        ($0 as? SkiError)?.code == .invalidArgument
      }
    }
  }

  @Test(arguments: ["nan", "inf", "0x10", "+5", "05", "5.", "", "five", "[5]", "5 5"])
  func `a number of a query that is none in JSON is refused`(text: String) {
    for key in ["snap", "minutes"] {
      #expect {
        try ReachQuestion(query: [("from", "a"), (key, text)])
      } throws: { error in
        guard let error = error as? SkiError else { return false }
        return error.code == .invalidArgument && error.message.hasPrefix("key \(key) must be a ")
      }
    }
  }

  @Test func `null is as good as missing`() throws {
    let question = try RouteQuestion(
      json: ["from": .string("a"), "to": .string("b"), "home": .null])
    #expect(question.home == nil)
  }
}
