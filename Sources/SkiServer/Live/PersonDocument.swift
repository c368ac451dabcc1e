import NIOCore
import SkiFormats
import SkiGeo
package import SkiSharing
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
    var json = JSONWriter(capacity: 256)
    json.object { json in
      json.member("user", location.user.rawValue)
      if let place = location.coordinate {
        json.name("place")
        json.array { json in
          json.decimal(place.longitude, places: 6)
          json.decimal(place.latitude, places: 6)
        }
      }
      detail(location.detail, &json)
      json.member("observedAt", location.observedAt.iso8601())
      json.member("expiresAt", location.expiresAt.iso8601())
      json.member("freshness", location.freshness.rawValue)
    }
    return json.bytes
  }

  private static func detail(_ detail: SharedLocation.Detail, _ json: inout JSONWriter) {
    switch detail {
    case .exact(let exact):
      json.member("precision", word: "exact")
      json.member("state", exact.state.rawValue)
      json.member("speedMetresPerSecond", exact.speedMetresPerSecond, places: 1)
    case .cell(let cell):
      json.member("precision", word: "cell")
      json.member("sideMetres", cell.sideMetres)
    case .area(let area):
      json.member("precision", word: "area")
      json.member("area", area.name ?? area.id)
    }
  }
}
