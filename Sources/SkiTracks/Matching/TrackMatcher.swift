import SkiGeo
public import SkiGraph

/// Lays recorded tracks onto a map: which lift, run or way each fix belongs to, and every edge travelled.
///
/// A value; `Sendable`, any number of tracks may be matched at once. Regions of the map are opened, and their indices made, when a
/// track first touches them.
public struct TrackMatcher: Sendable {
  private let indices: MatchIndices
  private let options: MatchingOptions

  /// Prepares matching on all regions of a map.
  public init(map: SkiMap, options: MatchingOptions = MatchingOptions()) {
    indices = MatchIndices(map: map)
    self.options = options
  }

  /// Prepares matching on one region, or on a graph made in memory.
  package init(index: MatchIndex, options: MatchingOptions = MatchingOptions()) {
    indices = MatchIndices(index: index)
    self.options = options
  }

  /// Lays a track onto the map; fixes in order of time.
  ///
  /// A fix without a place or a time is off the map, and so is one that fits nothing mapped. Fixes should have gone through a
  /// filter before: here each is believed within its accuracy.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region of the map was altered; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O(*n* · *k*²) for *k* ≤ 12 places near each fix; about 100 bytes for each fix.
  public func match(_ fixes: [LocationFix]) throws -> MatchedTrack {
    let near = try indices.indices(near: fixes)
    guard let first = near.first else {
      return MatchedTrack(fixes: fixes.map { MatchedFix($0, state: .offMap) }, passages: [])
    }
    var track = try match(fixes, in: first)
    for index in near.dropFirst() { track = track.merged(with: try match(fixes, in: index)) }
    return track
  }

  /// The graph of a region of the map.
  func graph(of region: RegionIndex) throws -> RoutingGraph { try indices.graph(of: region) }

  /// The edge of each fix before anything is smoothed; what ``OnlineMatcher`` decides, too. For the first region only.
  func decidedEdges(_ fixes: [LocationFix]) throws -> [EdgeIndex?] {
    guard let index = try indices.indices(near: fixes).first else { return [] }
    return try search(fixes, in: index).decisions().map {
      $0.entry.edge == Survivor.offMap ? nil : EdgeIndex($0.entry.edge)
    }
  }

  private func match(_ fixes: [LocationFix], in index: MatchIndex) throws -> MatchedTrack {
    let run = try search(fixes, in: index)
    return TrackAssembly(
      index: index, fixes: fixes, observations: run.observations, positions: run.positions
    ).track(run.decisions())
  }

  private func search(_ fixes: [LocationFix], in index: MatchIndex) throws -> TrellisRun {
    let limit = WorkLimit.current
    var run = TrellisRun(options: options, fixes: fixes.count)
    for (position, fix) in fixes.enumerated() {
      // Ten or so microseconds a fix, where much is near it.
      if position & 0x1F == 0 { try limit.check("matching a track") }
      run.add(fix, at: position, in: index)
    }
    return run
  }
}

/// The search over a whole track.
struct TrellisRun {
  private let options: MatchingOptions
  private let widths: MatchWidths
  private var kernel: MatchKernel
  private var scratch = MatchScratch()
  private var trellis = Trellis()
  private var gaps: GapSearch?
  private(set) var observations: [Observation] = []
  private(set) var positions: [Int] = []

  init(options: MatchingOptions, fixes: Int) {
    self.options = options
    widths = MatchWidths(options)
    kernel = MatchKernel(options)
    trellis.reserve(columns: fixes)
    observations.reserveCapacity(fixes)
    positions.reserveCapacity(fixes)
  }

  mutating func add(_ fix: LocationFix, at position: Int, in index: MatchIndex) {
    guard
      let observation = Observation(
        fix, after: observations.last?.observed, plane: index.plane, noiseMetres: options.noiseMetres)
    else { return }
    scratch.candidates.run(observation, in: index, widths)
    if observations.isEmpty {
      kernel.begin(observation, with: &scratch)
    } else {
      kernel.step(observation, in: index, with: &scratch, gaps: &gaps)
    }
    trellis.append(scratch.column)
    observations.append(observation)
    positions.append(position)
  }

  func decisions() -> [Trellis.Decision] { trellis.decisions(last: kernel.survivors) }
}
