import NIOCore
import SkiAPI
import SkiBase
import SkiPeople

/// The encoding of a stream's events; what is the same for all readers is encoded once.
///
/// **Source:** WHATWG HTML, "Server-sent events".
struct StreamEncoder: Sendable {
  /// The positions of people.
  let people: PersonDocument
  /// The messages of chats.
  let messages: MessageDocument
  /// Returns the map and the states that are served now.
  let served: @Sendable () -> ServedMap

  /// Returns the bytes of an event in pieces.
  /// - Complexity: O(*n*) in the bytes of all pieces.
  func pieces(of event: StreamEvent) -> Pieces {
    switch event {
    case .heartbeat: Pieces(ByteBuffer(string: ":\n\n"))
    case .news(let topics): Pieces(bytes(of: topics))
    case .people(let batch): Pieces(of: batch, people)
    case .chats(let news):
      Pieces(
        news.reduce(into: ByteBuffer()) { bytes, one in
          bytes.append(one.name, messages.bytes(of: one))
        })
    }
  }

  private func bytes(of topics: Set<ServerNews.Topic>) -> ByteBuffer {
    var bytes = ByteBuffer()
    let served = self.served()
    if topics.contains(.map) { bytes.append("map", Array("{\"map\":\"\(served.map.id)\"}".utf8)) }
    if topics.contains(.lifts) {
      bytes.append("lifts", Array("{\"status\":\"\(served.status?.id ?? "")\"}".utf8))
    }
    return bytes
  }
}

extension StreamEncoder {
  /// The bytes of an event, the people of a batch in pieces that are encoded when they can be sent, so that a reader who
  /// stops costs few.
  struct Pieces {
    /// The usual length of a piece in bytes; a single event may be longer.
    private static let pieceBytes = 2048

    private let people: PersonDocument?
    private let batch: LocationBatch?
    private var following: ArraySlice<LocationChange>
    private var whole: ByteBuffer?
    private var isBegun = false
    private var isComplete = false

    /// Creates one piece.
    init(_ bytes: ByteBuffer) { (people, batch, following, whole) = (nil, nil, [], bytes) }

    /// Creates the pieces of a batch.
    init(of batch: LocationBatch, _ people: PersonDocument) {
      (self.people, self.batch, following) = (people, batch, batch.changes[...])
    }

    /// Returns the next piece; nil after the last one.
    /// - Throws: ``SkiError`` with code `.timedOut` after the batch's deadline: it may contain people who have ended their
    ///   sharing meanwhile, and the client asks again.
    mutating func next() throws -> ByteBuffer? {
      guard let people, let batch else {
        defer { whole = nil }
        return whole
      }
      guard !isComplete else { return nil }
      guard SharingClock.system.monotonicMilliseconds() < batch.deadlineMilliseconds else {
        throw SkiError(.timedOut, "a batch of positions was not sent in time")
      }
      var bytes = ByteBuffer()
      bytes.reserveCapacity(Self.pieceBytes)
      if batch.isSnapshot, !isBegun { bytes.append("snapshot", Array("{}".utf8)) }
      isBegun = true
      while let change = following.first {
        let (name, data) = Self.event(of: change, people)
        guard bytes.readableBytes == 0 || data.count + Self.frameBytes <= bytes.writableBytes else {
          return bytes
        }
        bytes.append(name, data)
        following.removeFirst()
      }
      bytes.writeString("id: \(batch.cursor)\nevent: cursor\ndata: {}\n\n")
      isComplete = true
      return bytes
    }

    /// The room in bytes for an event of a person beside its data, and for the cursor, so that a piece needs no more memory.
    private static let frameBytes = 224

    private static func event(
      of change: LocationChange, _ people: PersonDocument
    ) -> (name: String, data: [UInt8]) {
      switch change {
      case .present(let location): return ("person", people.bytes(of: location))
      case .gone(let user):
        var json = JSONWriter(capacity: 64)
        json.object { $0.member("user", user.rawValue) }
        return ("gone", json.bytes)
      }
    }
  }
}

extension ByteBuffer {
  /// Appends a server-sent event.
  fileprivate mutating func append(_ name: String, _ data: [UInt8]) {
    writeStaticString("event: ")
    writeString(name)
    writeStaticString("\ndata: ")
    writeBytes(data)
    writeStaticString("\n\n")
  }
}
