import SkiGeo
import SkiModel
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// Journals are written and played back exactly; what is no journal is refused.
struct NavigationJournalTests {
  /// Records a skier who leaves a route, gets a new one and meets everything that can happen.
  static func recorded(seed: UInt64) throws -> (
    text: String, effects: [[NavigationEffect]], state: NavigationState
  ) {
    let world = try NavigationReducerTests.world()
    var route = try NavigationReducerTests.route(world, "T", "D")
    route.steps[0].name = "Ahorn \"\u{202E}\n\\ \u{1F3BF} é"
    Self.tellEverything(of: &route.steps[0])
    var skier = RouteSkier(seed: seed)
    skier.patience = 0.1
    let left = skier.leave(route, .otherRun, in: world.graph)
    let fixes = try #require(left).map(\.fix)
    let lift = try #require(world.feature("CD"))
    var events: [NavigationEvent] = [.routeSet(route)] + fixes.prefix(20).map { .fix($0) }
    events += [.liftStatusChanged(lift, isOpen: false), .paused, .fix(fixes[20]), .resumed]
    events += [.liftStatusChanged(lift, isOpen: true), .rerouteFailed]
    events += fixes.dropFirst(21).map { fix in
      let place = EdgePlace(edge: route.steps[0].edges[0], metresAlong: 1 / 3)
      return .fix(
        fix,
        matched: MatchedFix(fix, state: .onRun, place: place, distanceMetres: 0.1, confidence: 0.95))
    }
    events += [.rerouteAnswered(try NavigationReducerTests.route(world, "T", "B")), .fix(fixes[0])]
    var odd = LocationFix(
      Coordinate(latitude: .nan, longitude: -0.0), time: fixes[0].time, elevationMetres: 1e300)
    (odd.courseDegrees, odd.sequence, odd.speedMetresPerSecond) = (-.infinity, .max, .leastNonzeroMagnitude)
    events += [.fix(odd), .routeCleared]
    var journal = NavigationJournal(NavigationReducer())
    var (text, effects) = (journal.header, [[NavigationEffect]]())
    for event in events {
      let (done, entry) = try journal.reduce(event)
      effects.append(done)
      text += entry
    }
    return (text, effects, journal.state)
  }

  /// Gives a step every fact that the drawn world doesn't know.
  private static func tellEverything(of step: inout RouteStep) {
    step.refs = ["7", "7a"]
    step.link = RunLink(from: "Oben", to: "Unten")
    step.terrain = RunTerrain(
      grooming: .classicAndSkating, isGladed: true, isLit: false, isPatrolled: true, hasSnowmaking: false)
    (step.hasBubble, step.isHeated, step.isDown) = (true, false, true)
    (step.isStayingOn, step.stayOnStation, step.streetKind) = (true, "Mitte", .livingStreet)
    (step.isSteeperThanGraded, step.isHeightInferred, step.isDifficultyEstimated) = (true, true, true)
    (step.seats, step.liftKind, step.closedMilliseconds) = (6, .chairLift, 1)
    step.maxGradient = Gradient(ratio: 1 / 3)
  }

