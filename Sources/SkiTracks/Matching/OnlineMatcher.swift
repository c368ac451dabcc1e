import SkiBase
package import SkiGraph

/// Matches the fixes of one traveller online: an estimate at once, a final decision after a delay.
///
/// The state is a few kilobytes, bounded by the lag. Give each fix, in order of time, with the index of the traveller's
/// region; another region starts anew. With a lag longer than the track the decisions equal those of ``TrackMatcher``,
/// before smoothing. The estimate changes to another feature with hysteresis, see ``ReportedFeature``.
package struct OnlineMatcher: Sendable {
  private let noiseMetres: Double
  private let lag: MatchLag
  private let widths: EmissionModel
  private var kernel: MatchKernel
  private var window = TrellisWindow()
  private var last: ObservedPlace?
  /// The index the undecided fixes were matched with.
  private var index: MatchIndex?
  private var stops = StopDetector()
  private var reported = ReportedFeature()
  /// The current estimate of the traveller's position; later fixes may revise it. Computed on demand.
  package var latest: MatchedFix? {
    let position = reported.position
    guard let index, let fix = window.newestFix, let entry = window.newest(position) else { return nil }
    return matched(fix, entry, confidence: kernel.confidence(of: position), index, stops)
  }

  /// Creates a matcher of one traveller.
  package init(options: MatchingOptions = MatchingOptions()) {
    noiseMetres = options.noiseMetres ?? MatchingOptions.usualNoiseMetres
    lag = MatchLag(options)
    widths = EmissionModel(options)
    kernel = MatchKernel(options)
  }

  /// The number of undecided fixes.
  package var pendingCount: Int { window.count }

  /// Adds a fix and returns the fixes that were decided, in order; usually none or one.
  ///
  /// A fix without a valid coordinate or time, or older than the one before, is ignored.
  /// - Complexity: O(*k*²) for *k* ≤ 12 candidates.
  package mutating func update(_ fix: LocationFix, in index: MatchIndex) -> [MatchedFix] {
    var scratch = MatchScratch()
    return update(fix, in: index, with: &scratch)
  }

  /// Adds a fix as ``update(_:in:)`` does, in working memory shared by the travellers of a task.
  package mutating func update(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> [MatchedFix] {
    var decided: [MatchedFix] = []
    if let known = self.index, known !== index { decided = finish() }
    guard take(fix, in: index, with: &scratch) else { return decided }
    while let (fix, entry, margin) = release(fix.time.secondsSince1970) {
      decided.append(matched(fix, entry, confidence: TrackAssembly.confidence(margin), index, stops))
    }
    return decided
  }

  /// Adds a fix, discards decisions, and returns the estimate of the current position; nil for a fix that is ignored.
  package mutating func estimate(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> MatchedFix? {
    if let known = self.index, known !== index { reset() }
    guard take(fix, in: index, with: &scratch) else { return nil }
    while release(fix.time.secondsSince1970) != nil {}
    return latest
  }

  /// Adds a fix; returns false when it is ignored.
  private mutating func take(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> Bool {
    if self.index !== index { self.index = index }
    guard let observation = Observation(fix, after: last, plane: index.plane, noiseMetres: noiseMetres),
      observation.seconds >= (last?.seconds ?? observation.seconds)
    else { return false }
    scratch.candidates.run(observation, in: index, widths)
    if last == nil {
      kernel.begin(observation, with: &scratch)
    } else {
      var gaps: GapSearch?
      kernel.step(observation, in: index, with: &scratch, gaps: &gaps)
    }
    last = observation.observed
    window.append(fix, scratch.column)
    let best = kernel.bestPosition
    window.trace(from: best, among: kernel.hypotheses.count)
    reported.update(
      kernel.hypotheses, best: best, in: index, at: observation.seconds, lagSeconds: lag.seconds)
    return true
  }

  /// Returns the oldest undecided fix if it can be decided.
  private mutating func release(_ now: Double) -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard window.isFirstDecided(lag, now: now) else { return nil }
    return pop()
  }

  private mutating func pop() -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard let first = window.popFirst() else { return nil }
    stops.note(speed: first.entry.speed, at: first.fix.time.secondsSince1970)
    return first
  }

  /// Returns all undecided fixes, and resets the matcher.
  package mutating func finish() -> [MatchedFix] {
    var decided: [MatchedFix] = []
    if let index {
      while let (fix, entry, margin) = pop() {
        decided.append(matched(fix, entry, confidence: TrackAssembly.confidence(margin), index, stops))
      }
    }
    reset()
    return decided
  }

  private mutating func reset() {
    (last, index) = (nil, nil)
    (stops, window, reported) = (StopDetector(), TrellisWindow(), ReportedFeature())
  }

  private func matched(
    _ fix: LocationFix, _ entry: WindowEntry, confidence: Double, _ index: MatchIndex, _ stops: StopDetector
  ) -> MatchedFix {
    guard entry.edge != MatchHypothesis.offMap else {
      return MatchedFix(fix, state: .offMap, confidence: confidence)
    }
    let edge = index.network.edges[Int(entry.edge)]
    let along = max(0, min(edge.length, entry.filtered))
    let place = index.place(edge: entry.edge, along: along)
    let away = place - SIMD2<Float>(index.plane.metres(fix.coordinate))
    let isStanding = stops.isStanding(speed: entry.speed, at: fix.time.secondsSince1970)
    return MatchedFix(
      fix,
      state: StateClassifier(index: index).state(edge, along: along, place: place, isStanding: isStanding),
      place: EdgePlace(region: index.graph.region, edge: EdgeIndex(entry.edge), metresAlong: Double(along)),
      coordinate: index.plane.coordinate(SIMD2<Double>(place)),
      distanceMetres: Double((away * away).sum().squareRoot()),
      confidence: confidence)
  }
}

/// Detects from filtered speeds whether a traveller stands, with hysteresis.
struct StopDetector: Sendable {
  private var slowSince: Double?
  private var isStopped = false

  private static let slow: Float = 0.5
  private static let moving: Float = 1.2
  private static let stopSeconds = 10.0

  /// Records the next decided fix.
  mutating func note(speed: Float, at seconds: Double) {
    isStopped = isStanding(speed: speed, at: seconds)
    if speed >= Self.slow {
      slowSince = nil
    } else if slowSince == nil {
      slowSince = seconds
    }
  }

  /// Returns whether the traveller stands at a fix that follows those recorded.
  func isStanding(speed: Float, at seconds: Double) -> Bool {
    if isStopped { return speed < Self.moving }
    guard speed < Self.slow, let slowSince else { return false }
    return seconds - slowSince >= Self.stopSeconds
  }
}

/// The feature that a live estimate is on, with hysteresis against hypotheses that overtake each other.
///
/// The best hypothesis changes between near features several times as often as the final decision, because fixes to come
/// still separate them. The reported feature is therefore kept until another one is ``switchingNats`` more likely, or has
/// been the most likely one for the whole lag, after which decisions are final anyway. The edge and the position on a
/// feature are those of its best hypothesis, without delay. Off the map and connectors count as features here.
///
/// **Source:** Wald 1945, "Sequential tests of statistical hypotheses": of the changes at a likelihood ratio of *r* at
/// most one in *r* + 1 is wrong.
struct ReportedFeature: BitwiseCopyable, Sendable {
  /// The evidence for another feature that changes the reported one: a likelihood ratio of 4.
  static let switchingNats: Float = 1.386
  /// The code of connectors, which belong to no feature.
  private static let connector = UInt32.max
  /// The code of being off the map.
  private static let offMap = UInt32.max - 1

  /// The position among the hypotheses of the best one on the feature.
  private(set) var position = 0
  private var feature = UInt32.max
  /// The edge of the reported hypothesis, whose feature is known.
  private var edge = UInt32.max
  /// The time since which other features were the most likely, in seconds since 1970; infinite when they were not.
  private var overtaken = Double.infinity
  private var isEmpty = true

  /// Updates the feature with the hypotheses of a fix, at least one.
  /// - Parameters:
  ///   - hypotheses: The hypotheses of the fix.
  ///   - best: The position of the most likely one.
  ///   - index: The index of their edges.
  ///   - seconds: The time of the fix in seconds since 1970.
  ///   - lagSeconds: The time after which the most likely feature is reported in any case.
  /// - Complexity: O(*k*) in hypotheses.
  mutating func update(
    _ hypotheses: [MatchHypothesis], best: Int, in index: MatchIndex, at seconds: Double, lagSeconds: Double
  ) {
    let bestFeature =
      hypotheses[best].edge == edge && !isEmpty ? feature : Self.code(hypotheses[best].edge, index)
    guard !isEmpty, bestFeature != feature else {
      report(best, of: bestFeature, hypotheses)
      return
    }
    overtaken = min(overtaken, seconds)
    var kept: Int?
    for position in hypotheses.indices where Self.code(hypotheses[position].edge, index) == feature {
      if kept.map({ hypotheses[position].cost < hypotheses[$0].cost }) ?? true { kept = position }
    }
    guard let kept, hypotheses[kept].cost - hypotheses[best].cost < Self.switchingNats,
      seconds - overtaken < lagSeconds
    else {
      report(best, of: bestFeature, hypotheses)
      return
    }
    (position, edge) = (kept, hypotheses[kept].edge)
  }

  private mutating func report(_ position: Int, of feature: UInt32, _ hypotheses: [MatchHypothesis]) {
    (self.position, self.feature, edge) = (position, feature, hypotheses[position].edge)
    (overtaken, isEmpty) = (.infinity, false)
  }

  private static func code(_ edge: UInt32, _ index: MatchIndex) -> UInt32 {
    guard edge != MatchHypothesis.offMap else { return offMap }
    let feature = index.graph.storage.linkFeature[Int(index.network.edges[Int(edge)].link)]
    return feature == .max ? connector : feature
  }
}
