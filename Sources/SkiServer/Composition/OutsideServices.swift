import Logging
import SkiAPI
import SkiBase
import SkiPeople

/// The services of others that a configuration names: logins, channels and feeds.
struct OutsideServices: Sendable {
  /// The logins that are offered.
  let methods: LoginMethods
  /// The channels of notices.
  let channels: [any NotificationChannel]
  /// The feeds of states.
  let feeds: [any LiftStatusDataSource]

  /// Creates them; nothing is asked yet.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an address or a secret that is none, `.missingInput` where libcurl
  ///   is needed and missing.
  init(_ parts: ServerComposition.Parts) throws {
    let configuration = parts.configuration
    let client = Lazy { try CurlClient() }
    var methods = LoginMethods()
    methods.telegram = configuration.botToken.map { TelegramLogin(botToken: $0) }
    methods.development = parts.offersDevelopmentLogin ? DevelopmentLogin() : nil
    methods.openID = try configuration.openID.map { openID in
      let isAddress = openID.keys.hasPrefix("https://") || openID.keys.hasPrefix("http://")
      let source: OpenIDKeys.Source =
        isAddress ? .address(try FeedAddress(openID.keys), try client.value()) : .file(openID.keys)
      return OpenIDLogin(
        provider: openID.provider, issuer: openID.issuer, client: openID.client,
        requiresNonce: openID.requiresNonce,
        verifier: OpenIDKeys(source, identifier: openID.identifier, clock: parts.clock))
    }
    self.methods = methods
    var channels: [any NotificationChannel] = []
    if let folder = configuration.spool { channels.append(try Self.spool(folder, parts)) }
    if let webhook = configuration.webhook {
      channels.append(try Self.channel(webhook, client: try client.value(), parts))
    }
    self.channels = channels
    feeds = try configuration.feeds.map { feed in
      let format: any FeedFormat = feed.isTable ? TableFeedFormat() : StatusFeedFormat()
      return HTTPFeed(
        feed.name, at: feed.address, format: format, client: try client.value(), clock: parts.clock)
    }
  }

  private static func spool(_ folder: String, _ parts: ServerComposition.Parts) throws -> SpoolChannel {
    let channel = SpoolChannel(folder: folder)
    if let mode = try channel.makeFolder() {
      parts.log.warning(
        "the spool folder can be used by others than its owner; run chmod 700 on it",
        metadata: ["mode": "\(String(mode, radix: 8))"])
    }
    return channel
  }

  private static func channel(
    _ webhook: TripsConfiguration.Webhook, client: CurlClient, _ parts: ServerComposition.Parts
  ) throws -> WebhookChannel {
    let address = try FeedAddress(webhook.address)
    return try WebhookChannel(
      address: webhook.address, secret: webhook.secret, now: parts.clock.now
    ) { _, fields, body in
      try await client.post(HTTPPost(address, fields: fields, body: body))
    }
  }

  /// A value that is made when it is needed first. Belongs to one thread.
  private final class Lazy<Value> {
    private let make: () throws -> Value
    private var made: Value?

    init(_ make: @escaping () throws -> Value) { self.make = make }

    func value() throws -> Value {
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
