import SkiBase
public import SkiGraph

/// Matches recorded tracks to a map: the edge of each fix, and every edge travelled.
///
/// Any number of tracks may be matched at once. Regions are opened and indexed on first use.
///
/// **Source:** Newson and Krumm 2009, "Hidden Markov map matching through noise and sparseness"; Viterbi 1967.
///
/// ```swift
/// let matcher = TrackMatcher(map: map)
/// let day = try matcher.day(of: try TrackReader.read(path: "day.gpx"))
/// print(day.day.totals.runCount)
/// ```
public struct TrackMatcher: Sendable {
  private let indices: MatchIndices
  private let options: MatchingOptions

  /// Creates a matcher for all regions of a map.
  /// - Parameters:
  ///   - map: The map to match to; no region of it is opened yet.
  ///   - options: The half widths of features and the noise of fixes.
  public init(map: SkiMap, options: MatchingOptions = MatchingOptions()) {
    indices = MatchIndices(map: map)
    self.options = options
  }

  /// Creates a matcher for one region, or for a graph in memory.
  package init(index: MatchIndex, options: MatchingOptions = MatchingOptions()) {
    indices = MatchIndices(index: index)
    self.options = options
  }

  /// Returns a track matched to the map.
  ///
  /// Fixes without a valid coordinate or time, and fixes that fit no feature, are off the map. Filter implausible fixes
  /// first, see ``FixFilter``: the matcher trusts each fix within its accuracy.
  /// - Parameter fixes: The fixes of one traveller, in order of time.
  /// - Returns: The track with one matched fix for each fix, in order.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region near was altered, `.inputOutput` when reading it
  ///   fails; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*n* · *k*²) in fixes with *k* ≤ 12 candidates each, for each region near; memory O(*n* · *k*). A
  ///   region takes O(its size) on first use.
  public func match(_ fixes: [LocationFix]) throws -> MatchedTrack {
    let near = try indices.indices(near: fixes)
    let conditions = TrackConditions(fixes, noiseMetres: options.noiseMetres)
    var track =
      try near.first.map { index throws(SkiError) in try match(fixes, conditions, in: index) }
      ?? MatchedTrack(fixes: fixes.map { MatchedFix($0, state: .offMap) }, passages: [])
    for index in near.dropFirst() { track = track.merged(with: try match(fixes, conditions, in: index)) }
    for (position, elevation) in conditions.elevations.enumerated() {
      track.fixes[position].elevation = ReceiverElevation(of: fixes[position], as: elevation)
    }
    return track
  }

  /// Returns the graph of a region of the map.
  func graph(of region: RegionIndex) throws -> RoutingGraph { try indices.graph(of: region) }

  /// Returns the edge of each usable fix before smoothing and without estimates of noise, as ``OnlineMatcher`` decides it;
  /// in the first region only.
  func decidedEdges(_ fixes: [LocationFix]) throws -> [EdgeIndex?] {
    guard let index = try indices.indices(near: fixes).first else { return [] }
    return try search(fixes, .asStated, in: index).decisions().map {
      $0.entry.edge == MatchHypothesis.offMap ? nil : EdgeIndex($0.entry.edge)
    }
  }

  private func match(
    _ fixes: [LocationFix], _ conditions: TrackConditions, in index: MatchIndex
  ) throws(SkiError) -> MatchedTrack {
    let run = try search(fixes, conditions, in: index)
    var track = TrackAssembly(
      index: index, fixes: fixes, observations: run.observations, positions: run.positions
    ).track(run.decisions())
    track.quality = run.conditions.quality
    return track
  }

  private func search(
    _ fixes: [LocationFix], _ conditions: TrackConditions, in index: MatchIndex
  ) throws(SkiError) -> TrellisRun {
    let limit = WorkLimit.current
    var run = TrellisRun(options: options, fixes: fixes, conditions: conditions, in: index)
    for (position, fix) in fixes.enumerated() {
      // A fix takes about 10 µs where the network is dense.
      if position & 0x1F == 0 { try limit.check("matching a track") }
      run.add(fix, at: position, in: index)
    }
    return run
  }
}

/// The Viterbi search over a whole track.
struct TrellisRun {
  private let options: MatchingOptions
  private let widths: EmissionModel
  private var kernel: MatchKernel
  private var scratch = MatchScratch()
  private var trellis = Trellis()
  private var gaps: GapSearch?
  /// The noise and the elevations of the recording, those corrected by the map.
  private(set) var conditions: TrackConditions
  private(set) var observations: [Observation] = []
  private(set) var positions: [Int] = []

  init(options: MatchingOptions, fixes: [LocationFix], conditions: TrackConditions, in index: MatchIndex) {
    self.options = options
    self.conditions = conditions
    widths = EmissionModel(options)
    kernel = MatchKernel(options)
    trellis.reserve(columns: fixes.count)
    observations.reserveCapacity(fixes.count)
    positions.reserveCapacity(fixes.count)
    if conditions.isEstimated { correctElevations(of: fixes, in: index) }
  }

  /// The noise in metres above which fixes have more candidates.
  private static let noisyMetres: Float = 8
  /// The greatest number of fixes whose elevations are compared with the map's, and the least.
  private static let comparedFixes = (most: 600, least: 30)

