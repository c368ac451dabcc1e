import SkiGraph

/// The sort key of a nearby item: pinned favourites first, then reachable items, then by measure.
///
/// A total order, so that the list is deterministic: ties are broken by kind, feature or name.
struct NearbyOrder: Comparable {
  private let isLate: Bool
  private let isUnreachable: Bool
  private let distance: Double
  private let kind: Int
  private let feature: UInt32
  private let name: String

  init(_ entry: NearbyEntry, _ options: NearbyOptions) {
    isLate = !(entry.isFavourite && options.pinsFavourites)
    isUnreachable = !entry.isReachable
    if let milliseconds = entry.milliseconds, options.measure == .minutes {
      distance = Double(milliseconds)
    } else {
      distance = entry.metres
    }
    kind = NearbyKind.allCases.firstIndex(of: entry.kind) ?? 0
    switch entry.id {
    case .place(let index): (feature, name) = (index.rawValue, "")
    case .person(let traveller): (feature, name) = (0, traveller.rawValue)
    }
  }

  static func < (a: NearbyOrder, b: NearbyOrder) -> Bool {
    if a.isLate != b.isLate { return b.isLate }
    if a.isUnreachable != b.isUnreachable { return b.isUnreachable }
    if a.distance != b.distance { return a.distance < b.distance }
    return (a.kind, a.feature, a.name) < (b.kind, b.feature, b.name)
  }
}

extension NearbyOptions {
  /// Returns whether an item is listed, regardless of the greatest number.
  func lists(_ entry: NearbyEntry) -> Bool {
    guard kinds.contains(entry.kind) else { return false }
    if entry.isFavourite && pinsFavourites { return true }
    if let metres = greatestMetres, !(entry.metres <= metres) { return false }
    guard let milliseconds = entry.milliseconds else { return unreachable == .last }
    guard let minutes = greatestMinutes else { return true }
    return Double(milliseconds) <= minutes * 60_000
  }
}
