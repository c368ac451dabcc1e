import SkiModel

extension ImportReport {
  /// Reports access restrictions and unreadable opening hours of a run or lift, which stays in the map.
  mutating func note(_ id: SourceID, _ name: String?, _ access: AccessTags, _ hours: String?) {
    if let restriction = access.restriction() {
      let words = [restriction.rawValue, name].compactMap(\.self).joined(separator: ": ")
      count("accessBarred", .noted, id: id.rawValue, detail: words)
    }
    guard let hours else { return }
    do { _ = try OpeningHours(hours) } catch {
      count("openingHoursUnread", .noted, id: id.rawValue, detail: hours)
    }
  }
}
