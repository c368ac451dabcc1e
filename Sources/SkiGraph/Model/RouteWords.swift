// The words of routes, of days and of questions without an answer, as graphs, answers and documents share them.

/// The means of travel along a link: a run, a lift, a street walked (`walk`), or a connector.
///
/// The raw values are used in every output format.
@nonexhaustive
public enum LinkKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The kind of link of this name, as in the routing graph.
  case run, lift, walk, connector

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .run: 0
    case .lift: 1
    case .walk: 2
    case .connector: 3
    }
  }

  /// Creates a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .run
    case 1: self = .lift
    case 2: self = .walk
    case 3: self = .connector
    default: return nil
    }
  }
}

/// The type of a feature: a run, lift, station, hut or street.
@nonexhaustive
public enum FeatureKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The type of feature of this name, as in the source.
  case run, lift, station, hut, street

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .run: 0
    case .lift: 1
    case .station: 2
    case .hut: 3
    case .street: 4
    }
  }

  /// Creates a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .run
    case 1: self = .lift
    case 2: self = .station
    case 3: self = .hut
    case 4: self = .street
    default: return nil
    }
  }
}

/// The availability of elevations of some runs, lifts and connectors.
///
/// The raw values are used in every output format.
@nonexhaustive
public enum ElevationQuality: String, Sendable, Hashable, CaseIterable {
  /// Elevations are known everywhere.
  case surveyed
  /// Elevations are known along some links and not along others.
  case mixed
  /// Elevations are known nowhere, but some were inferred; these determine directions and times, and are not displayed.
  case inferred
  /// Elevations are neither known nor inferred.
  case none

  /// Returns the value of a whole from those of its parts; nil for an empty sequence.
  ///
  /// Surveyed parts alone give `surveyed`, surveyed or mixed parts among others `mixed`; otherwise one inferred part
  /// gives `inferred`.
  /// - Complexity: O(*n*) in the parts.
  public static func merged(_ parts: some Sequence<ElevationQuality>) -> ElevationQuality? {
    parts.reduce(nil) { merged($0, $1) }
  }

  /// Returns the common value of two parts; nil for none.
  package static func merged(_ one: ElevationQuality?, _ other: ElevationQuality?) -> ElevationQuality? {
    guard let one, let other else { return one ?? other }
    if one == other { return one }
    switch (one, other) {
    case (.inferred, .none), (.none, .inferred): return .inferred
    default: return .mixed
    }
  }
}

/// The movement along a step.
///
/// The raw values are used in every output format.
@nonexhaustive
public enum StepMovement: String, Sendable, Hashable, CaseIterable, Codable {
  /// Rides a lift.
  case ridden
  /// Skis downhill on a run or connector, short flat sections included.
  case skied
  /// Pushes on skis along a run that is mostly too flat to glide.
  case pushed
  /// Climbs on foot, on a run, connector or street.
  case climbed
  /// Walks on a street, a connector or off the network, without a climb.
  case walked

  /// Creates the usual movement on a kind of link.
  package init(on kind: LinkKind) {
    self =
      switch kind {
      case .lift: .ridden
      case .run: .skied
      default: .walked
      }
  }
}

/// An end of a request, the start or the destination.
public enum RouteEnd: String, Hashable, Sendable, CaseIterable {
  /// The place where a route begins or ends.
  case start, destination
}

/// The kinds of reasons.
///
/// A statement about all paths holds once the other limits of an answer are lifted. The raw values are
/// used in every output format.
@nonexhaustive
public enum NoAnswerReason: String, Hashable, Sendable, CaseIterable {
  /// An end is farther from the network than the snap limit.
  case notNearAnything
  /// An end is a feature outside the network, such as a lift under construction.
  case placeNotInNetwork
  /// No path exists, whatever the skier accepts.
  case cutOff
  /// All paths use runs harder than the ceiling.
  case overCeiling
  /// All paths use closed lifts or runs.
  case closed
  /// All paths use kinds of lifts that the skier avoids.
  case onlyAvoidedLifts
  /// All paths use terrain that the skier avoids, or runs that are not lit when light is needed.
  case onlyAvoidedTerrain
  /// All paths use ungraded runs that the skier refuses.
  case onlyUngraded
  /// All paths use lifts or runs that close too early.
  case tooLate
  /// All paths take longer than the time available.
  case tooLittleTime
  /// The places lie in regions that no run, lift or street connects.
  case separateAreas
  /// All paths use freeride or extreme runs, ski tours, hikes or itineraries that are not allowed.
  case onlyOffScale
  /// All paths use lifts or runs that are private, or otherwise not open to skiers.
  case barred
  /// All paths lead too far along snow-covered tracks and paths.
  case onlySnowCovered
}

/// A language of directions; the raw value is its ISO 639-1 code.
public enum Language: String, Hashable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// French.
  case french = "fr"
  /// German.
  case german = "de"
}

/// The distances in metres that a coordinate may lie from the network.
package enum SnapLimit {
  /// The limit when none is given.
  package static let defaultMetres = 150.0
  /// The greatest limit.
  package static let greatestMetres = 5000.0
}

/// The kind of a lap; raw values are those of every output format.
@nonexhaustive
public enum LapKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// A ride on a lift (`lift`), or a descent on a run (`run`).
  case lift, run
}
