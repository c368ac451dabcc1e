import SkiModel

extension ImportReport {
  /// Notes of a run or lift that skiers are barred from it, and that its opening hours can't be read; it is in the map either way.
  mutating func note(_ id: SourceID, _ name: String?, _ access: AccessTags, _ hours: String?) {
    if let bar = access.bar() {
      let words = [bar.rawValue, name].compactMap(\.self).joined(separator: ": ")
      count("accessBarred", .noted, id: id.rawValue, detail: words)
    }
    guard let hours else { return }
    do { _ = try OpeningHours(hours) } catch {
      count("openingHoursUnread", .noted, id: id.rawValue, detail: hours)
    }
  }
}
