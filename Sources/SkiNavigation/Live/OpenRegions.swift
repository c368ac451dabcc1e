import SkiBase
import SkiGraph

/// The regions open for matching, with the number of travellers near each.
///
/// Unused regions stay open for a while, because travellers come back to them.
struct OpenRegions<Index: Sendable>: Sendable {
  /// An open region.
  struct OpenRegion: Sendable {
    let graph: RoutingGraph
    let index: Index
  }

  private struct Use: Sendable {
    var open: OpenRegion?
    /// The error of opening it.
    var error: SkiError?
    var users = 0
    var unusedSince: UniversalTime?
  }

  private var uses: [RegionIndex: Use] = [:]

  /// The number of open regions.
  var openCount: Int { uses.values.count { $0.open != nil } }
  /// The errors of regions that could not be opened.
  var errors: [RegionIndex: SkiError] { uses.compactMapValues(\.error) }

  /// Returns an open region. Complexity: O(1).
  func openRegion(_ region: RegionIndex) -> OpenRegion? { uses[region]?.open }

  /// Returns whether a region is neither open nor unreadable.
  func isMissing(_ region: RegionIndex) -> Bool {
    guard let use = uses[region] else { return true }
    return use.open == nil && use.error == nil
  }

  /// Stores an opened region or the error; ignored when no traveller is near it any more.
  mutating func put(_ opened: Result<OpenRegion, SkiError>, for region: RegionIndex) {
    guard uses[region] != nil else { return }
    switch opened {
    case .success(let book): uses[region]?.open = book
    case .failure(let error): uses[region]?.error = error
    }
  }

  /// Counts a traveller near a region.
  mutating func use(_ region: RegionIndex) {
    uses[region, default: Use()].users += 1
    uses[region]?.unusedSince = nil
  }

  /// Counts a traveller who is not near a region any more.
  mutating func release(_ region: RegionIndex, now: UniversalTime) {
    guard var use = uses[region], use.users > 0 else { return }
    use.users -= 1
    if use.users == 0 { use.unusedSince = now }
    uses[region] = use
  }

  /// Closes regions without a traveller for some seconds. Complexity: O(open regions).
  mutating func closeUnused(now: UniversalTime, after seconds: Double) {
    uses = uses.filter { _, use in
      guard let since = use.unusedSince else { return true }
      return now.secondsSince1970 - since.secondsSince1970 < seconds
    }
  }
}
