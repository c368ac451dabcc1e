import SkiGeo
import SkiGraph

/// The regions that are open for matching, and how many travellers are near each.
///
/// A value. A region nobody is near any more stays for a while, since people come back to it.
struct RegionShelf<Index: Sendable>: Sendable {
  /// An open region.
  struct Book: Sendable {
    let graph: RoutingGraph
    let index: Index
  }

  private struct Use: Sendable {
    var book: Book?
    /// Why it can't be opened.
    var error: SkiError?
    var users = 0
    var unusedSince: UniversalTime?
  }

  private var uses: [RegionIndex: Use] = [:]

  /// How many regions are open.
  var openCount: Int { uses.values.count { $0.book != nil } }
  /// The regions that could not be opened, and why.
  var errors: [RegionIndex: SkiError] { uses.compactMapValues(\.error) }

  /// Returns an open region. Complexity: O(1).
  func book(_ region: RegionIndex) -> Book? { uses[region]?.book }

  /// Whether a region is neither open nor known to be unreadable.
  func isMissing(_ region: RegionIndex) -> Bool {
    guard let use = uses[region] else { return true }
    return use.book == nil && use.error == nil
  }

  /// Puts a region where travellers find it, or why there is none; not one that nobody is near any more.
  mutating func put(_ opened: Result<Book, SkiError>, for region: RegionIndex) {
    guard uses[region] != nil else { return }
    switch opened {
    case .success(let book): uses[region]?.book = book
    case .failure(let error): uses[region]?.error = error
    }
  }

  /// Says that one more traveller is near a region.
  mutating func use(_ region: RegionIndex) {
    uses[region, default: Use()].users += 1
    uses[region]?.unusedSince = nil
  }

  /// Says that a traveller is not near a region any more.
  mutating func release(_ region: RegionIndex, now: UniversalTime) {
    guard var use = uses[region], use.users > 0 else { return }
    use.users -= 1
    if use.users == 0 { use.unusedSince = now }
    uses[region] = use
  }

  /// Closes regions that nobody has been near for so long. Complexity: O(open regions).
  mutating func closeUnused(now: UniversalTime, after seconds: Double) {
    uses = uses.filter { _, use in
      guard let since = use.unusedSince else { return true }
      return now.secondsSince1970 - since.secondsSince1970 < seconds
    }
  }
}
