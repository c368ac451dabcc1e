/// A kind of terrain or grooming that skiers prefer or avoid; the raw value is its word in options and documents.
@nonexhaustive
public enum TerrainKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Terrain between trees.
  case glades
  /// Terrain with moguls.
  case moguls
  /// Terrain without grooming, marked at most: `backcountry` and `no` of ``Grooming``.
  case ungroomed
  /// Terrain lit at night.
  case lit
}

extension RunTerrain {
  /// Returns whether the terrain is of a kind; false when unknown.
  public func isOf(_ kind: TerrainKind) -> Bool {
    switch kind {
    case .glades: isGladed == true
    case .moguls: grooming == .mogul
    case .ungroomed: grooming == .backcountry || grooming == .ungroomed
    case .lit: isLit == true
    }
  }

  /// The kinds the terrain is of, in the order of their declaration; empty when none is known.
  public var kinds: [TerrainKind] { TerrainKind.allCases.filter(isOf) }

  /// Indicates whether the run is harder than its grade suggests: between trees, or ungroomed.
  public var isHarderThanGraded: Bool { isGladed == true || isGroomed == false }

  /// Returns the terrain of two sections reported as one: glades and missing grooming of either, lights, patrol and
  /// snowmaking of both.
  ///
  /// A property is nil when the known values do not decide it. Of two sections without grooming, that of the first is
  /// taken; two different kinds of grooming give nil.
  public func joined(with other: RunTerrain) -> RunTerrain {
    func either(_ a: Bool?, _ b: Bool?) -> Bool? {
      a == true || b == true ? true : a == false && b == false ? false : nil
    }
    func both(_ a: Bool?, _ b: Bool?) -> Bool? {
      a == false || b == false ? false : a == true && b == true ? true : nil
    }
    let rough = [grooming, other.grooming].compactMap(\.self).first { !$0.isGroomed }
    return RunTerrain(
      grooming: rough ?? (grooming == other.grooming ? grooming : nil),
      isGladed: either(isGladed, other.isGladed),
      isLit: both(isLit, other.isLit), isPatrolled: both(isPatrolled, other.isPatrolled),
      hasSnowmaking: both(hasSnowmaking, other.hasSnowmaking))
  }
}

/// The grooming, terrain and services of a run; nil where the source does not state it.
public struct RunTerrain: Hashable, Sendable, Codable {
  /// The grooming of the snow; nil when unknown.
  public var grooming: Grooming?
  /// Indicates whether the run leads between trees; nil when unknown.
  public var isGladed: Bool?
  /// Indicates whether the run is lit at night; nil when unknown.
  public var isLit: Bool?
  /// Indicates whether the run is patrolled; nil when unknown.
  public var isPatrolled: Bool?
  /// Indicates whether the run has snowmaking; nil when unknown.
  public var hasSnowmaking: Bool?

  /// Creates a terrain; all properties may be unknown.
  public init(
    grooming: Grooming? = nil, isGladed: Bool? = nil, isLit: Bool? = nil, isPatrolled: Bool? = nil,
    hasSnowmaking: Bool? = nil
  ) {
    self.grooming = grooming
    self.isGladed = isGladed
    self.isLit = isLit
    self.isPatrolled = isPatrolled
    self.hasSnowmaking = hasSnowmaking
  }

  /// Indicates whether a machine smooths the snow; nil when unknown.
  public var isGroomed: Bool? { grooming?.isGroomed }
}

/// The grooming of a run; the raw value is OpenStreetMap's `piste:grooming`.
@nonexhaustive
public enum Grooming: String, Sendable, Hashable, CaseIterable, Codable {
  /// Flat grooming for alpine and classic skiing.
  case classic
  /// Moguls that are left to form.
  case mogul
  /// Grooming for skating.
  case skating
  /// Grooming for classic skiing and skating.
  case classicAndSkating = "classic+skating"
  /// Grooming by a snowmobile.
  case scooter
  /// Terrain without grooming, marked at most.
  case backcountry
  /// Terrain without grooming.
  case ungroomed = "no"

  /// Indicates whether a machine smooths the snow.
  public var isGroomed: Bool {
    switch self {
    case .classic, .skating, .classicAndSkating, .scooter: true
    case .mogul, .backcountry, .ungroomed: false
    }
  }

  /// The code in map files; codes are never reused for another case.
  public var code: UInt8 {
    switch self {
    case .classic: 0
    case .mogul: 1
    case .skating: 2
    case .classicAndSkating: 3
    case .scooter: 4
    case .backcountry: 5
    case .ungroomed: 6
    }
  }

  /// Creates a kind of grooming from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .classic
    case 1: self = .mogul
    case 2: self = .skating
    case 3: self = .classicAndSkating
    case 4: self = .scooter
    case 5: self = .backcountry
    case 6: self = .ungroomed
    default: return nil
    }
  }
}
