import SkiFormats
import SkiSharing
import SkiTrips

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

  /// Returns the bytes of an event; nil when the stream must end.
  /// - Complexity: O(*n*) in the bytes.
  func bytes(of event: StreamEvent) -> [UInt8]? {
    switch event {
    case .end: nil
    case .heartbeat: Array(":\n\n".utf8)
    case .news(let topics): bytes(of: topics)
    case .people(let batch): bytes(of: batch)
    case .chats(let news):
      news.reduce(into: [UInt8]()) { bytes, one in
        Self.append(one.name, messages.bytes(of: one), to: &bytes)
      }
    }
  }

  private func bytes(of topics: Set<ServerNews.Topic>) -> [UInt8] {
    var bytes: [UInt8] = []
    let served = self.served()
    if topics.contains(.map) {
      Self.append("map", Array("{\"map\":\"\(served.map.id)\"}".utf8), to: &bytes)
    }
    if topics.contains(.lifts) {
      Self.append("lifts", Array("{\"status\":\"\(served.status?.id ?? "")\"}".utf8), to: &bytes)
    }
    return bytes
  }

  private func bytes(of batch: LocationBatch) -> [UInt8]? {
    // A batch after the lease may contain people who have ended their sharing: the client asks again.
    guard SharingClock.system.monotonicMilliseconds() < batch.deadlineMilliseconds else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(batch.changes.count * 320 + 64)
    if batch.isSnapshot { Self.append("snapshot", Array("{}".utf8), to: &bytes) }
    for change in batch.changes {
      switch change {
      case .present(let location): Self.append("person", people.bytes(of: location), to: &bytes)
      case .gone(let user):
        var json = JSONWriter(capacity: 64)
        json.object { $0.member("user", user.rawValue) }
        Self.append("gone", json.bytes, to: &bytes)
      }
    }
    bytes.append(contentsOf: "id: \(batch.cursor)\nevent: cursor\ndata: {}\n\n".utf8)
    return bytes
  }

  private static func append(_ name: String, _ data: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "event: ".utf8)
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: "\ndata: ".utf8)
    bytes.append(contentsOf: data)
    bytes.append(contentsOf: "\n\n".utf8)
  }
}
