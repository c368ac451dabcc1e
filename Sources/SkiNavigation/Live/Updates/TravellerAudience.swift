/// Who may know where a traveller is: viewers by name, and whoever is in a group at that moment.
///
/// A value. There is no "everybody": whoever is to see must be named, or be in a group that is.
package struct TravellerAudience: Hashable, Sendable {
  /// Viewers who may see, whatever groups they are in.
  package var viewers: Set<ViewerID>
  /// Groups whose members may see, as long as they are members.
  package var groups: Set<GroupID>

  /// Makes an audience; nobody by default.
  package init(viewers: Set<ViewerID> = [], groups: Set<GroupID> = []) {
    self.viewers = viewers
    self.groups = groups
  }

  /// An audience without anybody in it.
  package static let nobody = TravellerAudience()
}
