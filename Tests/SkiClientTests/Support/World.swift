import SkiAPI
import SkiBase
import SkiPeople

@testable import SkiClient

/// A client of a scripted server, at a time that a test sets.
struct World: Sendable {
  /// The address of the server.
  static let base = "https://ski.test"

  let transport: ScriptedTransport
  let server: ServerConnection
  let session: ClientSession
  let client: SkiClient
  private let stored: Locked<[SessionTokens?]>
  private let waits: Locked<[Int64]>
  let user: UserID

  /// Creates a world.
  /// - Parameters:
  ///   - now: Returns the time.
  ///   - transport: The transport.
  init(now: @escaping @Sendable () -> UniversalTime = { World.start }, _ transport: ScriptedTransport) throws
  {
    let (waits, stored) = (Locked<[Int64]>([]), Locked<[SessionTokens?]>([]))
    let clock = TimeSource(
      now: now, monotonicMilliseconds: { 0 },
      sleep: { milliseconds in
        try Task.checkCancellation()
        waits.withLock { $0.append(milliseconds) }
        await Task.yield()
      })
    server = ServerConnection(to: try ServerAddress(Self.base), by: transport, clock: clock)
    user = try UserID("anna")
    session = ClientSession(try Self.tokens(1), at: server) { tokens in stored.withLock { $0.append(tokens) }
    }
    var options = StreamOptions()
    options.jitter = { 0 }
    client = SkiClient(of: session, options: options)
    (self.transport, self.waits, self.stored) = (transport, waits, stored)
  }

  /// The tokens that the owner was given; nil for the end.
  var owned: [SessionTokens?] { stored.withLock { $0 } }
  /// The waits, in milliseconds.
  var waited: [Int64] { waits.withLock { $0 } }

  /// The time at which the first tokens are given.
  static let start = UniversalTime(secondsSince1970: 1_700_000_000)

  /// Returns the tokens of a turn, of which each is valid for 15 minutes after the one before.
  static func tokens(_ turn: Int) throws -> SessionTokens {
    SessionTokens(
      user: try UserID("anna"), access: "access-\(turn)",
      accessExpires: start.advanced(bySeconds: Double(turn) * 900), refresh: RefreshToken("refresh-\(turn)"),
      refreshExpires: start.advanced(bySeconds: 86_400))
  }

  /// The document of the tokens of a turn.
  static func tokensText(_ turn: Int, user: String = "anna") throws -> String {
    let tokens = try tokens(turn)
    return """
      {"user":"\(user)","access":"\(tokens.access)","accessExpires":"\(tokens.accessExpires.iso8601() ?? "")",\
      "refresh":"\(tokens.refresh.text)","refreshExpires":"\(tokens.refreshExpires.iso8601() ?? "")"}
      """
  }
}
