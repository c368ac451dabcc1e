/// The lifecycle of a feature according to the data, independent of today's opening.
@nonexhaustive
public enum Lifecycle: String, Sendable, Hashable, CaseIterable {
  /// The stage of this name in OpenStreetMap's lifecycle prefixes; `operating` without one, `unknown` for another word.
  case operating, proposed, planned, construction, disused, abandoned, razed, unknown

  /// The code in map files; codes are never reused for another case.
  public var code: UInt8 {
    switch self {
    case .operating: 0
    case .proposed: 1
    case .planned: 2
    case .construction: 3
    case .disused: 4
    case .abandoned: 5
    case .razed: 6
    case .unknown: 7
    }
  }

  /// Creates a lifecycle from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .operating
    case 1: self = .proposed
    case 2: self = .planned
    case 3: self = .construction
    case 4: self = .disused
    case 5: self = .abandoned
    case 6: self = .razed
    case 7: self = .unknown
    default: return nil
    }
  }
}

/// The id of a feature in its source file: `@id` in raw OSM, `id` in OpenSkiMap.
public struct SourceID: Hashable, Sendable, CustomStringConvertible, Codable {
  /// The id as written in the file.
  public var rawValue: String
  /// Creates an id from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The id as written in the file.
  public var description: String { rawValue }
}

/// The vertical level of a feature from its bridge, tunnel and layer tags (raw OSM only).
package struct Level: Hashable, Sendable {
  /// Indicates whether the feature is tagged as a bridge.
  package var isBridge: Bool
  /// Indicates whether the feature is tagged as a tunnel.
  package var isTunnel: Bool
  /// The OSM layer; 0 is the ground.
  package var layer: Int

  /// Creates a level; the default is the ground.
  package init(isBridge: Bool = false, isTunnel: Bool = false, layer: Int = 0) {
    self.isBridge = isBridge
    self.isTunnel = isTunnel
    self.layer = layer
  }

  /// The ground.
  package static let ground = Level()
  /// The effective layer: the tagged one, else 1 for a bridge and −1 for a tunnel.
  package var effectiveLayer: Int { layer != 0 ? layer : isBridge ? 1 : isTunnel ? -1 : 0 }
}
