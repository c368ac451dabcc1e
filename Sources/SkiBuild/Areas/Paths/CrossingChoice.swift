/// The choice of paths across an area that existing connections don't replace.
///
/// A greedy spanner: candidates are taken by ascending length, and one is needed only when the existing distance
/// exceeds its length by more than the detour factor. **Source:** Althöfer, Das, Dobkin, Joseph and Soares 1993, "On
/// sparse spanners of weighted graphs".
struct CrossingChoice: Sendable {
  /// A candidate path.
  struct Candidate: Sendable, Hashable {
    /// The index of the entry at its start.
    var tail: Int
    /// The index of the entry at its end.
    var head: Int
    var metres: Double
    /// Indicates whether the path is two-way.
    var isTwoWay: Bool
  }

  /// The greatest factor by which existing connections may be longer.
  static let detour = 1.25

  /// The distances in metres between entries by existing connections; infinite where there is none.
  private(set) var metres: [[Double]]

  /// Creates the choice from the connections by lines. Complexity: O(*e*³) in entries.
  ///
  /// **Source:** Floyd 1962, "Algorithm 97: Shortest path".
  init(_ metres: [[Double]]) {
    self.metres = metres
    for entry in metres.indices { self.metres[entry][entry] = 0 }
    for middle in metres.indices { join(through: middle) }
  }

  private mutating func join(through middle: Int) {
    let after = metres[middle]
    for start in metres.indices {
      let first = metres[start][middle]
      guard first.isFinite, start != middle else { continue }
      for end in after.indices where first + after[end] < metres[start][end] {
        metres[start][end] = first + after[end]
      }
    }
  }

  /// Returns whether no existing connection replaces a candidate in one of its directions.
  func needs(_ offer: Candidate) -> Bool {
    let limit = offer.metres * Self.detour
    return metres[offer.tail][offer.head] > limit || offer.isTwoWay && metres[offer.head][offer.tail] > limit
  }

  /// Adds a path. Complexity: O(*e*²) in entries.
  mutating func take(_ offer: Candidate) {
    add(offer.tail, offer.head, offer.metres)
    if offer.isTwoWay { add(offer.head, offer.tail, offer.metres) }
  }

  private mutating func add(_ tail: Int, _ head: Int, _ length: Double) {
    guard length < metres[tail][head] else { return }
    let after = metres[head]
    for start in metres.indices {
      let first = metres[start][tail] + length
      guard first.isFinite else { continue }
      for end in after.indices where first + after[end] < metres[start][end] {
        metres[start][end] = first + after[end]
      }
    }
  }
}
