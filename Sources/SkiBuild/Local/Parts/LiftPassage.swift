/// A ride that goes on in the same cabin from the end of one section of a lift into the next section.
struct LiftPassage: Sendable, Hashable {
  /// The end of a lift's drawn line.
  struct End: Sendable, Hashable {
    /// The lift, as a position in the group.
    var lift: Int
    /// Whether it is the end of the line, not its start.
    var isLast: Bool
  }

  /// Where the cabin comes out of one section.
  var from: End
  /// Where it goes into the next.
  var to: End
}
