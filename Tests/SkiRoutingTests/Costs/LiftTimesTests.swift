import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct LiftTimesTests {
  static func lift(_ kind: LiftKind, _ change: (inout GraphFeature) -> Void = { _ in }) -> GraphFeature {
    let point = GraphPoint(
      position: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), elevationCentimetres: nil)
    var lift = GraphFeature(kind: .lift, id: SourceID("way/1"), start: point, end: point)
    lift.liftKind = kind
    change(&lift)
    return lift
  }

  @Test(arguments: [
    (LiftKind.gondola, 4.9), (.mixedLift, 4.9), (.cableCar, 6.3), (.funicular, 8), (.rackRailway, 7),
    (.railway, 8),
    (.dragLift, 3), (.tBar, 3), (.jBar, 3), (.platter, 3), (.ropeTow, 1.7), (.magicCarpet, 0.8),
    (.unknown, 4),
    (.chairLift, 3.2),
  ])
  func `every kind of lift has its speed`(kind: LiftKind, speed: Double) {
    #expect(LiftTimes.speed(of: Self.lift(kind)) == speed)
  }

  @Test(
    arguments: [
      (nil, 2, nil, 2.3), (nil, 3, 4000, 2.3), (nil, 4, 2400, 2.3), (nil, 4, 2401, 4.9), (nil, 4, nil, 3.2),
      (nil, 6, 1000, 4.9), (nil, 8, nil, 4.9), (true, 2, nil, 4.9), (false, 8, 4000, 2.3),
      (nil, nil, 3000, 4.9),
      (nil, nil, 1000, 3.2),
    ] as [(Bool?, Int?, Int?, Double)])
  func `the speed of a chair lift follows from its detachable tag, seats and capacity`(
    isDetachable: Bool?, seats: Int?, capacity: Int?, speed: Double
  ) {
    let chair = Self.lift(.chairLift) {
      $0.isDetachable = isDetachable
      $0.occupancy = seats
      $0.capacityPerHour = capacity
    }
    #expect(LiftTimes.speed(of: chair) == speed)
    let boarding = [2.3: 35_000.0, 4.9: 70_000, 3.2: 50_000][speed]
    #expect(LiftTimes.boardingMilliseconds(of: chair) == boarding)
  }

  @Test func `boarding takes time at gondolas, mixed, chair and unknown lifts only`() {
    for kind in LiftKind.allCases {
      let expected: [LiftKind: Double] = [
        .gondola: 70_000, .mixedLift: 70_000, .chairLift: 50_000, .unknown: 65_000,
      ]
      #expect(LiftTimes.boardingMilliseconds(of: Self.lift(kind)) == expected[kind] ?? 0)
    }
  }

  @Test func `a duration from the source takes precedence unless it is implausible`() {
    let sane = Self.lift(.gondola) { $0.durationMilliseconds = 600_000 }
    #expect(LiftTimes.rideMilliseconds(of: sane, slopeMetres: 1800) == 600_000)
    let fast = Self.lift(.gondola) { $0.durationMilliseconds = 10_000 }
    #expect(abs(LiftTimes.rideMilliseconds(of: fast, slopeMetres: 490) - 100_000) < 1e-6)
    let slow = Self.lift(.gondola) { $0.durationMilliseconds = 10_000_000 }
    #expect(abs(LiftTimes.rideMilliseconds(of: slow, slopeMetres: 490) - 100_000) < 1e-6)
  }

  @Test func `funitels and tricable gondolas have speeds of their own, as gondolas or cable cars`() {
    for (ropes, speed) in [(CabinRopes.funitel, 6.5), (.tricable, 7.5)] {
      for kind in [LiftKind.gondola, .cableCar] {
        let lift = Self.lift(kind) { $0.ropes = ropes }
        #expect(LiftTimes.speed(of: lift) == speed)
        #expect(LiftTimes.boardingMilliseconds(of: lift) == 70_000, "they circulate")
        #expect(LiftTimes.waitMilliseconds(of: lift, slopeMetres: 630) == 180_000)
        #expect(abs(LiftTimes.rideMilliseconds(of: lift, slopeMetres: speed * 100) - 100_000) < 1e-6)
      }
    }
  }

  @Test(arguments: [CabinRopes.funitel, .tricable, nil]) func `the ropes of a lift are kept in a map`(
    ropes: CabinRopes?
  ) throws {
    let world = try DrawnWorld(
      """
      T
      .
      B
      """, heights: ["T": 1100], [.lift("BT", .gondola) { $0.ropes = ropes }, .run("TB", .easy)])
    let lift = try #require(world.feature("BT"))
    #expect(world.graph.feature(lift).ropes == ropes && world.graph.attributes(of: lift).ropes == ropes)
    #expect(world.graph.feature(lift).isHeated == nil)
  }

  @Test func `a duration that only some kinds can reach counts for these alone`() {
    // 1,200 m in 3 min are 6.7 m/s.
    for (kind, isDetachable, counts) in [
      (LiftKind.gondola, nil, true), (.cableCar, nil, true), (.chairLift, true, true),
      (.chairLift, nil, true),
      (.chairLift, false, false), (.tBar, nil, false), (.magicCarpet, nil, false), (.unknown, nil, true),
    ] as [(LiftKind, Bool?, Bool)] {
      let lift = Self.lift(kind) {
        $0.durationMilliseconds = 180_000
        $0.isDetachable = isDetachable
      }
      #expect((LiftTimes.rideMilliseconds(of: lift, slopeMetres: 1200) == 180_000) == counts, "\(kind)")
    }
  }

  @Test func `the wait is 3 minutes, 1 at magic carpets and half a ride at cable cars`() {
    #expect(LiftTimes.waitMilliseconds(of: Self.lift(.chairLift), slopeMetres: 1000) == 180_000)
    #expect(LiftTimes.waitMilliseconds(of: Self.lift(.magicCarpet), slopeMetres: 100) == 60_000)
    #expect(LiftTimes.waitMilliseconds(of: Self.lift(.cableCar), slopeMetres: 630) == 50_000)
  }
}
