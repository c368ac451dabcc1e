import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The login by Telegram's widget accepts what the bot signed, soon, and once.
@Suite struct TelegramLoginTests {
  private let now = UniversalTime(secondsSince1970: 1_700_000_000)
  private let login = TelegramLogin(botToken: TelegramFields.botToken)

  @Test func `fields that the bot signed are accepted, with all that Telegram sends`() throws {
    let others = ["last_name": "Müller", "username": "anna_m", "photo_url": "https://t.me/i/1.jpg"]
    let checked = try login.check(TelegramFields.signed(at: now, others), now: now)
    #expect(
      checked.identity == LoginIdentity(provider: "telegram", subject: "42", name: "Anna Müller"))
  }

  @Test func `the hash is the one of Telegram's page for known fields`() throws {
    // Computed by another program: key = SHA-256 of the token, message = the sorted lines.
    let fields = [
      "id": "42", "first_name": "Anna", "auth_date": "1700000000",
      "hash": TelegramFields.hash(
        of: ["auth_date": "1700000000", "first_name": "Anna", "id": "42"], token: TelegramFields.botToken),
    ]
    #expect(fields["hash"] == "8552b4eddf223bb498381734dca0dc6716e28c0f2b02b35ea59c9ec8aa4c6e17")
    #expect(throws: Never.self) { try login.check(fields, now: now) }
  }

  @Test(arguments: [(-600.0, true), (-601, false), (30, true), (31, false), (-86_400, false)])
  func `the time may be 10 minutes old and 30 seconds ahead`(offset: Double, isAccepted: Bool) async throws {
    let fields = TelegramFields.signed(at: now.advanced(bySeconds: offset))
    if isAccepted {
      _ = try login.check(fields, now: now)
    } else {
      await expectError(.notPermitted) { _ = try login.check(fields, now: now) }
    }
  }

  @Test(
    arguments: [
      ("7000000001:AAsecret", 7_000_000_001), ("123456789012345:x", 123_456_789_012_345),
      ("1234567890123456:x", nil),
      ("7000000001", nil), (":x", nil), ("", nil), ("bot7:x", nil), ("-7:x", nil), ("7 :x", nil),
      ("7:8:x", 7),
    ] as [(String, Int?)])
  func `the bot is the number before the token's colon`(token: String, bot: Int?) {
    #expect(TelegramLogin(botToken: token).bot == bot)
  }

  @Test func `ten thousand forged logins are refused`() async throws {
    var random = SeededGenerator(seed: 20_261_126)
    let genuine = TelegramFields.signed(at: now, ["last_name": "Muster", "username": "anna"])
    var accepted = 0
    for _ in 0..<10_000 {
      let forged = Forgery.make(from: genuine, now: now, &random)
      guard forged != genuine else { continue }
      if (try? login.check(forged, now: now)) != nil { accepted += 1 }
    }
    #expect(accepted == 0)
    #expect(throws: Never.self) { try login.check(genuine, now: now) }
  }

  @Test func `lines cannot be moved between fields`() async {
    // The signed text is the same: "auth_date=…\nfirst_name=Anna\nid=42".
    let genuine = TelegramFields.signed(at: now)
    var moved = genuine
    moved["first_name"] = nil
    moved["auth_date"] = "\(genuine["auth_date"] ?? "")\nfirst_name=Anna"
    await expectError(.notPermitted) { _ = try login.check(moved, now: now) }
  }

  @Test func `errors and descriptions hold neither token nor fields`() async {
    let fields = TelegramFields.signed(id: "4711", name: "Planted", at: now, token: "other")
    let error = await expectError(.notPermitted) { _ = try login.check(fields, now: now) }
    let text = "\(String(describing: error)) \(login) \(String(reflecting: login))"
    for planted in ["4711", "Planted", TelegramFields.botToken] { #expect(!text.contains(planted)) }
  }

  @Test(arguments: TripsBackend.usable)
  func `a login is used once`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let fields = TelegramFields.signed(at: world.clock.now)
      let first = try await world.logins.logIn(telegram: fields)
      await expectError(.notPermitted) { _ = try await world.logins.logIn(telegram: fields) }
      world.clock.advance(seconds: 599)
      await expectError(.notPermitted) { _ = try await world.logins.logIn(telegram: fields) }
      let again = try await world.logins.logIn(telegram: TelegramFields.signed(at: world.clock.now))
      #expect(again.user == first.user)
      let other = try await world.logins.logIn(telegram: TelegramFields.signed(id: "43", at: world.clock.now))
      #expect(other.user != first.user)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `eight uses of one login at the same time give one session`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let fields = TelegramFields.signed(at: world.clock.now)
      let users = await withTaskGroup(of: UserID?.self) { group in
        for _ in 0..<8 { group.addTask { try? await world.logins.logIn(telegram: fields).user } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(users.compactMap(\.self).count == 1)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_users") == ["1"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a forged login stores nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let fields = TelegramFields.signed(at: world.clock.now, token: "another bot's")
      await expectError(.notPermitted) { _ = try await world.logins.logIn(telegram: fields) }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_users") == ["0"])
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_used") == ["0"])
    }
  }

  @Test(arguments: [("", "Skier"), ("\u{3000}", "Skier"), ("A\u{7}nna", "Anna")])
  func `a name that is not allowed is mended`(name: String, expected: String) {
    #expect(LoginIdentity(provider: "p", subject: "s", name: name).userName == expected)
    let long = LoginIdentity(provider: "p", subject: "s", name: String(repeating: "é", count: 200))
    #expect(long.userName.unicodeScalars.count == 80)
  }
}

/// Changes of a genuine login.
private enum Forgery {
  static func make(
    from genuine: [String: String], now: UniversalTime, _ random: inout SeededGenerator
  ) -> [String: String] {
    var fields = genuine
    let key = genuine.keys.sorted()[Int.random(in: 0..<genuine.count, using: &random)]
    switch Int.random(in: 0..<9, using: &random) {
    case 0: fields[key] = changed(fields[key] ?? "", &random)
    case 1: fields[key] = nil
    case 2: fields["hash"] = digits(64, &random)
    case 3: fields["hash"] = digits(Int.random(in: 0..<130, using: &random), &random)
    case 4: fields["hash"] = fields["hash"]?.uppercased() ?? ""
    case 5: fields["x\(digits(3, &random).filter(\.isLetter))"] = "1"
    case 6: fields = TelegramFields.signed(id: "\(random.next() % 1000)", at: now, token: digits(35, &random))
    case 7: fields["id"] = "\(random.next() % 100_000)"
    default: fields["hash"] = truncated(fields["hash"] ?? "", &random)
    }
    return fields
  }

  private static func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
  }

  private static func changed(_ text: String, _ random: inout SeededGenerator) -> String {
    var scalars = Array(text)
    guard !scalars.isEmpty else { return "x" }
    scalars[Int.random(in: 0..<scalars.count, using: &random)] =
      "0123456789abcdefxyz=\n".randomElement(using: &random) ?? "0"
    return String(scalars)
  }

  private static func truncated(_ text: String, _ random: inout SeededGenerator) -> String {
    String(text.prefix(Int.random(in: 0..<64, using: &random)))
  }
}
