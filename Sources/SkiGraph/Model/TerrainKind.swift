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