  @Test(arguments: 1...5) func `what was recorded plays back byte for byte`(seed: UInt64) throws {
    let (text, effects, state) = try Self.recorded(seed: seed)
    var replayed: [[NavigationEffect]] = []
    var again = NavigationJournal(NavigationReducer())
    var copy = again.header
    let end = try NavigationJournal.replay(Array(text.utf8)) { event, effects, _ in
      replayed.append(effects)
      copy += try again.reduce(event).entry
    }
    #expect(replayed == effects && end == state, "seed \(seed)")
    #expect(copy == text, "seed \(seed)")
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= NavigationJournal.greatestLineLength })
  }

  @Test func `the first lines of a journal are as described`() throws {
    let lines = try Self.recorded(seed: 1).text.split(separator: "\n")
    #expect(
      lines[0]
        == #"{"journal":"skiroute-navigation","version":2,"options":{"offRouteMetres":40.0,"announcementSeconds":15.0,"liftAnnouncementSeconds":25.0,"announcementMetres":60.0,"firstRerouteSeconds":15.0,"lastRerouteSeconds":300.0}}"#
    )
    #expect(lines[1] == #"{"event":"route-set","region":0,"steps":2}"#)
    #expect(lines[2].hasPrefix(#"{"step":{"kind":"run","feature":"#))
    #expect(lines[3].hasPrefix(#"{"points":[460071974,70000000,200000,"#))
  }

  @Test func `a journal that was altered anywhere is refused with its line`() throws {
    let text = Array(try Self.recorded(seed: 2).text.utf8)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      var altered = text
      let at = Int.random(in: 0..<altered.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: altered[at] = UInt8.random(in: 0...255, using: &random)
      case 1: altered.remove(at: at)
      default: altered.removeSubrange(at...)
      }
      // A change that means the same, as of a digit beyond a double's, may pass; nothing may stop the reader.
      do { try NavigationJournal.replay(altered) } catch let error as SkiError {
        #expect(error.subject?.hasPrefix("line ") == true, "\(error)")
      }
    }
  }

  @Test(arguments: [
    ("", SkiError.Code.emptyInput), ("\n", .malformedData), ("[]\n", .malformedData),
    (#"{"journal":"x","version":1,"options":{}}"# + "\n", .malformedData),
    (#"{"journal":"skiroute-navigation","version":1,"options":{}}"# + "\n", .unsupportedFormat),
  ]) func `what is no journal is refused`(text: String, code: SkiError.Code) {
    #expect(throws: SkiError.self) { try NavigationJournal.replay(Array(text.utf8)) }
    do { try NavigationJournal.replay(Array(text.utf8)) } catch let error as SkiError {
      #expect(error.code == code, "\(error)")
    } catch { Issue.record("\(error)") }
  }

  @Test(arguments: [
    (#"{"event":"paused","more":1}"#, SkiError.Code.malformedData), (#"{"event":"gone"}"#, .malformedData),
    (#"{"event":"route-set","region":0,"steps":1000000000}"#, .limitExceeded),
    (#"{"event":"route-set","region":0,"steps":-1}"#, .malformedData),
    (#"{"event":"route-set","region":4294967296,"steps":1}"#, .malformedData),
    (#"{"event":"route-set","region":0,"steps":1}"#, .malformedData),
    (#"{"event":"fix","fix":{"lat":1e999,"lon":0,"time":0}}"#, .malformedData),
    (#"{"event":"fix","fix":{"lat":01,"lon":0,"time":0}}"#, .malformedData),
    (#"{"event":"fix","fix":{"lat":1,"lat":1,"lon":0,"time":0}}"#, .malformedData),
    (#"{"event":"fix","fix":{"lat":"\ud800","lon":0,"time":0}}"#, .malformedData),
    (#"{"event":"paused"}"# + "\n" + #"{"effects":[],"state":{}}"#, .malformedData),
  ]) func `a hostile line is refused`(line: String, code: SkiError.Code) {
    let text = NavigationJournal(NavigationReducer()).header + line + "\n"
    do {
      try NavigationJournal.replay(Array(text.utf8))
      Issue.record("was taken")
    } catch let error as SkiError {
      #expect(error.code == code && error.subject != nil, "\(error)")
    } catch { Issue.record("\(error)") }
  }

  @Test func `lines too long or too deep are refused`() {
    for (text, count, code) in [("[", 60_000, SkiError.Code.malformedData), (" ", 70_000, .limitExceeded)] {
      do {
        try NavigationJournal.replay(Array((String(repeating: text, count: count) + "\n").utf8))
        Issue.record("was taken")
      } catch let error as SkiError { #expect(error.code == code) } catch { Issue.record("\(error)") }
    }
  }

  @Test func `a name too long for a line is an error, and changes nothing`() throws {
    var route = try NavigationReducerTests.route(NavigationReducerTests.world(), "T", "B")
    route.steps[0].name = String(repeating: "x", count: 70_000)
    var journal = NavigationJournal(NavigationReducer())
    #expect(throws: SkiError.self) { try journal.reduce(.routeSet(route)) }
    #expect(journal.state == NavigationState())
  }
}
