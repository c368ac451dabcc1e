import SkiGraph
import Testing

@testable import SkiBuild

struct ChairGripTests {
  private func grip(
    _ name: String?, seats: Int? = nil, bubble: Bool? = nil, heated: Bool? = nil, kind: LiftKind = .chairLift
  ) -> Bool? {
    var lift = Lift(id: SourceID("L"), name: name, kind: kind, occupancy: seats, parts: [])
    (lift.hasBubble, lift.isHeated) = (bubble, heated)
    return ChairGrip.isDetachable(lift)
  }

  @Test(
    arguments: [
      ("Chinook Express", true), ("Apres Vous High Speed Quad", true), ("High-Speed Six", true),
      ("TSD4 Portella", true), ("Penken-Express", true), ("TSF4 Xavi", false), ("Birdland Double", false),
      ("Expressionist", nil), ("Speedy", nil), ("", nil), (nil, nil),
    ] as [(String?, Bool?)])
  func `words in the name of a chairlift give its grip`(name: String?, expected: Bool?) {
    #expect(grip(name) == expected && grip(name, seats: 4) == expected)
  }

  @Test func `a chairlift with bubbles or heated seats is detachable`() {
    #expect(grip("Le 4", seats: 4, bubble: true) == true && grip("TSF4 X", heated: true) == true)
    #expect(grip("Le 4", seats: 4, bubble: false, heated: false) == nil)
  }

  @Test func `the name gives no grip to a three-seat chairlift, and nothing gives one to a gondola`() {
    #expect(grip("Fabyan's Express Triple", seats: 3) == nil)
    #expect(grip("Express", bubble: true, kind: .gondola) == nil)
  }
}
