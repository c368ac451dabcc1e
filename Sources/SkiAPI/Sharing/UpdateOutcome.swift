public import SkiGraph

/// The outcome of reporting one fix.
@nonexhaustive
public enum UpdateOutcome: Hashable, Sendable {
  /// The position is stored durably, with the position in the trip's changes.
  case stored(LocationCursor)
  /// The position stored before holds, since the fix differs too little from it; with its place in the trip's changes.
  case unchanged(LocationCursor)
  /// A later position is stored.
  case older
  /// The fix was refused.
  case refused(FixRejection)
  /// The fix is outside of ski areas, where none of the grants shows it; nothing was stored.
  case outsideArea
  /// The user has no grant in the trip that holds now; nothing was stored.
  case notSharing
}
