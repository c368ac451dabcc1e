import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiServer

/// Connections that are opened and used in a chosen order.
private final class Connections {
  let table: ConnectionTable
  private(set) var channels: [EmbeddedChannel] = []

  init(limit: Int) {
    table = ConnectionTable(
      limit: limit, limitPerAddress: 1000, addresses: ClientAddress(proxies: []),
      searchPauseMilliseconds: 0)
  }

  /// Opens a connection with the handler that guards it.
  func open() throws {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(ConnectionGuard(limits: ServerLimits(), table: table))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    channels.append(channel)
    run()
  }

  /// Lets the loops of all connections do what waits for them.
  func run() { for channel in channels { channel.embeddedEventLoop.run() } }

  func ask(_ number: Int) throws {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
    try channels[number].writeInbound(HTTPRequestPart.head(head))
    try channels[number].writeInbound(HTTPRequestPart.end(nil))
  }

  func answer(_ number: Int) throws {
    try channels[number].writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channels[number].writeOutbound(HTTPResponsePart.end(nil))
    run()
  }

  /// The numbers of the connections that are open.
  var alive: [Int] { channels.indices.filter { channels[$0].isActive } }
}

@Suite struct ConnectionTableTests {
  @Test func `a connection beyond the limit takes the place of the one that is idle longest`() throws {
    let connections = Connections(limit: 3)
    for _ in 0..<3 { try connections.open() }
    try connections.ask(0)
    try connections.answer(0)
    try connections.open()
    #expect(connections.alive == [0, 2, 3])
    try connections.open()
    #expect(connections.alive == [0, 3, 4])
    try connections.open()
    #expect(connections.alive == [3, 4, 5])
    #expect(connections.table.count == 3)
  }

  @Test func `a connection is refused by 503 while all others are used, and closed`() throws {
    let connections = Connections(limit: 2)
    for number in 0..<2 {
      try connections.open()
      try connections.ask(number)
    }
    try connections.open()
    try connections.ask(2)
    connections.run()
    let part = try connections.channels[2].readOutbound(as: HTTPResponsePart.self)
    guard case .head(let head) = part else { throw SkiError(.notFound, "no response") }
    #expect(head.status == .serviceUnavailable && head.headerFields[.connection] == "close")
    #expect(connections.alive == [0, 1])
    try connections.answer(0)
    try connections.open()
    #expect(connections.alive == [1, 3])
  }

  @Test func `a refused connection that sends nothing is closed after a second`() throws {
    let connections = Connections(limit: 1)
    try connections.open()
    try connections.ask(0)
    try connections.open()
    #expect(connections.alive == [0, 1])
    connections.channels[1].embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(connections.alive == [0])
  }

  @Test func `whatever is opened, asked and answered, the limit holds and no used connection is closed`()
    throws
  {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let limit = Int.random(in: 1...20, using: &random)
      let connections = Connections(limit: limit)
      var asked: Set<Int> = []
      for _ in 0..<300 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          try connections.open()
          let last = connections.channels.count - 1
          if connections.alive.count > limit {
            #expect(asked.count == limit, "seed \(seed)")
            connections.channels[last].embeddedEventLoop.advanceTime(by: .seconds(1))
          }
        case 1:
          guard let one = connections.alive.filter({ !asked.contains($0) }).randomElement(using: &random)
          else { continue }
          try connections.ask(one)
          asked.insert(one)
        default:
          guard let one = asked.min() else { continue }
          try connections.answer(one)
          asked.remove(one)
        }
        #expect(connections.alive.count <= limit, "seed \(seed)")
        #expect(asked.isSubset(of: connections.alive), "seed \(seed)")
      }
    }
  }
}

@Suite struct DescriptorBudgetTests {
  private func budget(_ limit: Int, _ change: (inout DescriptorBudget.Users) -> Void = { _ in })
    -> DescriptorBudget
  {
    var users = DescriptorBudget.Users()
    change(&users)
    return DescriptorBudget(limit: limit, open: 3, cores: 2, users: users)
  }

  @Test func `connections and streams are bounded by what the reserve leaves`() throws {
    var limits = ServerLimits()
    try budget(256).apply(to: &limits)
    #expect(limits.connections == 256 - budget(256).reserve)
    #expect(limits.streams == limits.connections / 2)
    var many = ServerLimits()
    try budget(1 << 20).apply(to: &many)
    #expect(many.connections == ServerLimits().connections && many.streams == ServerLimits().streams)
  }

  @Test func `a store, archives and services outside need descriptors, too`() {
    let plain = budget(100).reserve
    #expect(budget(100) { $0.archives = 5 }.reserve == plain + 5)
    #expect(budget(100) { $0.hasStore = true }.reserve > plain)
    #expect(budget(100) { $0.hasOutsideServices = true }.reserve > plain)
  }

  @Test func `too few descriptors are refused with the limit and the remedy`() throws {
    let least = budget(0).reserve + 16
    var limits = ServerLimits()
    try budget(least).apply(to: &limits)
    #expect(limits.connections == 16)
    let error = #expect(throws: SkiError.self) { try budget(least - 1).apply(to: &limits) }
    #expect(error?.code == .limitExceeded)
    for word in ["\(least - 1) open files", "allow \(least) or more", "ulimit -n"] {
      #expect(error?.message.contains(word) == true)
    }
  }
}
