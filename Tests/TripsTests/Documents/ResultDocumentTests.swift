import Foundation
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Results are read as they were written, and have the members of Data/Formats/trips.md.
@Suite struct ResultDocumentTests {
  /// The members of each document.
  private static let contract: [String: String] = [
    "User": "id name links skier created",
    "SessionTokens": "user access accessExpires refresh refreshExpires",
    "OwnSession": "id begun used expires isAsking",
    "Trip": "id name zone areas from until created ended",
    "OwnTrip": "trip role joined isChosen",
    "TripMember": "user name role joined isNamedAsHost",
    "Invitation": "id trip role madeBy expires usesLeft",
    "MadeInvitation": "id trip role madeBy expires usesLeft secret",
    "InvitationPreview": "trip role isMember",
    "Companion": "user name role state links",
    "BlockedPerson": "user name since",
    "Favourite": "source kind added",
    "TripEvent":
      "id trip author name note place start end day seats taken audience cancelled answer mayChange",
    "EventGuest": "user name answer",
    "EventPage": "events next",
    "MeetingSuggestion": "place missing",
    "MeetingPoint": "source name latitude longitude isGone",
    "Chat": "id subject trip event person lastPosition readPosition unread preview",
    "ChatMessage": "position author role id kind body sent",
    "ChatPage": "messages lastPosition",
    "ChatUpdate": "chat message position",
    "Notice": "key id kind trip actor since isRead event chat message lift day time answer word",
    "NoticeList": "notices next unread",
    "NoticePreferences": "muted quiet zone digestMinutes",
    "NearbyPreferences": "metres minutes",
    "RecordedDay": "id owner state failure received from until laps descentMetres trips",
    "DayLap": "kind source start end lengthMetres descentMetres topSpeedMetresPerSecond fault",
    "DayAchievement": "kind value source",
    "Challenge": "id trip name measure lifts from until isJoined",
    "ChallengeRank": "rank user name score",
    "UploadAddress": "day upload expires",
    "SignedLink": "link expires",
  ]

  /// A check that collects the members of documents.
  private struct Check {
    let seed: UInt64
    var members: [String: Set<String>] = [:]

    mutating func callAsFunction<Document: ContractDocument & Equatable>(_ value: Document) throws {
      let name = "\(Document.self)"
      let tree = try value.tree
      let read = try Document(DocumentReader(tree, of: "document"))
      #expect(read == value, "\(name), seed \(seed)")
      #expect(read.bytes == value.bytes, "\(name), seed \(seed)")
      if let codable = value as? any CodableDocument {
        #expect(try Self.codedAgain(codable) == value.bytes, "\(name) by Codable, seed \(seed)")
      }
      let later = try Document(DocumentReader(tree.withUnknownMembers, of: "document"))
      #expect(later == value, "\(name) of a later server, seed \(seed)")
      let given = Set(try value.members.keys)
      members[name, default: []].formUnion(given)
      let always = Document.descriptions.filter(\.isAlways).map(\.name)
      #expect(given.isSuperset(of: always) && given.isSubset(of: Document.names), "\(name), seed \(seed)")
    }

    /// Returns the bytes of a document that `Codable` has written and read.
    private static func codedAgain<Document: CodableDocument>(_ document: Document) throws -> [UInt8]? {
      let read = try JSONDecoder().decode(Document.self, from: JSONEncoder().encode(document))
      return (read as? any ContractDocument)?.bytes
    }
  }

  @Test func `a result is read as it was written, with unknown members too, and has the stated members`()
    throws
  {
    let seed = UInt64.random(in: .min ... .max)
    print("results: seed \(seed)")
    var (make, check) = (RandomDocuments(seed: seed), Check(seed: seed))
    for _ in 0..<100 {
      try people(&make, &check)
      try events(&make, &check)
      try messages(&make, &check)
      try days(&make, &check)
    }
    let expected = Self.contract.mapValues { Set($0.split(separator: " ").map(String.init)) }
    #expect(check.members == expected, "seed \(seed)")
  }

  private func people(_ make: inout RandomDocuments, _ check: inout Check) throws {
    try check(make.user())
    try check(make.tokens())
    try check(make.ownSession())
    try check(make.trip())
    try check(make.ownTrip())
    try check(make.member())
    try check(make.invitation())
    try check(make.madeInvitation())
    try check(make.preview())
    try check(make.companion())
    try check(make.blocked())
    try check(make.favourite())
    try check(make.nearby())
  }

  private func events(_ make: inout RandomDocuments, _ check: inout Check) throws {
    try check(make.event())
    try check(make.guest())
    try check(make.eventPage())
    try check(make.suggestion())
    try check(make.place())
  }

  private func messages(_ make: inout RandomDocuments, _ check: inout Check) throws {
    try check(make.chat())
    try check(make.message())
    try check(make.chatPage())
    try check(make.news())
    try check(make.notice())
    try check(NoticeList(make.noticePage(), unread: make.integer(0...1000)))
    try check(make.noticePreferences())
  }

