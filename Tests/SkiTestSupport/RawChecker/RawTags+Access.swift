import Foundation

extension RawTags {
  /// Returns whether the raw tags exclude skiers: private, forbidden, with a permit, closed, or in summer only.
  static func isBarred(_ properties: RawObject) -> Bool {
    func all(_ key: String, _ bad: Set<String>) -> Bool {
      let words = (rawText(properties[key]) ?? "").split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
      return !words.isEmpty && bad.isSuperset(of: words)
    }
    let closed: Set = ["closed", "no", "abandoned", "disused", "out_of_order", "non_operational"]
    if all("piste:status", closed) || all("operational_status", closed) { return true }
    if all("seasonal", ["spring", "summer", "autumn"]) { return true }
    let bars: Set = ["private", "no", "permit"]
    if rawText(properties["ski"]) != nil { return all("ski", bars) }
    return rawText(properties["highway"]) == nil && all("access", bars)
  }
}
