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
    var track = MatchedTrack(fixes: fixes.map { MatchedFix($0, state: .offMap) }, passages: [])
    if let first = near.first { track = try match(fixes, conditions, in: first) }
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
