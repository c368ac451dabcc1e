import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// An upload needs a permission of the store, for these bytes, now, once.
@Suite struct UploadTests {
  private let bytes = Array("a day".utf8)

  @Test(arguments: TripsBackend.usable)
  func `a permission admits the declared bytes once`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let permission = try await world.permit(bytes, as: ben)
      #expect(permission.expires == world.now.advanced(bySeconds: 60) && permission.greatestByteCount == 5)
      #expect("\(permission)" == "upload permission" && !permission.text.contains(ben.rawValue))
      try await #expect(world.days.receive(permission.text, bytes) == permission.day)
      await expectError(.notPermitted) { _ = try await world.days.receive(permission.text, bytes) }
      let day = try await world.days.get(permission.day, as: ben)
      #expect((day.state, day.received, day.owner, day.lapCount) == (.waiting, world.now, ben, 0))
      try await #expect(world.days.list(as: ben) == [day])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `other bytes are refused and leave the permission unused`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let permission = try await world.permit(bytes, as: ben)
      await expectError(.limitExceeded) { _ = try await world.days.receive(permission.text, bytes + [0]) }
      await expectError(.invalidArgument) { _ = try await world.days.receive(permission.text, [1, 2, 3]) }
      await expectError(.invalidArgument) { _ = try await world.days.receive(permission.text, []) }
      try await #expect(world.days.receive(permission.text, bytes) == permission.day)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the size of an upload is known before its bytes, for what is signed alone`(backend: TripsBackend)
    async throws
  {
    try await backend.withDays { world in
      let permission = try await world.permit(bytes, as: try await world.world.person("ben"))
      try await #expect(world.days.greatestByteCount(of: permission.text) == bytes.count)
      let forged = permission.text.replacing(".5.", with: ".6.")
      await expectError(.notPermitted) { _ = try await world.days.greatestByteCount(of: forged) }
      world.world.clock.advance(seconds: 60)
      await expectError(.notPermitted) { _ = try await world.days.greatestByteCount(of: permission.text) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an expired permission is refused`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let permission = try await world.permit(bytes, as: ben)
      world.world.clock.advance(seconds: 60)
      await expectError(.notPermitted) { _ = try await world.days.receive(permission.text, bytes) }
      world.world.clock.advance(seconds: -0.001)
      try await #expect(world.days.receive(permission.text, bytes) == permission.day)
    }
  }

  @Test func `10,000 forged permissions are refused without a day`() async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("forged permissions: seed \(seed)")
    try await TripsBackend.sqliteInMemory.withDays { world in
      var random = SeededGenerator(seed: seed)
      let ben = try await world.world.person("ben")
      let (good, other) = (try await world.permit(bytes, as: ben), try await world.permit([1], as: ben))
      let alphabet = Array("0123456789abcdef.v-+ \u{e9}")
      var (forgedCount, refusedCount) = (0, 0)
      while forgedCount < 10_000 {
        let text = Self.forgery(of: good.text, other.text, alphabet, &random)
        guard text != good.text, text != other.text else { continue }
        forgedCount += 1
        let error = await expectError(.notPermitted) { _ = try await world.days.receive(text, bytes) }
        if error?.message == UploadPermission.refused.message { refusedCount += 1 }
      }
      #expect(refusedCount > 9_900, "seed \(seed)")
      try await #expect(world.days.list(as: ben).isEmpty)
      try await #expect(world.days.receive(good.text, bytes) == good.day)
    }
  }

  /// Returns a text with some letters changed, or with fields of another.
  private static func forgery(
    of text: String, _ other: String, _ alphabet: [Character], _ random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      var letters = Array(text)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<letters.count, using: &random)
        letters[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      return String(letters)
    case 1: return String(text.prefix(Int.random(in: 0..<text.count, using: &random)))
    case 2:
      let fields = (text.split(separator: "."), other.split(separator: "."))
      let mixed = fields.0.indices.map { Bool.random(using: &random) ? fields.0[$0] : fields.1[$0] }
      return mixed.joined(separator: ".")
    default:
      return String(
        (0..<Int.random(in: 0...450, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        })
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a permission of another store is refused`(backend: TripsBackend) async throws {
    try await TripsBackend.sqliteInMemory.withTrips { other in
      let ben = try await other.person("ben")
      // Identifiers are random by a seed in tests: one more, so that the secrets differ.
      _ = try await other.person("anna")
      let foreign = try await DaysWorld(other).permit(bytes, as: ben)
      try await backend.withDays { world in
        _ = try await world.world.person("ben")
        await expectError(.notPermitted) { _ = try await world.days.receive(foreign.text, bytes) }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `two servers of one store accept each other's permissions`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let permission = try await world.permit(bytes, as: ben)
      let second = DayService(world.world.store)
      try await #expect(second.receive(permission.text, bytes) == permission.day)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a permission used at the same time by many admits one`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let permission = try await world.permit(bytes, as: ben)
      let count = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask { (try? await world.days.receive(permission.text, bytes)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(count == 1)
      try await #expect(world.days.list(as: ben).count == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the same recording again is the same day`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben) = (try await world.world.person("anna"), try await world.world.person("ben"))
      let first = try await world.days.receive(try await world.permit(bytes, as: ben).text, bytes)
      let again = try await world.days.receive(try await world.permit(bytes, as: ben).text, bytes)
      let other = try await world.days.receive(try await world.permit(bytes, as: anna).text, bytes)
      #expect(first == again && other != first)
      try await #expect(world.days.list(as: ben).count == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `sizes, hashes and numbers have limits`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let digest = DaysWorld.digest(bytes)
      for (size, text, code) in [
        (0, digest, SkiError.Code.invalidArgument), (-1, digest, .invalidArgument),
        (1001, digest, .limitExceeded), (5, "", .invalidArgument), (5, digest.uppercased(), .invalidArgument),
        (5, String(digest.dropLast(2)), .invalidArgument),
      ] {
        await expectError(code) {
          _ = try await world.days.permitUpload(byteCount: size, sha256: text, as: ben)
        }
      }
      for _ in 0..<Quota.openUploads.standard { _ = try await world.permit(bytes, as: ben) }
      await expectError(.rateLimited) { _ = try await world.permit(bytes, as: ben) }
      world.world.clock.advance(seconds: 60)
      let open = try await world.permit(bytes, as: ben)
      try await #expect(world.world.texts("SELECT id FROM trips_uploads") == [open.day.rawValue])
      try await world.world.users.delete(as: ben)
      await expectError(.notFound) { _ = try await world.permit(bytes, as: ben) }
      await expectError(.notPermitted) { _ = try await world.days.receive(open.text, bytes) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a user has a limited number of days`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      try await world.world.store.write { transaction in
        for number in 0..<Quota.recordedDays.standard {
          try transaction.connection.change(
            """
            INSERT INTO trips_days (id, person, digest, received_ms, state, due_ms, attempts)
            VALUES ($1, $2, $1, 0, 'failed', 0, 0)
            """, [.text("d\(number)"), .id(ben)])
        }
      }
      await expectError(.limitExceeded) { _ = try await world.permit(bytes, as: ben) }
    }
  }
}