  private func days(_ make: inout RandomDocuments, _ check: inout Check) throws {
    try check(make.day())
    try check(make.lap())
    try check(make.achievement())
    try check(make.challenge())
    try check(make.rank())
    try check(make.uploadAddress())
    try check(make.signedLink())
  }

  // MARK: Schemas

  @Test func `a schema has the members, and those that replies always have are required`() throws {
    var table = SchemaTable()
    let reference = table.reference(ChatMessage.self, .reply)
    #expect(reference.text() == ##"{"$ref":"#/components/schemas/ChatMessage"}"##)
    #expect(table.reference(ChatMessage.self, .reply) == reference)
    #expect(table.components.map(\.name) == ["ChatMessage", "TripRole", "ChatContentKind"])
    let text = table.components[0].value.text()
    #expect(text.hasPrefix(##"{"type":"object","description":"A message of a chat, or a gap"##))
    #expect(text.contains(##""required":["position","sent"],"properties":{"position":{"type":"integer""##))
    #expect(text.contains(##""author":{"type":["string","null"],"minLength":1,"maxLength":128,"##))
    #expect(
      text.contains(##""role":{"anyOf":[{"$ref":"#/components/schemas/TripRole"},{"type":"null"}],"##))
    #expect(table.components[1].value.text() == ##"{"type":"string","enum":["host","traveller"]}"##)
  }

  @Test func `a document that goes both ways has a schema for each`() throws {
    var table = SchemaTable()
    _ = table.reference(User.self, .reply)
    _ = table.reference(UserPatch.self, .request)
    #expect(
      table.components.map(\.name) == [
        "User", "UserLink", "LinkAudience", "SkierSettings", "UserPatch", "UserLinkInput",
        "SkierSettingsInput",
      ])
    let texts = table.components.map { $0.value.text() }
    #expect(
      texts[3].contains(##""required":["ability","board","maxDifficulty","ungraded","avoid","allow"]"##))
    #expect(!texts[6].contains("required") && texts[6].contains(##""default":"intermediate""##))
    #expect(
      texts[6].hasSuffix(##""additionalProperties":false}"##) && !texts[3].contains("additionalProperties"))
  }

  // MARK: Single documents

  @Test func `a gap has its position and time alone`() throws {
    let gap = ChatMessage(
      position: 7, author: nil, id: nil, content: nil, sent: UniversalTime(milliseconds: 1_700_000_000_250))
    #expect(gap.json.text() == #"{"position":7,"sent":"2023-11-14T22:13:20.250Z"}"#)
  }

  @Test func `a delivery tells its messages, then its deletions`() throws {
    var make = RandomDocuments(seed: 1)
    let (chat, message) = (try make.id(ChatID.self), try make.message())
    let delivery = ChatDelivery(chat: chat, messages: [message], deleted: [3])
    #expect(delivery.news == [.message(chat, message), .deletion(chat, position: 3)])
    #expect(delivery.news.map(\.name) == ["message", "deleted"])
    let restored = ChatDelivery(chat: chat, messages: [], deleted: [], isRestored: true)
    #expect(restored.news == [.restored(chat)] && restored.news.map(\.name) == ["restored"])
  }

  @Test func `addresses and links are not described`() throws {
    var make = RandomDocuments(seed: 2)
    let (address, link) = (try make.uploadAddress(), make.signedLink())
    for text in ["\(address)", String(reflecting: address), "\(link)", String(reflecting: link)] {
      #expect(text == "upload address" || text == "signed link")
    }
  }

  @Test func `a link for an answer is given as its text`() throws {
    let link = RSVPLink(
      event: try EventID("e"), person: try UserID("p"), expires: UniversalTime(milliseconds: 5000),
      signature: "ab")
    #expect(SignedLink(link).json.text() == #"{"link":"5000.ab.e.p","expires":"1970-01-01T00:00:05Z"}"#)
  }

  @Test(arguments: ["state", "role"])
  func `an unknown word of a later server is refused by name`(member: String) throws {
    var make = RandomDocuments(seed: 3)
    var members = try make.companion().members
    members[member] = .string("planted")
    let error = readingError(member) { _ = try Companion(DocumentReader(.object(members), of: "companion")) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasPrefix("\(member) of companion must be one of ") == true)
    #expect(error?.message.contains("planted") == false)
  }

  @Test func `a trip that ends before it begins is refused`() throws {
    var make = RandomDocuments(seed: 4)
    var members = try make.trip().members
    members["until"] = .string("2019-01-01T00:00:00Z")
    let error = readingError("trip") { _ = try Trip(DocumentReader(.object(members), of: "trip")) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasPrefix("time of trip ends ") == true)
  }
}

extension MemberDescription {
  /// Indicates a member that replies always have.
  fileprivate var isAlways: Bool {
    switch presence {
    case .required, .nullable, .defaulted: true
    case .omittable, .nullableOrOmitted: false
    }
  }
}
