import NIOCore
package import SkiAPI
import SkiBase
import SkiPeople
import SkiTracks

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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    SeenPerson(location).json.write(to: &bytes)
    return bytes
  }
}
