import NIOCore
package import SkiAPI
import SkiBase
import SkiPeople
import SkiTracks

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

  private func bytes(of topics: Set<ServerUpdates.Topic>) -> ByteBuffer {
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
      guard TimeSource.system.monotonicMilliseconds() < batch.deadlineMilliseconds else {
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

/// New messages of chats as JSON, encoded once for all readers who see the same.
///
/// A message that is a gap for one reader has another encoding than for others, and so has one's own. A shared object;
/// `Sendable`. The encodings used last are kept.
final class MessageDocument: Sendable {
  private let encodings: Locked<BoundedCache<ChatUpdate, [UInt8]>>
  private let count = Locked(0)
  /// The bytes that an entry takes besides its encoding and the text of its key.
  private static let entryBytes = 512

  /// Creates an encoder.
  /// - Parameter limitBytes: The greatest number of bytes of all encodings kept, with their keys.
  init(limitBytes: Int = 8 << 20) { encodings = Locked(BoundedCache(limitBytes: limitBytes)) }

  /// The number of encodings made, for tests.
  var encodedCount: Int { count.withLock { $0 } }

  /// Returns the object of a message or a deletion, as one line.
  /// - Complexity: O(*n*) in the bytes.
  func bytes(of news: ChatUpdate) -> [UInt8] {
    encodings.withLock { encodings in
      if let known = encodings.value(of: news) { return known }
      count.withLock { $0 += 1 }
      var json = JSONWriter(capacity: 512)
      news.write(to: &json)
      let bytes = json.bytes
      encodings.insert(bytes, of: news, bytes: 2 * bytes.count + Self.entryBytes)
      return bytes
    }
  }
}

/// Positions of people as JSON, encoded once for all viewers who may see the same.
///
/// A shared object; `Sendable`. The encodings of the positions used last are kept.
package final class PersonDocument: Sendable {
  private let encodings: Locked<BoundedCache<SharedLocation, [UInt8]>>
  private let count = Locked(0)
  /// The bytes that an entry takes besides its encoding.
  private static let entryBytes = 256

  /// Creates an encoder.
  /// - Parameter limitBytes: The greatest number of bytes of all encodings kept.
  package init(limitBytes: Int = 8 << 20) { encodings = Locked(BoundedCache(limitBytes: limitBytes)) }

  /// The number of encodings made, for tests.
  package var encodedCount: Int { count.withLock { $0 } }

  /// Returns a position as an object of JSON.
  /// - Complexity: O(1).
  package func bytes(of location: SharedLocation) -> [UInt8] {
    encodings.withLock { encodings in
      if let known = encodings.value(of: location) { return known }
      count.withLock { $0 += 1 }
      let bytes = Self.encode(location)
      encodings.insert(bytes, of: location, bytes: bytes.count + Self.entryBytes)
      return bytes
    }
  }

  private static func encode(_ location: SharedLocation) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    SeenPerson(location).write(to: &json)
    return json.bytes
  }
}
