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
  /// Returns the reason for which a run or lift with these tags is closed to skiers on every day; nil when it is open,
  /// and when a conditional tag may open it.
  ///
  /// `ski` takes precedence over `access`. On a line that is a road as well, `access` belongs to the road and is
  /// ignored. Customers of a ski area count as skiers. `foot` concerns walkers and is ignored. A list closes only when
  /// each of its values does; unknown values close nothing.
  /// - Complexity: O(*n*) in the length of the values.
  package func restriction() -> AccessRestriction? {
    if let season = self[.seasonal], Self.leavesOutWinter(season) { return .outOfSeason }
    if self[.operationalStatus].map(Self.isClosed) == true { return .closed }
    if let status = statusRestriction, !isLifted(.pisteStatusConditional) { return status }
    guard let access = accessRestriction, !isLifted(.skiConditional) else { return nil }
    return self[.ski] == nil && isLifted(.accessConditional) ? nil : access
  }

  /// Returns the reason for which a run or lift is closed at the times when none of its conditions applies; nil when it is
  /// open then.
  /// - Complexity: O(*n*) in the length of the values.
  package func restrictionWithoutConditions() -> AccessRestriction? {
    restriction() ?? statusRestriction ?? accessRestriction
  }

  private var statusRestriction: AccessRestriction? {
    self[.pisteStatus].map(Self.isClosed) == true ? .closed : nil
  }

  private var accessRestriction: AccessRestriction? {
    if let ski = self[.ski] { return Self.restriction(ski) }
    return self[.highway] == nil ? self[.access].flatMap(Self.restriction) : nil
  }

  /// The words for the state of a run or lift that are neither known as open nor as closed, as `key=words`.
  /// - Complexity: O(*n*) in the length of the values.
  package var unreadStates: [String] {
    [Key.pisteStatus, .operationalStatus].compactMap { key in
      guard let text = self[key] else { return nil }
      let isKnown = Self.words(text).allSatisfy {
        Self.closedWords.contains($0) || Self.openWords.contains($0)
      }
      return isKnown ? nil : "\(key.rawValue)=\(text)"
    }
  }

  static func isClosed(_ list: String) -> Bool {
    let words = words(list)
    return !words.isEmpty && words.allSatisfy(closedWords.contains)
  }

  static func restriction(_ list: String) -> AccessRestriction? {
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

  private static let openWords: Set = [
    "open", "yes", "operating", "operational", "active", "in_operation", "in_use", "in_service", "ok",
    "limited", "partly", "partial", "groomed", "ready", "scheduled", "seasonal", "unknown",
  ]

  private static let closedWords: Set = [
    "closed", "no", "abandoned", "disused", "construction", "proposed", "planned", "razed", "demolished",
    "removed", "dismantled", "out_of_order", "broken", "non_operational", "not_operational", "out_of_service",
  ]
}
