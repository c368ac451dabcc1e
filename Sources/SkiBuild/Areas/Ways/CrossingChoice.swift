/// Which of all possible ways across an area are worth having: those that nothing already there does as well.
///
/// A greedy spanner: ways are offered from the shortest to the longest, and one is needed only when what is there is
/// longer by more than the detour allowed. **Source:** Althöfer, Das, Dobkin, Joseph and Soares 1993.
struct CrossingChoice: Sendable {
  /// A way across that could be made.
  struct Offer: Sendable, Hashable {
    /// Positions among the entries.
    var tail: Int
    var head: Int
    var metres: Double
    /// Whether it leads both ways.
    var isTwoWay: Bool
  }

  /// What is there may be this many times as long.
  static let detour = 1.25

  /// Metres from each entry to each other with what is there; infinite where nothing leads.
  private(set) var metres: [[Double]]

  /// Starts with what lines allow. Complexity: O(*e*³) in entries.
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

  /// Whether nothing there does what an offer would, in one of its directions.
  func needs(_ offer: Offer) -> Bool {
    let limit = offer.metres * Self.detour
    return metres[offer.tail][offer.head] > limit || offer.isTwoWay && metres[offer.head][offer.tail] > limit
  }

  /// Adds a way across. Complexity: O(*e*²) in entries.
  mutating func take(_ offer: Offer) {
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
