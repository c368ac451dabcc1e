import SkiAPI
import SkiBase
import SkiGraph
package import SkiPeople

/// The operator's choices for the trip services, from a file of JSON; see Data/Formats/server.md.
///
/// It has no description, since it holds secrets.
package struct TripsConfiguration: Sendable {
  /// A webhook.
  package struct Webhook: Sendable {
    var address: String
    var secret: [UInt8]
  }

  /// A login by OpenID Connect.
  package struct OpenID: Sendable {
    var provider: String
    var issuer: String
    var client: String
    /// The path or the address of the key set.
    var keys: String
    /// The claim by which the issuer's people are told apart.
    var identifier: String
    /// Indicates whether tokens must carry a nonce of the server.
    var requiresNonce: Bool
  }

  /// A feed of states.
  package struct Feed: Sendable {
    var name: FeedName
    var address: FeedAddress
    var isTable: Bool
  }

  /// The token of Telegram's bot; nil without that login.
  package var botToken: String?
  /// The login by OpenID Connect; nil without it.
  package var openID: OpenID?
  /// The webhook to which notices are sent; nil without one.
  package var webhook: Webhook?
  /// The folder to which notices are written; nil without one.
  package var spool: String?
  /// The feeds of states, those that count for more first.
  package var feeds: [Feed] = []
  /// The people who speak for ski areas, for everyone.
  package var speakers: [LiftSpeaker] = []
  /// The numbers of what people may make.
  package var quotas = Quotas.standard
  /// The number of days for which the audit of live sharing is kept.
  package var auditDays = SkiEnvironment.standardAuditDays

  /// Creates a configuration without logins, channels and feeds.
  package init() {}

  private static let limitBytes = 1 << 20
  private static let feedLimit = 50
  private static let speakerLimit = 1000
  private static let auditDaysRange = 1...3650
  private static let names = [
    "telegram", "openID", "webhook", "spool", "feeds", "speakers", "quotas", "auditDays",
  ]

  /// Reads a file.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened, `.limitExceeded` when it is larger than 1 MiB,
  ///   `.malformedData` or `.invalidArgument` for other content, which names the member, never its value, `.notPermitted` for one with a
  ///   secret that others than its owner may read or write.
  package init(path: String) throws {
    var members: [String: JSONTree] = [:]
    var bytes = try readSecretFile(path, as: "a configuration of trip services", atMostBytes: Self.limitBytes)
    {
      members = try Self.members(of: $0, path)
      return !Self.secretNames.isDisjoint(with: members.keys)
    }
    bytes.wipe()
    try self.init(DocumentReader(members, of: "configuration", names: Self.names))
  }

  /// The members that hold secrets.
  private static let secretNames: Set = ["telegram", "webhook"]

  private static func members(of bytes: [UInt8], _ path: String) throws -> [String: JSONTree] {
    let tree: JSONTree
    do {
      tree = try JSONTree.read(bytes, depthLimit: 6, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData, "the configuration is not JSON at byte \(error.position + 1): \(error.reason)",
        subject: path)
    }
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "the configuration is no object of JSON; write {…}", subject: path)
    }
    return members
  }

  private init(_ document: DocumentReader) throws {
    if let telegram = try document.object("telegram", names: ["botToken"]) {
      botToken = try telegram.require("botToken", telegram.text("botToken"))
    }
    openID = try document.object("openID", names: OpenID.names).map(OpenID.init)
    webhook = try document.object("webhook", names: ["address", "secret"]).map { entry in
      let digits = try entry.require("secret", entry.text("secret")).lowercased()
      guard let secret = HexadecimalBytes.of(digits) else {
        throw SkiError(.invalidArgument, "secret of webhook must be hexadecimal digits")
      }
      return Webhook(address: try entry.require("address", entry.text("address")), secret: secret)
    }
    spool = try document.text("spool")
    feeds = try Self.entries("feeds", atMost: Self.feedLimit, document) { members in
      try Self.feed(DocumentReader(members, of: "feed", names: ["name", "address", "format"]))
    }
    speakers = try Self.entries("speakers", atMost: Self.speakerLimit, document) { members in
      try Self.speaker(DocumentReader(members, of: "speaker", names: ["user", "areas", "title"]))
    }
    quotas =
      try document.object("quotas", names: Quota.allCases.map(\.rawValue)).map(Self.quotas) ?? .standard
    if let days = try document.integer("auditDays") {
      try SkiError.require(
        Self.auditDaysRange.contains(days),
        "auditDays of configuration is \(days); give \(Self.auditDaysRange.lowerBound) to \(Self.auditDaysRange.upperBound)"
      )
      auditDays = days
    }
  }

  private static func quotas(_ entry: DocumentReader) throws -> Quotas {
    var quotas = Quotas.standard
    for quota in Quota.allCases {
      guard let count = try entry.integer(quota.rawValue) else { continue }
      try SkiError.require(
        Quotas.range.contains(count),
        "\(quota.rawValue) of quotas is \(count); give \(Quotas.range.lowerBound) to \(Quotas.range.upperBound)"
      )
      quotas[quota] = count
    }
    return quotas
  }

  /// Returns the entries of a list of objects; none when it is absent.
  private static func entries<Entry>(
    _ name: String, atMost limit: Int, _ document: DocumentReader,
    _ read: ([String: JSONTree]) throws -> Entry
  ) throws -> [Entry] {
    let entries = try document.list(name) ?? []
    try SkiError.requireCount(entries.count, atMost: limit, name)
    return try entries.map { entry in
      guard case .object(let members) = entry else {
        throw SkiError(.invalidArgument, "\(name) of configuration must be objects")
      }
      return try read(members)
    }
  }

  private static func speaker(_ entry: DocumentReader) throws -> LiftSpeaker {
    let areas = try entry.require("areas", entry.texts("areas"))
    try SkiError.require(!areas.isEmpty, "areas of speaker is empty; name the ski areas by their ids")
    return LiftSpeaker(
      user: try entry.require("user", entry.id("user", UserID.self)), areas: areas.map { SourceID($0) },
      title: try entry.require("title", entry.text("title")))
  }

  private static func feed(_ entry: DocumentReader) throws -> Feed {
    let format = try entry.text("format") ?? "status"
    try SkiError.require(["status", "table"].contains(format), "format of feed must be status or table")
    return Feed(
      name: try FeedName(entry.require("name", entry.text("name"))),
      address: try FeedAddress(entry.require("address", entry.text("address"))),
      isTable: format == "table")
  }
}

