/// A reason for which a run or lift is closed to every skier.
@nonexhaustive
package enum AccessRestriction: String, Sendable, Hashable, CaseIterable {
  /// It is for its owner, the patrol or the staff.
  case `private`
  /// Access is prohibited.
  case forbidden
  /// It requires an individual permit.
  case permit
  /// It is closed, or out of service.
  case closed
  /// It exists in seasons other than winter only.
  case outOfSeason
}

extension AccessTags {
  /// Returns the reason for which a run or lift with these tags is closed to skiers; nil when it is open.
  ///
  /// `ski` takes precedence over `access`. On a line that is a road as well, `access` belongs to the road and is
  /// ignored. Customers of a ski area count as skiers. `foot` concerns walkers and is ignored. A list closes only when
  /// each of its values does; unknown values close nothing.
  /// - Complexity: O(*n*) in the length of the values.
  package func restriction() -> AccessRestriction? {
    if let season = self[.seasonal], Self.leavesOutWinter(season) { return .outOfSeason }
    for key in [Key.pisteStatus, .operationalStatus] {
      if let word = self[key], Self.words(word).allSatisfy(Self.closedWords.contains) { return .closed }
    }
    if let ski = self[.ski] { return Self.restriction(ski) }
    return self[.highway] == nil ? self[.access].flatMap(Self.restriction) : nil
  }

  private static func restriction(_ list: String) -> AccessRestriction? {
    let bars = words(list).map { restrictionWords[$0] }
    guard let first = bars.first, !bars.contains(nil) else { return nil }
    return first
  }

  private static func words(_ list: String) -> [String] {
    list.split(separator: ";").map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
    }
  }

  /// Returns whether a list names seasons without winter.
  private static func leavesOutWinter(_ list: String) -> Bool {
    let words = words(list)
    return !words.isEmpty && words.allSatisfy(["spring", "summer", "autumn", "fall"].contains)
  }

  private static let restrictionWords: [String: AccessRestriction] = [
    "private": .private, "no": .forbidden, "permit": .permit, "residents": .private, "military": .private,
    "emergency": .private, "staff": .private, "employees": .private, "service": .private,
    "delivery": .private,
    "agricultural": .private, "forestry": .private,
  ]

  private static let closedWords: Set = [
    "closed", "no", "abandoned", "disused", "construction", "proposed", "planned", "razed", "demolished",
    "removed", "dismantled", "out_of_order", "broken", "non_operational", "not_operational", "out_of_service",
  ]
}
