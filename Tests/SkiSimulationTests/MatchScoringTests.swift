import SkiBase
import SkiGraph
import SkiSimulation
import SkiTestSupport
import SkiTracks
import Testing

/// Scores of known matches: a perfect one loses nothing, and losses are counted by cause.
struct MatchScoringTests {
  private let world: DrawnWorld
  private let day: SimulatedDay
  private let scoring: MatchScoring

  init() throws {
    // TAB and TCB lie 40 m apart; the lift stands between.
    world = try DrawnWorld(
      """
      T--
      A-C
      B--
      """, cellMetres: 20, heights: ["T": 1020, "A": 1010, "C": 1010, "B": 1000],
      [.run("TAB", .easy), .run("TCB", .easy), .lift("BT", .dragLift)])
    day = try SimulatedDay.make(
      graph: world.graph, seed: 2, options: SimulationOptions(durationSeconds: 5400))
    scoring = MatchScoring(graph: world.graph, sigmaMetres: 2)
  }

  private func track(_ change: (inout MatchedFix) -> Void = { _ in }) -> MatchedTrack {
    let fixes = zip(day.fixes, day.truth).map { fix, truth in
      var matched = MatchedFix(fix, state: truth.state, place: truth.place, coordinate: truth.coordinate)
      change(&matched)
      return matched
    }
    return MatchedTrack(fixes: fixes, passages: day.passages)
  }

  @Test func `the truth has the full score`() {
    let score = scoring.score(day, track())
    #expect(score.featureFixes > 500 && score.featureShare == 1 && score.edgeShare == 1)
    #expect(score.ridesTrue > 3 && score.ridesFound == score.ridesTrue && score.ridesInvented == 0)
    #expect(score.mistakes.isEmpty && score.queueRight == score.queueFixes)
  }

  @Test func `a match off the map is counted as lost and its rides as missed`() {
    var lost = track { $0 = MatchedFix($0.fix, state: .offMap) }
    lost.passages = []
    let score = scoring.score(day, lost)
    #expect(score.featureShare == 0 && score.share(lostTo: .lost) == 1)
    #expect(score.ridesFound == 0 && score.rideNotes.count == score.ridesTrue)
  }

  @Test func `a ride cut off by the end of the day is neither missed nor invented`() throws {
    var day = day
    let ride = try #require(
      day.passages.last { world.graph.link(world.graph.link(of: $0.edge)).kind == .lift })
    let cut = ride.fixes.lowerBound + ride.fixes.count * 9 / 10
    day.fixes.removeSubrange(cut...)
    day.truth.removeSubrange(cut...)
    day.passages.removeAll { $0.leftAt >= ride.leftAt }
    let fixes = zip(day.fixes, day.truth).map {
      MatchedFix($0, state: $1.state, place: $1.place, coordinate: $1.coordinate)
    }
    var half = ride
    (half.leftMetres, half.leftAt) = (ride.leftMetres * 0.9, day.fixes[cut - 1].time)
    #expect(half.leftMetres >= 30)
    let score = scoring.score(day, MatchedTrack(fixes: fixes, passages: day.passages + [half]))
    #expect(score.ridesFound == score.ridesTrue && score.ridesInvented == 0)
    let none = scoring.score(day, MatchedTrack(fixes: fixes, passages: day.passages))
    #expect(none.ridesFound == none.ridesTrue)
  }

  @Test func `a run matched to the lift beside it is counted under that cause`() throws {
    let graph = world.graph
    let feature = try #require(world.feature("BT"))
    let lift = try #require(
      graph.edges(from: world.node("B")).map { EdgeIndex($0) }
        .first { graph.link(graph.link(of: $0)).feature == feature })
    let score = scoring.score(
      day, track { if $0.state == .onRun { $0.place = EdgePlace(edge: lift, metresAlong: 20) } })
    #expect(score.featureShare < 0.9 && score.causes[.underLift, default: 0] > 0)
    #expect(score.mistakes.first?.text.contains("-> lift BT") == true)
  }
}