extension TripsConfiguration.OpenID {
  /// The names of the members.
  static let names = ["provider", "issuer", "client", "keys", "identifier", "nonce"]
  /// The claims that many people have alike.
  private static let shared = ["iss", "aud", "azp", "exp", "iat", "nbf", "auth_time", "nonce", "name"]

  fileprivate init(_ entry: DocumentReader) throws {
    provider = try entry.text("provider") ?? "openid"
    issuer = try entry.require("issuer", entry.text("issuer"))
    client = try entry.require("client", entry.text("client"))
    keys = try entry.require("keys", entry.text("keys"))
    let isTelegram = provider == TelegramLogin.provider
    identifier = try entry.text("identifier") ?? (isTelegram ? TelegramLogin.identifier : "sub")
    requiresNonce = try entry.bool("nonce") ?? true
    // Its people would be those of the login for development, which anyone can name.
    try SkiError.require(
      provider != DevelopmentLogin.provider,
      "provider of openID is \(provider), which is that of the login for development; name another")
    try SkiError.require(
      !identifier.isEmpty && !Self.shared.contains(identifier),
      "identifier of openID is no claim that one person alone has; write sub, or leave it out")
    // The subject of one person may be the number of another's account, whose user would be taken.
    try SkiError.require(
      !isTelegram || identifier == TelegramLogin.identifier,
      "identifier of openID is not \(TelegramLogin.identifier), by which Telegram's log-ins meet one user; leave it out"
    )
  }
}
