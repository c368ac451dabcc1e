import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Bodies are read as clients write them, and other ones are refused by the name of the member.
@Suite struct BodyDocumentTests {
  private func check<Body: ContractDocument & Equatable>(_ value: Body, _ seed: UInt64) throws {
    let read = try Body(DocumentReader(value.members, of: "body", names: Body.names))
    #expect(read == value, "\(Body.self), seed \(seed)")
    #expect(read.bytes == value.bytes, "\(Body.self), seed \(seed)")
  }

  @Test func `a body is read as it was written`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("bodies: seed \(seed)")
    var make = RandomDocuments(seed: seed)
    for _ in 0..<100 {
      try check(make.userPatch(), seed)
      try check(make.tripDraft(), seed)
      try check(make.tripPatch(), seed)
      try check(make.eventDraft(), seed)
      try check(make.eventPatch(), seed)
      try check(make.messageDraft(), seed)
      try check(make.challengeDraft(), seed)
      try check(make.nearby(), seed)
      try check(make.noticePreferences(), seed)
    }
  }

  @Test func `an example has all members of its body`() throws {
    for body in try BodyCase.all() {
      let given = Set(body.example.keys)
      #expect(given == Set(body.names), "\(body.noun)")
      try body.read(body.example)
    }
  }

  // MARK: Refusals

  /// Values of each type of JSON, with a text to be looked for.
  private static let values: [JSONTree] = [
    .bool(true), .number("7"), BodyCase.planted, .array([BodyCase.planted]),
    .object(["planted": BodyCase.planted]),
  ]

  private func isSameType(_ a: JSONTree, _ b: JSONTree) -> Bool {
    switch (a, b) {
    case (.bool, .bool), (.number, .number), (.string, .string), (.array, .array), (.object, .object): true
    default: false
    }
  }

  private func expectRefusal(_ body: BodyCase, _ name: String, _ value: JSONTree) {
    var members = body.example
    members[name] = value
    let error = readingError("\(body.noun) with another \(name)") { try body.read(members) }
    #expect(error?.code == .invalidArgument, "\(body.noun), \(name)")
    #expect(error?.message.contains(name) == true, "\(body.noun), \(name): \(error?.message ?? "")")
    #expect(error?.message.contains(body.noun) == true, "\(body.noun), \(name): \(error?.message ?? "")")
    #expect(error?.message.contains("planted\u{7}") == false, "\(body.noun), \(name)")
  }

  @Test func `a member of another type is refused by name, without its text`() throws {
    for body in try BodyCase.all() {
      for (name, right) in body.example {
        for value in Self.values where !isSameType(value, right) { expectRefusal(body, name, value) }
      }
    }
  }

  @Test func `a member of another form is refused by name, without its text`() throws {
    for body in try BodyCase.all() {
      for (name, value) in body.wrong { expectRefusal(body, name, value) }
    }
  }

  @Test func `a missing member is refused by name where it is required, and null counts as missing`() throws {
    for body in try BodyCase.all() {
      for name in body.names {
        for absent in [nil, JSONTree.null] {
          var members = body.example
          members[name] = absent
          guard body.required.contains(name) else {
            try body.read(members)
            continue
          }
          let error = readingError("\(body.noun) without \(name)") { try body.read(members) }
          #expect(error?.code == .invalidArgument)
          #expect(error?.message == "\(body.noun) lacks \(name); send it")
        }
      }
    }
  }

  @Test func `an unknown member is refused by name`() throws {
    for body in try BodyCase.all() {
      var members = body.example
      members["planted"] = .null
      let error = readingError("\(body.noun) with more") { try body.read(members) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.hasPrefix("member planted of \(body.noun) is unknown; write some of: ") == true)
    }
  }

  @Test(arguments: [
    ("user", "skier"), ("user", "links"), ("event", "place"), ("preferences", "quiet"),
  ])
  func `an unknown member of a part is refused by name`(noun: String, name: String) throws {
    for body in try BodyCase.all() where body.noun == noun && body.example[name] != nil {
      let unknown = JSONTree.object(["planted": .bool(true)])
      var members = body.example
      members[name] = name == "links" ? JSONTree.array([unknown]) : unknown
      let error = readingError("\(noun) with more in \(name)") { try body.read(members) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.hasPrefix("member planted of \(name) of \(noun) is unknown; ") == true)
    }
  }

  // MARK: Members that depend on others

  private func refusal<Body: ContractDocument>(_ members: [String: JSONTree], _ type: Body.Type) -> String? {
    let error = readingError("\(type)") {
      _ = try Body(DocumentReader(members, of: "body", names: Body.names))
    }
    #expect(error?.code == .invalidArgument)
    return error?.message
  }

  @Test(arguments: ["trip", "friends", "near"])
  func `people belong to the audience of that name`(audience: String) throws {
    let time = UniversalTime(milliseconds: 1_700_000_000_000)
    var members = try EventDraft(name: "a", start: time, end: time, audience: .near).members
    members["audience"] = .string(audience)
    members["people"] = .array([])
    #expect(
      refusal(members, EventDraft.self) == "people of body must be absent unless the audience is people")
  }

  @Test func `lifts belong to the measure of a list`() throws {
    let time = UniversalTime(milliseconds: 1_700_000_000_000)
    var members = try ChallengeDraft(name: "a", measure: .descent, from: time, until: time).members
    members["lifts"] = .array([.string("way/1")])
    #expect(
      refusal(members, ChallengeDraft.self) == "lifts of body must be absent unless the measure is everyLift")
  }

  @Test func `what is near is in metres or in minutes`() {
    let number = JSONTree.number("300")
    for members in [[:], ["metres": number, "minutes": number], ["metres": .null]] as [[String: JSONTree]] {
      #expect(
        refusal(members, NearbyPreferences.self)
          == "body needs one of the members metres and minutes; send one of them")
    }
    for value in Self.values where !isSameType(value, number) {
      #expect(refusal(["metres": value], NearbyPreferences.self) == "metres of body must be a number")
    }
    #expect(
      refusal(["minutes": .number("1e999")], NearbyPreferences.self) == "minutes of body must be a number")
  }

  @Test func `a patch keeps what is absent`() throws {
    try #expect(EventPatch(DocumentReader([:], of: "event", names: EventPatch.names)) == EventPatch())
    #expect(EventPatch().json.text() == "{}" && TripPatch().json.text() == "{}")
    let emptied = try UserPatch(DocumentReader(["links": .array([])], of: "user", names: UserPatch.names))
    #expect(emptied == UserPatch(links: []))
  }
}
