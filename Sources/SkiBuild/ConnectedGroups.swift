import Foundation
import SkiBase
import SkiGraph
import SkiTerrain

/// The groups of features, connected in parallel and passed on in order.
struct ConnectedGroups: Sendable {
  /// The number of connected groups that may be queued per thread, so that one large group doesn't idle the others.
  private static let waitingPerThread = 8

  private let groups: GroupStore
  private let sizes: [Int]
  private let areas: SkiAreaIndex
  /// The streets of all groups.
  let streets: [Street]
  private let elevation: (any ElevationSource)?
  private let options: GraphBuildOptions

  init(
    _ groups: [FeatureGroup], streets: [Street] = [], areas: SkiAreaIndex, elevation: (any ElevationSource)?,
    options: GraphBuildOptions
  ) {
    sizes = groups.map(\.size)
    self.groups = GroupStore(groups)
    self.areas = areas
    self.streets = streets
    self.elevation = elevation
    self.options = options
  }

  /// Connects every group and calls `body` with each in order; a group's features are released once it is connected.
  ///
  /// May be called once.
  /// - Throws: The errors of connecting and of `body`; ``SkiError`` with code `.cancelled`.
  /// - Complexity: O(*n* log *n*) in each group; memory of a bounded number of groups.
  func forEach(
    progress: GraphBuild.Progress?, _ body: (ConnectedGroup) throws -> Void
  ) throws {
    let threads = max(1, options.parallelTasks ?? ProcessInfo.processInfo.activeProcessorCount)
    let total = Double(max(1, sizes.reduce(0, +)))
    var done = 0
    progress?("connecting", 0)
    try OrderedWork.forEach(sizes.count, threads: threads, ahead: threads * Self.waitingPerThread) {
      [groups, streets, areas, elevation, options] number, stop in
      let group = try groups.take(number)
      let context = try BuildContext(
        around: group.bounds.centre, elevation: elevation, options: options, stop: stop)
      let near = group.streets.map { LocalStreet(number: $0, street: streets[$0]) }
      return try GraphBuild.connect(group, near, mapped: areas, context)
    } consume: { number, connected in
      try body(connected)
      done += sizes[number]
      progress?("connecting", Double(done) / total)
    }
    progress?("connecting", 1)
  }

  /// The groups, removed one by one to limit memory.
  private final class GroupStore: Sendable {
    private let groups: Locked<[FeatureGroup?]>
    init(_ groups: [FeatureGroup]) { self.groups = Locked(groups) }

    func take(_ number: Int) throws -> FeatureGroup {
      let group = groups.withLock { groups in
        defer { groups[number] = nil }
        return groups[number]
      }
      guard let group else {
        throw SkiError(.internalInconsistency, "group \(number) was taken twice; report this")
      }
      return group
    }
  }
}