  /// Corrects elevations by the median difference to those of the nearest places on the map.
  private mutating func correctElevations(of fixes: [LocationFix], in index: MatchIndex) {
    var differences: [Float] = []
    for position in stride(from: 0, to: fixes.count, by: max(1, fixes.count / Self.comparedFixes.most)) {
      guard conditions.elevations[position].metres.isFinite,
        let observation = observation(fixes[position], at: position, after: nil, in: index)
      else { continue }
      scratch.candidates.run(observation, in: index, widths)
      guard let nearest = scratch.candidates.found.min(by: { $0.distance < $1.distance }),
        nearest.distance < 2 * observation.noise + 10
      else { continue }
      let difference = observation.elevation - nearest.elevation
      if difference.isFinite { differences.append(difference) }
    }
    guard differences.count >= Self.comparedFixes.least else { return }
    conditions.correctElevations(by: differences.sorted()[differences.count / 2])
  }

  private func observation(
    _ fix: LocationFix, at position: Int, after last: ObservedPlace?, in index: MatchIndex
  ) -> Observation? {
    var observation = Observation(
      fix, after: last, plane: index.plane,
      noiseMetres: options.noiseMetres ?? MatchingOptions.usualNoiseMetres)
    if conditions.isEstimated {
      observation?.take(conditions.noise[position], conditions.elevations[position])
    }
    return observation
  }

  mutating func add(_ fix: LocationFix, at position: Int, in index: MatchIndex) {
    guard let observation = observation(fix, at: position, after: observations.last?.observed, in: index)
    else { return }
    // More lines lie within reach of a noisy fix, and the true one must not be left out.
    scratch.candidates.limit =
      conditions.isEstimated && observation.noise > Self.noisyMetres
      ? CandidateSearch.noisyLimit : CandidateSearch.limit
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

  func decisions() -> [Trellis.Decision] { trellis.decisions(last: kernel.hypotheses) }
}

/// The indices of a map's regions, created on first use and cached.
final class MatchIndices: Sendable {
  private let map: SkiMap?
  private let known: Locked<[RegionIndex: MatchIndex]>

  init(map: SkiMap) {
    self.map = map
    known = Locked([:])
  }

  init(index: MatchIndex) {
    map = nil
    known = Locked([index.graph.region: index])
  }

  /// Returns the indices of the regions near some fixes, in map order.
  func indices(near fixes: [LocationFix]) throws -> [MatchIndex] {
    guard let map else { return known.withLock { Array($0.values) } }
    var touched: Set<RegionIndex> = []
    var last: Coordinate?
    for fix in fixes where fix.coordinate.isValid {
      // Skips fixes within 500 m of the last search, whose radius of 1 km covers them.
      if let last, last.distanceMetres(to: fix.coordinate) < 500 { continue }
      touched.formUnion(map.regions(near: fix.coordinate, withinMetres: 1000))
      last = fix.coordinate
    }
    return try touched.sorted().map { try index(of: $0, in: map) }
  }

  /// Returns the graph of a region.
  func graph(of region: RegionIndex) throws -> RoutingGraph {
    if let known = known.withLock({ $0[region] }) { return known.graph }
    guard let map else {
      throw SkiError(.invalidArgument, "region \(region.rawValue) is not the one that tracks are matched to")
    }
    return try map.graph(region)
  }

  private func index(of region: RegionIndex, in map: SkiMap) throws -> MatchIndex {
    if let index = known.withLock({ $0[region] }) { return index }
    // Created outside the lock: two tasks may create the same index, but none waits for another region's.
    let fresh = MatchIndex(graph: try map.graph(region))
    known.withLock { $0[region] = fresh }
    return fresh
  }
}

/// A search for shortest paths over a gap in the fixes, wider from each hypothesis than ``ReachTable`` holds.
struct GapSearch {
  private var search: NetworkSearch
  /// The distances to the nodes within reach, for each hypothesis.
  private var rows: [[UInt32: Float]] = []

  /// The greatest radius of a search, in metres.
  private static let boundMetres: Float = 12_000
  /// The greatest number of nodes of a search.
  private static let nodeLimit = 4000

  /// Searches from each hypothesis, bounded by the distance possible in the elapsed time.
  static func prepare(
    _ gaps: inout GapSearch?, _ hypotheses: [MatchHypothesis], _ fix: Observation, _ index: MatchIndex
  ) {
    if gaps == nil { gaps = GapSearch(search: NetworkSearch(network: index.network)) }
    gaps?.run(hypotheses, fix, index)
  }

  private mutating func run(_ hypotheses: [MatchHypothesis], _ fix: Observation, _ index: MatchIndex) {
    rows.removeAll(keepingCapacity: true)
    let bound = min(Self.boundMetres, 300 + 12 * fix.elapsed)
    for hypothesis in hypotheses {
      var row: [UInt32: Float] = [:]
      if !hypothesis.isOffMap {
        let head = index.network.edges[Int(hypothesis.edge)].head
        search.run(from: head, withinMetres: bound, atMost: Self.nodeLimit)
        row.reserveCapacity(search.settled.count)
        for node in search.settled { row[node] = search.metres[Int(node)] }
      }
      rows.append(row)
    }
  }

  /// Returns the distance in metres from the end of a hypothesis's edge to a node; nil when it was not reached.
  func metres(from position: Int, to node: UInt32) -> Float? { rows[position][node] }
}
