import SkiGraph

extension ImportReport {
  /// Reports access restrictions, and conditions and opening hours that can't be evaluated, of a run or lift, which stays
  /// in the map.
  mutating func note(_ id: SourceID, _ name: String?, _ access: AccessTags, _ hours: String?) {
    if let restriction = access.restriction() {
      let words = [restriction.rawValue, name].compactMap(\.self).joined(separator: ": ")
      count("accessBarred", .noted, id: id.rawValue, detail: words)
    }
    if access.hasConditions { count("accessConditional", .noted, id: id.rawValue, detail: name ?? "") }
    for clause in access.unreadConditions {
      count("conditionUnread", .noted, id: id.rawValue, detail: clause)
    }
    for state in access.unreadStates { count("stateUnread", .noted, id: id.rawValue, detail: state) }
    guard let hours else { return }
    do { _ = try OpeningHours(hours) } catch {
      count("openingHoursUnread", .noted, id: id.rawValue, detail: hours)
    }
  }
}
