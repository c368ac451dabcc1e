/// Why nobody may ride a lift or ski a run, whatever they accept.
@nonexhaustive
package enum AccessBar: String, Sendable, Hashable, CaseIterable {
  /// For its owner, the patrol or the staff.
  case `private`
  /// Nobody may.
  case forbidden
  /// Only with a permit of one's own.
  case permit
  /// It is closed, or does not work.
  case closed
  /// It is there in another season than winter alone.
  case outOfSeason
}

extension AccessTags {
  /// Returns what bars skiers from a run or lift with these tags; nil where nothing does.
  ///
  /// `ski` says more than `access`: `ski=yes` on a private way lets skiers in. On a line that is a road as well, `access` is
  /// the road's and bars nobody. Customers of a ski area are skiers. `foot` is about who walks there, and never bars a skier.
  /// A list bars only when each of its words does; a word that is not known bars nobody.
  /// - Complexity: O(length of the words).
  package func bar() -> AccessBar? {
    if let season = self[.seasonal], Self.leavesOutWinter(season) { return .outOfSeason }
    for key in [Key.pisteStatus, .operationalStatus] {
      if let word = self[key], Self.words(word).allSatisfy(Self.closedWords.contains) { return .closed }
    }
    if let ski = self[.ski] { return Self.bar(ski) }
    return self[.highway] == nil ? self[.access].flatMap(Self.bar) : nil
  }

  private static func bar(_ list: String) -> AccessBar? {
    let bars = words(list).map { barWords[$0] }
    guard let first = bars.first, !bars.contains(nil) else { return nil }
    return first
  }

  private static func words(_ list: String) -> [String] {
    list.split(separator: ";").map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
    }
  }

  /// Whether seasons are named and winter is none of them.
  private static func leavesOutWinter(_ list: String) -> Bool {
    let words = words(list)
    return !words.isEmpty && words.allSatisfy(["spring", "summer", "autumn", "fall"].contains)
  }

  private static let barWords: [String: AccessBar] = [
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
