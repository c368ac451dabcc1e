import SkiGraph
import SkiTestSupport
import Testing

struct LiftSpeedsTests {
  private static let all: [LiftSpeeds] =
    LiftKind.allCases.flatMap { kind in [nil, false, true].map { LiftSpeeds(kind, isDetachable: $0) } }
    + CabinRopes.allCases.map { LiftSpeeds(.gondola, ropes: $0) }

  @Test func `the usual speed of every kind is plausible on long and short lifts`() {
    for speeds in Self.all {
      #expect(speeds.least < speeds.usual && speeds.usual < speeds.greatest)
      for metres in [50.0, 500, 5000] {
        #expect(speeds.allow(metres: metres, seconds: metres / speeds.usual))
      }
    }
  }

  @Test func `durations outside the speeds of a kind are implausible, with time for its stations`() {
    var random = SeededGenerator(seed: 3)
    for speeds in Self.all {
      for _ in 0..<50 {
        let metres = Double.random(in: 20...6000, using: &random)
        #expect(!speeds.allow(metres: metres, seconds: metres / speeds.greatest * 0.99))
        #expect(speeds.allow(metres: metres, seconds: metres / speeds.greatest * 1.01))
        let longest = metres / speeds.least + speeds.stationSeconds
        #expect(speeds.allow(metres: metres, seconds: longest * 0.99))
        #expect(!speeds.allow(metres: metres, seconds: longest * 1.01))
      }
      for seconds in [0.0, -5, .nan] { #expect(!speeds.allow(metres: 100, seconds: seconds)) }
    }
  }

  @Test(
    arguments: [
      ("Funitel de Péclet", .gondola, .funitel), ("FUNITEL", .cableCar, .funitel),
      ("3S Eisgratbahn", .gondola, .tricable), ("Penkenbahn (3-S)", .cableCar, .tricable),
      ("3S-Bahn", .unknown, .tricable), ("Tricable", .gondola, .tricable), ("TS3S", .gondola, nil),
      ("Funitelbahn", .gondola, nil), ("3 Seen Express", .gondola, nil), ("Funitel", .chairLift, nil),
      ("3S", .tBar, nil), ("", .gondola, nil),
    ] as [(String, LiftKind, CabinRopes?)])
  func `a word of the name states the ropes of a cabin lift`(name: String, kind: LiftKind, ropes: CabinRopes?)
  {
    #expect(CabinRopes(name: name, kind: kind) == ropes)
  }
}
