/// The transition of a cabin from the end of one section of a lift into the next section.
struct InSeatTransfer: Sendable, Hashable {
  /// An end of a lift's drawn line.
  struct End: Sendable, Hashable {
    /// The index of the lift in the group.
    var lift: Int
    /// Indicates whether it is the last vertex, not the first.
    var isLast: Bool
  }

  /// The end of the section that the cabin leaves.
  var from: End
  /// The end of the section that the cabin enters.
  var to: End
}
