import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// Journals, replayed exactly, and the refusal of other text.
struct NavigationJournalTests {
  /// Records a skier who leaves a route and gets a new one, with every kind of event.
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
      let isLate = (fix.sequence ?? 0) > 60
      let match = MatchedFix(
        fix, state: isLate ? .onLift : .onRun, place: place, distanceMetres: 0.1, confidence: 0.95)
      let ride = RiddenLift(
        region: .first, lift: lift, name: "Ü \"1\"", refs: ["1", "1a"], kind: .gondola,
        exit: Coordinate(latitude: 46.1, longitude: 1 / 3))
      return .fix(fix, matched: match, ride: isLate ? ride : nil)
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

  /// Sets the properties of a step that the drawn world leaves unset.
  private static func tellEverything(of step: inout RouteStep) {
    step.refs = ["7", "7a"]
    step.link = RunLink(from: "Oben", to: "Unten")
    step.terrain = RunTerrain(
      grooming: .classicAndSkating, isGladed: true, isLit: false, isPatrolled: true, hasSnowmaking: false)
    (step.hasBubble, step.isHeated, step.isDown) = (true, false, true)
    (step.isStayingOn, step.stayOnStation, step.streetKind) = (true, "Mitte", .livingStreet)
    (step.isSteeperThanGraded, step.isHeightInferred, step.isDifficultyEstimated) = (true, true, true)
    (step.seats, step.liftKind, step.closedMilliseconds) = (6, .chairLift, 1)
    step.isDirectionUnknown = true
    step.maxGradient = Gradient(ratio: 1 / 3)
  }

  @Test(arguments: 1...5) func `a replayed journal gives the same effects and bytes`(seed: UInt64) throws {
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

  @Test func `the first lines of a journal follow the documented format`() throws {
    let lines = try Self.recorded(seed: 1).text.split(separator: "\n")
    #expect(
      lines[0]
        == #"{"journal":"skiroute-navigation","version":3,"options":{"offRouteMetres":40.0,"announcementSeconds":15.0,"liftAnnouncementSeconds":25.0,"announcementMetres":60.0,"firstRerouteSeconds":15.0,"lastRerouteSeconds":300.0}}"#
    )
    #expect(lines[1] == #"{"event":"route-set","region":0,"steps":2}"#)
    #expect(lines[2].hasPrefix(#"{"step":{"kind":"run","feature":"#))
    #expect(lines[3].hasPrefix(#"{"points":[460071974,70000000,200000,"#))
  }

  @Test func `an altered journal is replayed or refused with the line`() throws {
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
      // A change without effect, as of a digit beyond a double's precision, may pass.
      do { try NavigationJournal.replay(altered) } catch let error as SkiError {
        #expect(error.subject?.hasPrefix("line ") == true, "\(error)")
      }
    }
  }

  @Test(arguments: [
    ("", SkiError.Code.emptyInput), ("\n", .malformedData), ("[]\n", .malformedData),
    (#"{"journal":"x","version":1,"options":{}}"# + "\n", .malformedData),
    (#"{"journal":"skiroute-navigation","version":1,"options":{}}"# + "\n", .unsupportedFormat),
  ]) func `text that is not a journal is refused`(text: String, code: SkiError.Code) {
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
  ]) func `an invalid line is refused with its number`(line: String, code: SkiError.Code) {
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

  @Test func `a name too long for a line is an error and leaves the state unchanged`() throws {
    var route = try NavigationReducerTests.route(NavigationReducerTests.world(), "T", "B")
    route.steps[0].name = String(repeating: "x", count: 70_000)
    var journal = NavigationJournal(NavigationReducer())
    #expect(throws: SkiError.self) { try journal.reduce(.routeSet(route)) }
    #expect(journal.state == NavigationState())
  }
}
