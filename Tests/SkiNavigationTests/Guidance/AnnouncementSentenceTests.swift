import SkiAnswers
import SkiGraph
import SkiRouting
import Testing

@testable import SkiNavigation

/// The texts of announcements in every language.
struct AnnouncementSentenceTests {
  private static func step(_ kind: LinkKind, _ name: String?, length: Double = 420) -> RouteStep {
    var step = RouteStep(kind: kind)
    (step.name, step.lengthMetres, step.milliseconds) = (name, length, 300_000)
    if kind == .lift { step.liftKind = .chairLift }
    if kind == .run { step.difficulty = .intermediate }
    return step
  }

  private static func take(_ turn: RouteTurn?, metres: Double, leavesLift: Bool = false) -> Announcement {
    Announcement(
      kind: .takeRun, step: 1, metresToGo: metres, turn: turn, leavesLift: leavesLift,
      subject: step(.run, "Ahorn"))
  }

  @Test func `a turn is announced with its distance in each language`() {
    let turn = Self.take(.left, metres: 124)
    #expect(turn.sentence() == "In 120 m: Turn left onto Ahorn (red)")
    #expect(turn.sentence(in: .french) == "Dans 120 m : Tournez à gauche sur Ahorn (rouge)")
    #expect(turn.sentence(in: .german) == "In 120 m: Links abbiegen auf Ahorn (rot)")
  }

  @Test(arguments: Language.allCases)
  func `a manoeuvre nearer than 25 m follows at once, without a distance`(language: Language) {
    for metres in [0, 0.4, 4.9, 24] {
      let text = Self.take(.right, metres: metres).sentence(in: language)
      #expect(!text.contains(" m"), "\(text)")
      let arrival = Announcement(kind: .arrive, step: nil, metresToGo: metres).sentence(in: language)
      #expect(!arrival.contains(" m"), "\(arrival)")
    }
  }

  @Test func `leaving a lift, boarding and walking use the phrases of directions`() {
    #expect(Self.take(.back, metres: 0, leavesLift: true).sentence().hasPrefix("Turn back, against"))
    let board = Announcement(kind: .boardLift, step: 0, metresToGo: 80, subject: Self.step(.lift, "Ahorn"))
    #expect(board.sentence() == "In 80 m: Take the chair lift Ahorn (5 min)")
    #expect(board.sentence(in: .german) == "In 80 m: Nehmen Sie den Sessellift Ahorn (5 Min.)")
    let walk = Announcement(
      kind: .walk, step: 0, metresToGo: 60, turn: .straight, subject: Self.step(.walk, "Dorfstrasse"))
    #expect(walk.sentence() == "In 60 m: Walk 400 m along Dorfstrasse")
  }

  @Test(arguments: Language.allCases)
  func `every kind of announcement has a text without slots or zero lengths`(language: Language) {
    for kind in Announcement.Kind.allCases {
      for subject in [
        Self.step(.lift, nil), Self.step(.run, nil, length: 0), Self.step(.walk, nil, length: 0),
      ] {
        for turn in RouteTurn.allCases + [nil] {
          for leavesLift in [false, true] {
            let announcement = Announcement(
              kind: kind, step: 0, metresToGo: 0.3, turn: turn, leavesLift: leavesLift,
              subject: subject, bearingDegrees: -170)
            let text = announcement.sentence(in: language)
            #expect(!text.isEmpty && !text.contains(/(^|\D)0 m/) && !text.contains("{"), "\(kind): \(text)")
          }
        }
      }
    }
  }

  @Test func `the wrong lift is named with its kind`() {
    let wrong = Announcement(kind: .wrongLift, step: nil, subject: Self.step(.lift, "Ahorn"))
    #expect(wrong.sentence().hasPrefix("Wrong lift: Ahorn (chair lift). "))
    #expect(wrong.sentence(in: .french).hasPrefix("Mauvaise remontée : Ahorn (télésiège). "))
    #expect(wrong.sentence(in: .german).hasPrefix("Falscher Lift: Ahorn (Sessellift). "))
  }
}
