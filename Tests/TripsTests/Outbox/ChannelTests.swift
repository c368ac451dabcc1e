import Crypto
import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The spool folder and the webhook.
@Suite struct ChannelTests {
  private let now = UniversalTime(secondsSince1970: 1_700_000_000.75)
  private let secret = Array("0123456789abcdef".utf8)

  private func webhook(
    _ address: String, _ send: @escaping WebhookChannel.Sender
  ) throws -> WebhookChannel {
    let now = now
    return try WebhookChannel(address: address, secret: secret, now: { now }, send: send)
  }

  private func delivery(_ keys: [String]) throws -> NoticeDelivery {
    NoticeDelivery(
      recipient: try UserID("ben"),
      notices: try keys.map { key in
        Notice(
          id: try NoticeID("n-" + key), key: key, kind: .hostWord, trip: try TripID("t"), actor: nil,
          payload: NoticePayload(event: try EventID("e"), time: now, word: "Bus \"8\"\n"), since: now,
          isRead: false)
      })
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `a spooled delivery is one whole file, and a double replaces it`() async throws {
    let folder = ScratchFolder()
    let channel = SpoolChannel(folder: folder.path)
    for keys in [["a"], ["a"], ["b", "c"]] {
      let outcome = try await channel.deliver(try delivery(keys))
      #expect(outcome == .delivered)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".json") })
    for name in names { #expect(mode(folder.path + "/" + name) == 0o600) }
    let files = try names.map {
      try object([UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0))))
    }
    #expect(files.allSatisfy { $0["recipient"] as? String == "ben" })
    let notices = files.compactMap { $0["notices"] as? [[String: Any]] }.flatMap(\.self)
    #expect(Set(notices.compactMap { $0["key"] as? String }) == ["a", "b", "c"])
    #expect(notices.allSatisfy { $0["word"] as? String == "Bus \"8\"\n" && $0["event"] as? String == "e" })
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `a spool folder is made for its owner alone, and a wider one is reported`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/spool"
    #expect(try SpoolChannel(folder: path).makeFolder() == nil)
    #expect(mode(path) == 0o700)
    #expect(try SpoolChannel(folder: path).makeFolder() == nil)
    for wide in [mode_t(0o750), 0o705, 0o720] {
      chmod(path, wide)
      #expect(try SpoolChannel(folder: path).makeFolder() == UInt32(wide))
    }
    for path in [path + "/no/no", folder.write([], to: "file")] {
      let error = #expect(throws: SkiError.self) { _ = try SpoolChannel(folder: path).makeFolder() }
      #expect(error?.code == .unwritableOutput)
    }
  }

  @Test func `a folder that is missing fails the attempt`() async throws {
    let channel = SpoolChannel(folder: ScratchFolder().path + "/none")
    await expectError(.unwritableOutput) { _ = try await channel.deliver(try delivery(["a"])) }
  }

  @Test func `a webhook sends signed JSON to the operator's address`() async throws {
    let sent = Locked<[(String, [String: String], [UInt8])]>([])
    let channel = try webhook("https://hook.test/in") {
      address, headers, body in
      sent.withLock { $0.append((address, headers, body)) }
      return 204
    }
    let outcome = try await channel.deliver(try delivery(["a", "b"]))
    #expect(outcome == .delivered)
    let (address, headers, body) = try #require(sent.withLock { $0.first })
    #expect(address == "https://hook.test/in" && headers["content-type"] == "application/json")
    #expect(headers["skiroute-time"] == "1700000000")
    // The signature, computed apart from the code under test.
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("1700000000.".utf8) + Data(body), using: SymmetricKey(data: secret))
    #expect(headers["skiroute-signature"] == "v1=" + code.map { String(format: "%02x", $0) }.joined())
    let notices = try object(body)["notices"] as? [Any]
    #expect(notices?.count == 2)
  }

  @Test(arguments: [
    (200, DeliveryOutcome.delivered), (299, .delivered), (429, .busy(seconds: 60)), (503, .busy(seconds: 60)),
  ])
  func `a receiver's status decides`(status: Int, outcome: DeliveryOutcome) async throws {
    let channel = try webhook("http://127.0.0.1:1/") {
      _, _, _ in status
    }
    let found = try await channel.deliver(try delivery(["a"]))
    #expect(found == outcome)
  }

  @Test(arguments: [199, 301, 400, 404, 500, 502])
  func `any other status is a failed attempt`(status: Int) async throws {
    let channel = try webhook("https://a.test") { _, _, _ in
      status
    }
    await expectError(.unavailable) { _ = try await channel.deliver(try delivery(["a"])) }
  }

  @Test(arguments: [
    "", "ftp://a.test", "http://a.test", "http://127.0.0.1.a.test", "https://me:pass@a.test",
    "https://a.test/ b",
    "http://localhost@a.test", "https://a.test/\n", "https://" + String(repeating: "a", count: 1000),
  ])
  func `an address that is not safe is refused`(address: String) async {
    await expectError(.invalidArgument) {
      _ = try webhook(address) { _, _, _ in 200 }
    }
  }

  @Test func `a signature holds for its body, secret and time alone`() throws {
    let signature = try WebhookSignature(secret: secret)
    let body = Array("{}".utf8)
    let headers = signature.headers(of: body, at: now)
    #expect(signature.isValid(headers, for: body, now: now))
    #expect(signature.isValid(headers, for: body, now: now.advanced(bySeconds: 299)))
    #expect(!signature.isValid(headers, for: body, now: now.advanced(bySeconds: 301)))
    #expect(!signature.isValid(headers, for: body, now: now.advanced(bySeconds: -302)))
    #expect(!signature.isValid(headers, for: Array("[]".utf8), now: now))
    let other = try WebhookSignature(secret: secret + [1])
    #expect(!other.isValid(headers, for: body, now: now))
    for (name, value) in [
      ("skiroute-time", "1700000001"), ("skiroute-time", "+1700000000"), ("skiroute-signature", "v1="),
      ("skiroute-signature", "v2=" + String(headers["skiroute-signature"]?.dropFirst(3) ?? "")),
    ] {
      var forged = headers
      forged[name] = value
      #expect(!signature.isValid(forged, for: body, now: now))
    }
    #expect(!signature.isValid([:], for: body, now: now))
    #expect("\(signature)" == "webhook signature")
    #expect(throws: SkiError.self) { _ = try WebhookSignature(secret: Array(secret.dropFirst())) }
  }

  @Test(arguments: TripsBackend.usable)
  func `a webhook that answers 429 and 500 loses nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let answers = Locked([500, 429, 503, 404, 200])
      let bodies = Locked<[[UInt8]]>([])
      let channel = try webhook("https://a.test") {
        _, _, body in
        bodies.withLock { $0.append(body) }
        return answers.withLock { $0.removeFirst() }
      }
      let worker = try await world.worker(channel)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      for _ in 0..<5 {
        try await worker.deliverDue()
        world.clock.advance(seconds: 60)
      }
      #expect(bodies.withLock { $0.count } == 5)
      // Doubles are the same to the receiver.
      #expect(Set(bodies.withLock { $0 }).count == 1)
      try await #expect(world.waitingCount() == 0)
    }
  }
}
