import SkiAPI
import SkiBase
import SkiPeople
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiServer

/// The file of choices is read whole or refused by name of the member.
@Suite struct TripsConfigurationTests {
  private let folder = ScratchFolder()

  private func read(_ text: String) throws -> TripsConfiguration {
    try read(text, mode: 0o600)
  }

  private func read(_ text: String, mode: mode_t) throws -> TripsConfiguration {
    let path = folder.write(Array(text.utf8), to: "trips.json")
    chmod(path, mode)
    return try TripsConfiguration(path: path)
  }

  @Test func `all choices are read`() throws {
    let found = try read(
      """
      {"telegram": {"botToken": "1:a"}, "openID": {"provider": "telegram", "issuer": "i", "client": "c", "keys": "k.json"},
       "webhook": {"address": "https://hook.example/x", "secret": "00FF00ff00ff00ff00ff00ff00ff00ff"}, "spool": "out",
       "feeds": [{"name": "valley", "address": "https://lifts.example/a", "format": "table"},
                 {"name": "top", "address": "https://lifts.example/b"}],
       "quotas": {"messagesADay": 10, "grants": 4}, "auditDays": 30}
      """)
    #expect(found.quotas[.messagesADay] == 10 && found.quotas[.grants] == 4 && found.auditDays == 30)
    #expect(found.quotas[.trips] == Quota.trips.standard)
    #expect(found.botToken == "1:a" && found.spool == "out")
    #expect(found.openID?.provider == "telegram" && found.openID?.keys == "k.json")
    #expect(found.webhook?.secret == (0..<16).map { $0 % 2 == 0 ? 0 : 0xFF })
    #expect(
      found.feeds.map(\.name.text) == ["valley", "top"] && found.feeds.map(\.isTable) == [true, false])
    #expect(found.openID?.identifier == "id" && found.openID?.requiresNonce == true)
    let empty = try read("{}")
    #expect(empty.botToken == nil && empty.webhook == nil && empty.feeds.isEmpty)
    #expect(empty.quotas == .standard && empty.auditDays == 400)
  }

  @Test(arguments: [
    (#"{"telegramm": {}}"#, "telegramm"), (#"{"telegram": {}}"#, "botToken"),
    (#"{"telegram": "x"}"#, "telegram"),
    (#"{"openID": {"issuer": "secret-i"}}"#, "client"),
    (#"{"openID": {"issuer": "i", "client": "c", "keys": "k", "nonce": "no"}}"#, "nonce"),
    (#"{"openID": {"issuer": "i", "client": "c", "keys": "k", "identifier": "aud"}}"#, "identifier"),
    (#"{"openID": {"issuer": "i", "client": "c", "keys": "k", "identifier": ""}}"#, "identifier"),
    (
      #"{"openID": {"provider": "telegram", "issuer": "i", "client": "c", "keys": "k", "identifier": "sub"}}"#,
      "identifier"
    ),
    (#"{"openID": {"provider": "development", "issuer": "i", "client": "c", "keys": "k"}}"#, "development"),
    (#"{"webhook": {"address": "a", "secret": "xyz"}}"#, "secret"),
    (#"{"webhook": {"address": "a", "secret": "+f+f"}}"#, "secret"),
    (#"{"feeds": [1]}"#, "feeds"),
    (#"{"feeds": [{"name": "a", "address": "https://a.example/", "format": "x"}]}"#, "format"),
    (#"{"feeds": [{"address": "https://a.example/"}]}"#, "name"), (#"{"spool": 7}"#, "spool"),
    ("[]", "object"), ("{", "JSON"),
    (#"{"quotas": {"messages": 1}}"#, "messages"), (#"{"quotas": {"trips": 0}}"#, "trips"),
    (#"{"quotas": {"trips": 1.5}}"#, "trips"), (#"{"auditDays": 0}"#, "auditDays"),
    (#"{"auditDays": 3651}"#, "auditDays"),
  ])
  func `other content is refused with the name of the member`(text: String, word: String) throws {
    let error = #expect(throws: SkiError.self) { _ = try read(text) }
    #expect(
      error.map { "\($0)".contains(word) && !"\($0)".contains("secret-i") } == true,
      "\(error.map { "\($0)" } ?? "-")")
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602])
  func `a file with a secret that others may read or write is refused with the remedy`(mode: Int) throws {
    for text in [
      #"{"telegram": {"botToken": "1:a"}}"#,
      #"{"webhook": {"address": "https://a.example/", "secret": "00"}}"#,
    ] {
      let error = #expect(throws: SkiError.self) { _ = try read(text, mode: mode_t(mode)) }
      #expect(error?.code == .notPermitted && error?.message.contains("chmod 600") == true)
    }
    _ = try read(#"{"spool": "out"}"#, mode: mode_t(mode))
  }

  @Test func `a login by OpenID Connect is by subject and nonce unless the operator says otherwise`() throws {
    let plain = try read(#"{"openID": {"issuer": "i", "client": "c", "keys": "k"}}"#).openID
    #expect(plain?.identifier == "sub" && plain?.requiresNonce == true && plain?.provider == "openid")
    let other = try read(
      #"{"openID": {"issuer": "i", "client": "c", "keys": "k", "identifier": "oid", "nonce": false}}"#
    ).openID
    #expect(other?.identifier == "oid" && other?.requiresNonce == false)
  }

  @Test func `a missing file is named`() {
    let error = #expect(throws: SkiError.self) { _ = try TripsConfiguration(path: folder.path + "/no.json") }
    #expect(error?.code == .missingInput)
  }
}
