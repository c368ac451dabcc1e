import NIOCore
import SkiFormats
import SkiGeo
package import SkiSharing
import SkiTracks

/// Positions of people as JSON, encoded once for all viewers who may see the same.
///
/// A shared object; `Sendable`. The encodings of the last ``limit`` positions are kept.
package final class PersonDocument: Sendable {
  private struct State {
    var recent: [SharedLocation: [UInt8]] = [:]
    var older: [SharedLocation: [UInt8]] = [:]
    var encodedCount = 0
  }

  private let state = Locked(State())
  private let limit: Int

  /// Creates an encoder.
  /// - Parameter limit: The number of positions in each of two generations.
  package init(limit: Int = 8192) { self.limit = limit }

  /// The number of encodings made, for tests.
  package var encodedCount: Int { state.withLock { $0.encodedCount } }

  /// Returns a position as an object of JSON.
  /// - Complexity: O(1).
  package func bytes(of location: SharedLocation) -> [UInt8] {
    state.withLock { state in
      if let known = state.recent[location] { return known }
      let bytes = state.older[location] ?? Self.encode(location)
      if state.older[location] == nil { state.encodedCount += 1 }
      if state.recent.count >= limit { (state.older, state.recent) = (state.recent, [:]) }
      state.recent[location] = bytes
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
