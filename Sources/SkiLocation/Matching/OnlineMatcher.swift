import SkiGeo
import SkiGraph

/// Follows one traveller on the map, fix by fix: a best guess at once, a final decision soon after.
///
/// A value that holds all that is known of the traveller, bounded by the lag: a few kilobytes. Give each fix, in order of time,
/// with the index of the region the traveller is in; another region starts anew. Final decisions are those a recorded track would
/// get, as far as fixes within the lag can tell; with a lag longer than the track they are the same.
public struct OnlineMatcher: Sendable {
  private let options: MatchingOptions
  private let widths: MatchWidths
  private var kernel: MatchKernel
  private var candidates = CandidateSearch()
  private var window = TrellisWindow()
  private var last: Observation?
  /// What the waiting fixes were matched with.
  private var index: MatchIndex?
  private var stops = StopWatch()
  /// Where the traveller is as far as is known now; may be revised by later fixes.
  ///
  /// Worked out when it is asked for, so that who only wants final decisions doesn't pay for it.
  public var latest: MatchedFix? {
    guard let index, let newest else { return nil }
    let best = kernel.bestPosition
    return matched(newest, kernel.column[best], confidence: kernel.confidence(of: best), index, stops)
  }
  private var newest: LocationFix?

  /// Begins to follow somebody.
  public init(options: MatchingOptions = MatchingOptions()) {
    self.options = options
    widths = MatchWidths(options)
    kernel = MatchKernel(options)
  }

  /// How many fixes wait for their final decision.
  public var pendingCount: Int { window.count }

  /// Takes a fix and returns those that became final, in order; none or one mostly.
  ///
  /// A fix without a place or a time, or older than the one before, is left out.
  /// - Complexity: O(*k*²) for *k* ≤ 12 places near the fix, about a microsecond.
  public mutating func update(_ fix: LocationFix, in index: MatchIndex) -> [MatchedFix] {
    var decided: [MatchedFix] = []
    if let known = self.index, known !== index { decided = finish() }
    self.index = index
    guard let observation = Observation(fix, after: last, frame: index.frame, options: options),
      observation.seconds >= (last?.seconds ?? observation.seconds)
    else { return decided }
    candidates.run(observation, in: index, widths)
    if last == nil {
      kernel.begin(observation, candidates.found, in: index)
    } else {
      var gaps: GapSearch?
      kernel.step(observation, candidates.found, in: index, gaps: &gaps)
    }
    last = observation
    window.append(fix, kernel.column)
    newest = fix
    window.trace(from: kernel.bestPosition, among: kernel.survivors.count)
    while window.isFirstDecided(options, now: observation.seconds) { release(index, into: &decided) }
    return decided
  }

  /// Ends the journey: returns all fixes that waited, and forgets the traveller.
  public mutating func finish() -> [MatchedFix] {
    var decided: [MatchedFix] = []
    if let index { while window.count > 0 { release(index, into: &decided) } }
    (last, index) = (nil, nil)
    (stops, newest) = (StopWatch(), nil)
    return decided
  }

  private mutating func release(_ index: MatchIndex, into decided: inout [MatchedFix]) {
    guard let (fix, entry, margin) = window.popFirst() else { return }
    stops.note(entry, at: fix.time.secondsSince1970)
    decided.append(matched(fix, entry, confidence: TrackAssembly.confidence(margin), index, stops))
  }

  private func matched(
    _ fix: LocationFix, _ entry: TrellisEntry, confidence: Double, _ index: MatchIndex, _ stops: StopWatch
  ) -> MatchedFix {
    guard entry.edge != Survivor.offMap else {
      return MatchedFix(fix, state: .offMap, confidence: confidence)
    }
    let edge = index.network.edges[Int(entry.edge)]
    let along = max(0, min(edge.length, entry.filtered))
    let place = index.place(edge: entry.edge, along: along)
    let away = place - index.frame.place(fix.coordinate)
    let isStanding = stops.isStanding(entry, at: fix.time.secondsSince1970)
    return MatchedFix(
      fix, state: StateJudge(index: index).state(edge, along: along, place: place, isStanding: isStanding),
      place: EdgePlace(region: index.graph.region, edge: EdgeIndex(entry.edge), metresAlong: Double(along)),
      coordinate: index.frame.coordinate(place), distanceMetres: Double((away * away).sum().squareRoot()),
      confidence: confidence)
  }
}
