import SkiGeo
import SkiGraph

/// Follows one traveller on the map, fix by fix: a best guess at once, a final decision soon after.
///
/// A value that holds all that is known of the traveller, bounded by the lag: a few kilobytes. Give each fix, in order of time,
/// with the index of the region the traveller is in; another region starts anew. Final decisions are those a recorded track would
/// get, as far as fixes within the lag can tell; with a lag longer than the track they are the same.
package struct OnlineMatcher: Sendable {
  private let noiseMetres: Double
  private let lag: MatchLag
  private let widths: MatchWidths
  private var kernel: MatchKernel
  private var window = TrellisWindow()
  private var last: ObservedPlace?
  /// What the waiting fixes were matched with.
  private var index: MatchIndex?
  private var stops = StopWatch()
  /// Where the traveller is as far as is known now; may be revised by later fixes.
  ///
  /// Worked out when it is asked for, so that who only wants final decisions doesn't pay for it.
  package var latest: MatchedFix? {
    let best = kernel.bestPosition
    guard let index, let fix = window.newestFix, let entry = window.newest(best) else { return nil }
    return matched(fix, entry, confidence: kernel.confidence(of: best), index, stops)
  }

  /// Begins to follow somebody.
  package init(options: MatchingOptions = MatchingOptions()) {
    noiseMetres = options.noiseMetres
    lag = MatchLag(options)
    widths = MatchWidths(options)
    kernel = MatchKernel(options)
  }

  /// How many fixes wait for their final decision.
  package var pendingCount: Int { window.count }

  /// Takes a fix and returns those that became final, in order; none or one mostly.
  ///
  /// A fix without a place or a time, or older than the one before, is left out.
  /// - Complexity: O(*k*²) for *k* ≤ 12 places near the fix, about a microsecond.
  package mutating func update(_ fix: LocationFix, in index: MatchIndex) -> [MatchedFix] {
    var scratch = MatchScratch()
    return update(fix, in: index, with: &scratch)
  }

  /// Takes a fix as ``update(_:in:)`` does, in working memory that all travellers of a task may share.
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

  /// Takes a fix of somebody whose final decisions nobody asks for, and returns the best guess of where they are.
  ///
  /// A fix that is left out changes nothing; nil is returned for it.
  package mutating func guess(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> MatchedFix? {
    if let known = self.index, known !== index { forget() }
    guard take(fix, in: index, with: &scratch) else { return nil }
    while release(fix.time.secondsSince1970) != nil {}
    return latest
  }

  /// Takes a fix in, unless it has to be left out.
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
    window.trace(from: kernel.bestPosition, among: kernel.survivors.count)
    return true
  }

  /// Hands over the oldest fix that waits, if it is decided.
  private mutating func release(_ now: Double) -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard window.isFirstDecided(lag, now: now) else { return nil }
    return pop()
  }

  private mutating func pop() -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard let first = window.popFirst() else { return nil }
    stops.note(speed: first.entry.speed, at: first.fix.time.secondsSince1970)
    return first
  }

  /// Ends the journey: returns all fixes that waited, and forgets the traveller.
  package mutating func finish() -> [MatchedFix] {
    var decided: [MatchedFix] = []
    if let index {
      while let (fix, entry, margin) = pop() {
        decided.append(matched(fix, entry, confidence: TrackAssembly.confidence(margin), index, stops))
      }
    }
    forget()
    return decided
  }

  private mutating func forget() {
    (last, index) = (nil, nil)
    (stops, window) = (StopWatch(), TrellisWindow())
  }

  private func matched(
    _ fix: LocationFix, _ entry: WindowEntry, confidence: Double, _ index: MatchIndex, _ stops: StopWatch
  ) -> MatchedFix {
    guard entry.edge != Survivor.offMap else {
      return MatchedFix(fix, state: .offMap, confidence: confidence)
    }
    let edge = index.network.edges[Int(entry.edge)]
    let along = max(0, min(edge.length, entry.filtered))
    let place = index.place(edge: entry.edge, along: along)
    let away = place - SIMD2<Float>(index.plane.metres(fix.coordinate))
    let isStanding = stops.isStanding(speed: entry.speed, at: fix.time.secondsSince1970)
    return MatchedFix(
      fix, state: StateJudge(index: index).state(edge, along: along, place: place, isStanding: isStanding),
      place: EdgePlace(region: index.graph.region, edge: EdgeIndex(entry.edge), metresAlong: Double(along)),
      coordinate: index.plane.coordinate(SIMD2<Double>(place)),
      distanceMetres: Double((away * away).sum().squareRoot()),
      confidence: confidence)
  }
}
