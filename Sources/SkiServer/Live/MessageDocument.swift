import SkiAPI
import SkiBase
import SkiPeople

/// New messages of chats as JSON, encoded once for all readers who see the same.
///
/// A message that is a gap for one reader has another encoding than for others, and so has one's own. A shared object;
/// `Sendable`. The encodings used last are kept.
final class MessageDocument: Sendable {
  private let encodings: Locked<BoundedCache<ChatNews, [UInt8]>>
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
  func bytes(of news: ChatNews) -> [UInt8] {
    encodings.withLock { encodings in
      if let known = encodings.value(of: news) { return known }
      count.withLock { $0 += 1 }
      var bytes: [UInt8] = []
      news.json.write(to: &bytes)
      encodings.insert(bytes, of: news, bytes: 2 * bytes.count + Self.entryBytes)
      return bytes
    }
  }
}
