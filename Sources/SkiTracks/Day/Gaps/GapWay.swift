import SkiGraph

/// A way through the network over a gap in the fixes.
struct GapWay: Hashable {
  /// A directed edge of the way, with the part of it that is travelled.
  struct Element: Hashable {
    var edge: EdgeIndex
    /// The distance along the edge at entry, in metres.
    var enteredMetres: Double
    /// The distance along the edge at exit, in metres.
    var leftMetres: Double
    /// The usual time of travel, in seconds.
    var usualSeconds: Double
  }

  var elements: [Element]
  /// The usual time of travel in seconds, waits and stops not included.
  var usualSeconds: Double { elements.reduce(0) { $0 + $1.usualSeconds } }
}

/// The ways over a gap that fit its duration.
enum GapAnswer: Hashable {
  /// The result that the traveller left the network: no way is fast enough.
  case none
  /// The result that the gap stays open: several ways fit, the only one is much too short, or the search is too large.
  case open
  /// The result that one way fits.
  case one(GapWay)
}
