/// A kind of terrain or upkeep that skiers look for or stay away from; the raw value is its word in options and documents.
@nonexhaustive
public enum TerrainKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Between trees.
  case glades
  /// Left to grow bumps.
  case moguls
  /// Marked at most, not prepared: `backcountry` and `no` of ``Grooming``.
  case ungroomed
  /// With lights for the night.
  case lit
}

extension RunTerrain {
  /// Whether the terrain is of a kind, as far as the source says. Complexity: O(1).
  public func isOf(_ kind: TerrainKind) -> Bool {
    switch kind {
    case .glades: isGladed == true
    case .moguls: grooming == .mogul
    case .ungroomed: grooming == .backcountry || grooming == .ungroomed
    case .lit: isLit == true
    }
  }

  /// All kinds it is of, in their order. Complexity: O(1).
  public var kinds: [TerrainKind] { TerrainKind.allCases.filter(isOf) }

  /// Whether it asks for more than its grade says: between trees, or where no machine smooths the snow.
  public var isHarderThanGraded: Bool { isGladed == true || isGroomed == false }

  /// Returns what holds of two parts told as one: trees and bumps of either, lights only of both. Complexity: O(1).
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
