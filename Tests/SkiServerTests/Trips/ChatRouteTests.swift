import HTTPTypes
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of chats and messages.
@Suite struct ChatRouteTests {
  private static let sent = "2023-11-14T22:13:20Z"

  /// Opens the chat of a subject, and returns its identifier.
  private func open(_ server: TripsFixture, _ subject: String, as user: UserID) async throws -> String {
    let chat = try await server.expect(.post, "/v1/chats", body: subject, as: user, gives: 200)
    return try #require(chat.text("id"))
  }

  /// Sends a text, with itself as the identifier.
  private func say(_ server: TripsFixture, _ text: String, in chat: String, as user: UserID) async throws {
    try await server.expect(
      .post, "/v1/chats/\(chat)/messages", body: #"{"id":"\#(text)","kind":"text","body":"\#(text)"}"#,
      as: user, gives: 200)
  }

  @Test func `a trip, an event and two people have a chat each`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let event = try await server.services.events.create(
        EventDraft(
          name: "Lunch", start: server.clock.now, end: server.clock.now.advanced(bySeconds: 3600),
          audience: .trip), in: trip, as: anna
      ).id
      let empty = #""lastPosition":0,"readPosition":0,"unread":0}"#
      let subjects = [
        (#"{"trip":"\#(trip)"}"#, #""subject":"trip","trip":"\#(trip)""#),
        (#"{"event":"\#(event)"}"#, #""subject":"event","trip":"\#(trip)","event":"\#(event)""#),
        (#"{"person":"\#(ben)"}"#, #""subject":"person","person":"\#(ben)""#),
      ]
      var documents: [String] = []
      for (body, members) in subjects {
        server.clock.advance(seconds: 1)
        let id = try await open(server, body, as: anna)
        let document = #"{"id":"\#(id)",\#(members),\#(empty)"#
        try await server.expect(.post, "/v1/chats", body: body, as: anna, gives: 200, document)
        try await server.expect(.get, "/v1/chats/\(id)", as: anna, gives: 200, document)
        documents.insert(document, at: 0)
      }
      try await server.expect(
        .get, "/v1/chats", as: anna, gives: 200, #"{"chats":[\#(documents.joined(separator: ","))]}"#)
      let ofTrip = documents.dropFirst().joined(separator: ",")
      try await server.expect(
        .get, "/v1/trips/\(trip)/chats", as: anna, gives: 200, #"{"chats":[\#(ofTrip)]}"#)
    }
  }

  @Test func `a chat that one may not open is refused`() async throws {
    try await TripsFixture.with { server in
      let (anna, stranger) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let chat = try await open(server, #"{"trip":"\#(trip)"}"#, as: anna)
      let other = try await server.trip(host: anna)
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), (#"{"trip":"\#(trip)","person":"\#(stranger)"}"#, .invalidArgument),
        (#"{"trip":null,"event":null}"#, .invalidArgument), (#"{"chat":"x"}"#, .invalidArgument),
        (#"{"trip":7}"#, .invalidArgument), (#"{"person":"\#(anna)"}"#, .invalidArgument),
        (#"{"person":"\#(stranger)"}"#, .notFound), (#"{"trip":"unknown"}"#, .notFound),
        (#"{"event":"unknown"}"#, .notFound),
      ]
      for (text, code) in refused {
        try await server.expect(.post, "/v1/chats", body: text, as: anna, fails: code)
      }
      try await server.expect(
        .post, "/v1/chats", body: #"{"trip":"\#(trip)"}"#, as: stranger, fails: .notFound)
      try await server.expect(.get, "/v1/chats/\(chat)", as: stranger, fails: .notFound)
      try await server.expect(.get, "/v1/trips/\(trip)/chats", as: stranger, fails: .notFound)
      try await server.expect(.get, "/v1/chats", as: stranger, gives: 200, #"{"chats":[]}"#)
      try await server.expect(.get, "/v1/chats", gives: 401)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, "/v1/chats", body: #"{"trip":"\#(other)"}"#, as: anna, fails: .conflict)
      try await server.expect(.post, "/v1/chats", body: #"{"trip":"\#(trip)"}"#, as: anna, gives: 200)
    }
  }

  @Test func `a message is sent once, and its author alone sees its identifier`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let chat = try await open(server, #"{"trip":"\#(trip)"}"#, as: anna)
      let path = "/v1/chats/\(chat)/messages"
      let text = #""kind":"text","body":"Bus <at> 8\nSharp""#
      let own = #"{"position":1,"author":"\#(anna)","role":"host","id":"m1",\#(text),"sent":"\#(Self.sent)"}"#
      let seen = #"{"position":1,"author":"\#(anna)","role":"host",\#(text),"sent":"\#(Self.sent)"}"#
      for _ in 0..<2 {
        try await server.expect(.post, path, body: #"{"id":"m1",\#(text)}"#, as: anna, gives: 200, own)
      }
      let card = #""kind":"place","body":"{\"source\":\"node/1\"}""#
      let place =
        #"{"position":2,"author":"\#(ben)","role":"traveller","id":"m1",\#(card),"sent":"\#(Self.sent)"}"#
      try await server.expect(.post, path, body: #"{"id":"m1",\#(card)}"#, as: ben, gives: 200, place)
      func page(_ messages: String) -> String { #"{"messages":[\#(messages)],"lastPosition":2}"# }
      try await server.expect(.get, path, as: ben, gives: 200, page(seen + "," + place))
      try await server.expect(.get, path + "?before=2", as: ben, gives: 200, page(seen))
      try await server.expect(.get, path + "?after=1&count=1", as: ben, gives: 200, page(place))
      try await server.expect(.get, path + "?after=2", as: ben, gives: 200, page(""))
      try await server.expect(
        .get, "/v1/chats/\(chat)", as: anna, gives: 200,
        #"{"id":"\#(chat)","subject":"trip","trip":"\#(trip)","lastPosition":2,"readPosition":0,"unread":1,"#
          + #""preview":{"position":2,"author":"\#(ben)","role":"traveller",\#(card),"sent":"\#(Self.sent)"}}"#
      )
    }
  }

  @Test func `a message that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let (anna, stranger) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let path = "/v1/chats/" + (try await open(server, #"{"trip":"\#(trip)"}"#, as: anna)) + "/messages"
      let long = String(repeating: "a", count: 4001)
      let refused: [(String, SkiError.Code)] = [
        (#"{"kind":"text","body":"a"}"#, .invalidArgument), (#"{"id":"m","body":"a"}"#, .invalidArgument),
        (#"{"id":"m","kind":"text"}"#, .invalidArgument),
        (#"{"id":"m","kind":"film","body":"a"}"#, .invalidArgument),
        (#"{"id":"m","kind":"text","body":""}"#, .invalidArgument),
        (#"{"id":"m","kind":"route","body":"[]"}"#, .invalidArgument),
        (#"{"id":"","kind":"text","body":"a"}"#, .invalidArgument),
        (#"{"id":"m","kind":"text","body":"a","author":"x"}"#, .invalidArgument),
        (#"{"id":"m","kind":"text","body":"\#(long)"}"#, .limitExceeded),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      let body = #"{"id":"m","kind":"text","body":"a"}"#
      try await server.expect(.post, path, body: body, as: stranger, fails: .notFound)
      try await server.expect(.get, path, as: stranger, fails: .notFound)
      for query in [
        "before=1&after=1", "before=first", "after=-1", "before=-1", "count=0", "count=101", "from=1",
      ] {
        try await server.expect(.get, path + "?" + query, as: anna, fails: .invalidArgument)
      }
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, path, body: body, as: anna, fails: .conflict)
    }
  }

  @Test func `a position is marked as read`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let chat = try await open(server, #"{"trip":"\#(trip)"}"#, as: anna)
      for text in ["1", "2", "3"] { try await say(server, text, in: chat, as: anna) }
      let path = "/v1/chats/\(chat)/read"
      try await server.expect(.put, path, body: #"{"position":2}"#, as: ben, gives: 204)
      let read = try await server.expect(.get, "/v1/chats/\(chat)", as: ben, gives: 200)
      #expect(read.member("readPosition") == JSONTree.number("2"))
      #expect(read.member("unread") == JSONTree.number("1"))
      for text in [#"{"position":4}"#, #"{"position":-1}"#, #"{"position":1.5}"#, "{}"] {
        try await server.expect(.put, path, body: text, as: ben, fails: .invalidArgument)
      }
      let stranger = try await server.person("Cleo")
      try await server.expect(.put, path, body: #"{"position":1}"#, as: stranger, fails: .notFound)
    }
  }

  @Test func `a deleted message leaves a gap`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let chat = try await open(server, #"{"trip":"\#(trip)"}"#, as: anna)
      try await say(server, "one", in: chat, as: anna)
      try await say(server, "two", in: chat, as: ben)
      let path = "/v1/chats/\(chat)/messages"
      try await server.expect(.delete, path + "/1", as: ben, fails: .notPermitted)
      for position in ["1", "2"] {
        try await server.expect(.delete, path + "/" + position, as: anna, gives: 204)
      }
      try await server.expect(
        .get, path, as: ben, gives: 200,
        #"{"messages":[{"position":1,"sent":"\#(Self.sent)"},{"position":2,"sent":"\#(Self.sent)"}],"#
          + #""lastPosition":2}"#)
      try await server.expect(.delete, path + "/1", as: anna, fails: .notFound)
      try await server.expect(.delete, path + "/3", as: anna, fails: .notFound)
      try await server.expect(.delete, path + "/last", as: anna, fails: .invalidArgument)
      let stranger = try await server.person("Cleo")
      try await server.expect(.delete, path + "/2", as: stranger, fails: .notFound)
    }
  }
}
