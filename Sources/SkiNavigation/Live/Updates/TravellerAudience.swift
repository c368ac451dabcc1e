/// The viewers permitted to receive a traveller's positions: named viewers, and current members of groups.
package struct TravellerAudience: Hashable, Sendable {
  /// The viewers permitted by name.
  package var viewers: Set<ViewerID>
  /// The groups whose current members are permitted.
  package var groups: Set<GroupID>

  /// Creates an audience; empty by default.
  package init(viewers: Set<ViewerID> = [], groups: Set<GroupID> = []) {
    self.viewers = viewers
    self.groups = groups
  }

  /// The empty audience.
  package static let empty = TravellerAudience()
}
