/// The permissions of viewers: audiences of travellers and members of groups, indexed from both sides.
///
/// Holds nothing about travellers who left, viewers neither named nor in a group, and groups neither named nor with
/// members.
struct VisibilityTable {
  private(set) var audiences: [TravellerID: TravellerAudience] = [:]
  private var travellersNaming: [ViewerID: Set<TravellerID>] = [:]
  private var travellersSharing: [GroupID: Set<TravellerID>] = [:]
  private var members: [GroupID: Set<ViewerID>] = [:]
  private var groups: [ViewerID: Set<GroupID>] = [:]

  /// Sets the audience of a traveller; nil removes the traveller. Complexity: O(size of both audiences).
  mutating func setAudience(_ audience: TravellerAudience?, of traveller: TravellerID) {
    if let old = audiences[traveller] {
      for viewer in old.viewers { Self.remove(traveller, from: &travellersNaming[viewer]) }
      for group in old.groups { Self.remove(traveller, from: &travellersSharing[group]) }
    }
    audiences[traveller] = audience
    guard let audience else { return }
    for viewer in audience.viewers { travellersNaming[viewer, default: []].insert(traveller) }
    for group in audience.groups { travellersSharing[group, default: []].insert(traveller) }
  }

  /// Adds a viewer to a group. Complexity: O(1).
  mutating func add(_ viewer: ViewerID, to group: GroupID) {
    members[group, default: []].insert(viewer)
    groups[viewer, default: []].insert(group)
  }

  /// Removes a viewer from a group. Complexity: O(1).
  mutating func remove(_ viewer: ViewerID, from group: GroupID) {
    Self.remove(viewer, from: &members[group])
    Self.remove(group, from: &groups[viewer])
  }

  /// Returns the viewers permitted to see a traveller. Complexity: O(*k*) in them.
  func viewers(of traveller: TravellerID) -> Set<ViewerID> {
    guard let audience = audiences[traveller] else { return [] }
    return audience.groups.reduce(into: audience.viewers) { $0.formUnion(members[$1] ?? []) }
  }

  /// Returns the travellers visible to a viewer. Complexity: O(*k*) in them.
  func travellers(visibleTo viewer: ViewerID) -> Set<TravellerID> {
    (groups[viewer] ?? []).reduce(into: travellersNaming[viewer] ?? []) {
      $0.formUnion(travellersSharing[$1] ?? [])
    }
  }

  /// Returns whether a traveller is visible to a viewer. Complexity: O(groups of the traveller's audience).
  func isVisible(_ traveller: TravellerID, to viewer: ViewerID) -> Bool {
    guard let audience = audiences[traveller] else { return false }
    return audience.viewers.contains(viewer)
      || audience.groups.contains { members[$0]?.contains(viewer) ?? false }
  }

  /// Returns the travellers who share with a group.
  func travellers(sharingWith group: GroupID) -> Set<TravellerID> { travellersSharing[group] ?? [] }

  private static func remove<Element>(_ element: Element, from set: inout Set<Element>?) {
    set?.remove(element)
    if set?.isEmpty == true { set = nil }
  }
}
