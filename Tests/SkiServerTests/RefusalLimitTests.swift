import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SkiServer

/// A connection with the bound on refusals, as the server has it.
private struct Connection {
  let channel: EmbeddedChannel

  init(_ limit: Int = 3, from address: String = "10.0.0.9", proxies: Set<String> = []) throws {
    channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
    try channel.pipeline.syncOperations.addHandlers(
      LingeringClose(limitBytes: 10, refusalLimit: limit, addresses: ClientAddress(proxies: proxies)))
  }

  /// Answers a request; returns the field `Connection` of the response.
  func answer(_ status: Int) throws -> String? {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .init(code: status))))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    channel.embeddedEventLoop.run()
    let part = try channel.readOutbound(as: HTTPResponsePart.self)
    _ = try channel.readOutbound(as: HTTPResponsePart.self)
    guard case .head(let sent)? = part else { return "no response" }
    return sent.headerFields[.connection]
  }
}

@Suite struct RefusalLimitTests {
  @Test func `a connection ends with its last refusal, which says so`() throws {
    let connection = try Connection()
    for status in [401, 403] { #expect(try connection.answer(status) == nil) }
    #expect(connection.channel.isActive)
    #expect(try connection.answer(429) == "close")
    #expect(!connection.channel.isActive)
  }

  @Test func `successes take nothing back, and what honest clients meet does not count`() throws {
    let connection = try Connection()
    for _ in 0..<2 {
      #expect(try connection.answer(400) == nil)
      for status in [200, 204, 304, 404, 406, 409, 412, 416, 422, 500, 503, 504] {
        #expect(try connection.answer(status) == nil)
      }
    }
    #expect(try connection.answer(400) == "close")
  }

  @Test(arguments: LingeringClose.refusals.sorted()) func `each status of a refusal counts`(status: Int)
    throws
  {
    #expect((400..<600).contains(status))
    #expect(try Connection(1).answer(status) == "close")
  }

  @Test func `a connection of a proxy carries many clients, and goes on`() throws {
    for address in ["10.0.0.1", "::ffff:10.0.0.1"] {
      let connection = try Connection(1, from: address, proxies: ["10.0.0.1"])
      for _ in 0..<5 { #expect(try connection.answer(401) == nil) }
      #expect(connection.channel.isActive)
    }
  }
}

@Suite struct ConnectionLimitTests {
  /// Returns how many of ten connections a table admits from addresses in turn.
  private func admitted(_ addresses: [String], proxies: Set<String> = []) -> Int {
    let table = ConnectionTable(limit: 100, limitPerAddress: 3, addresses: ClientAddress(proxies: proxies))
    let channels = (0..<10).map { _ in EmbeddedChannel() }
    return channels.enumerated().count { number, channel in
      table.open(channel, address: addresses[number % addresses.count]) != nil
    }
  }

  @Test func `connections are counted by IPv4 addresses, and by networks of IPv6`() {
    #expect(admitted(["10.0.0.1"]) == 3)
    #expect(admitted(["10.0.0.1", "10.0.0.2"]) == 6)
    #expect(admitted(["10.0.0.1", "::ffff:10.0.0.1"]) == 3)
    #expect(admitted((0..<10).map { "2001:db8:0:1::\($0)" }) == 3)
    #expect(admitted(["2001:db8:0:1::5", "2001:db8:0:2::5"]) == 6)
    #expect(admitted(["fe80::1%eth0", "fe80::2%eth0"]) == 3)
  }

  @Test func `proxies have any number, in whatever form their address comes`() {
    #expect(admitted(["::ffff:10.0.0.1", "10.0.0.1"], proxies: ["10.0.0.1"]) == 10)
  }

  @Test func `a connection that is closed makes room in its network`() {
    let table = ConnectionTable(limit: 100, limitPerAddress: 1, addresses: ClientAddress(proxies: []))
    let (one, two) = (EmbeddedChannel(), EmbeddedChannel())
    #expect(table.open(one, address: "2001:db8::1") != nil && table.open(two, address: "2001:db8::2") == nil)
    #expect(table.connection(of: one)?.address == "2001:db8::1")
    table.close(one)
    #expect(table.open(two, address: "2001:db8::2") != nil && table.count == 1)
  }
}
