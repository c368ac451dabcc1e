import SkiGraph

/// The detection of detachable chairlifts that no tag marks.
///
/// Seats and capacity are evaluated with the timing of rides; this covers signs that only the source has: bubbles and
/// heated seats, found on detachable chairs only, and words of the name. In fifteen real areas 35 chairs are named as
/// fast ones; one of them, an "Express Triple", has three seats and a fixed grip, so seats take precedence.
enum ChairGrip {
  private static let detachableWords: Set<Substring> = [
    "express", "detachable", "débrayable", "debrayable", "kuppelbar", "tsd", "tsd4", "tsd6", "tsd8", "ksb",
  ]
  private static let fixedWords: Set<Substring> = [
    "fixed", "tsf", "tsf2", "tsf3", "tsf4", "single", "double", "triple", "pair",
  ]
  private static let fastPairs: Set<Substring> = ["high", "hi"]

  /// Returns whether a chairlift is detachable; nil without evidence, and for other kinds of lift.
  /// - Complexity: O(*n*) in the length of the name.
  static func isDetachable(_ lift: Lift) -> Bool? {
    guard lift.kind == .chairLift else { return nil }
    if lift.hasBubble == true || lift.isHeated == true { return true }
    if let seats = lift.occupancy, seats <= 3 { return nil }
    let words = lift.name?.lowercased().split { !$0.isLetter && !$0.isNumber } ?? []
    if words.contains(where: fixedWords.contains) { return false }
    if words.contains(where: detachableWords.contains) { return true }
    let isFast = zip(words, words.dropFirst()).contains { fastPairs.contains($0) && $1 == "speed" }
    return isFast ? true : nil
  }
}

extension Lift {
  /// Indicates whether the chairs detach in the stations, by tag or other signs; nil when unknown.
  var knownGrip: Bool? { isDetachable ?? ChairGrip.isDetachable(self) }

  /// The ropes of a cabin lift, by tag or name; nil for a single rope, when unknown, and for other kinds.
  var knownRopes: CabinRopes? { ropes ?? name.flatMap { CabinRopes(name: $0, kind: kind) } }
}
