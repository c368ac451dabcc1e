import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TurnTests {
  @Test func `turns are classified by their angle`() {
    let expected: [(Double, Turn)] = [
      (0, .straight), (19, .straight), (-19, .straight), (21, .bearRight), (-21, .bearLeft), (90, .right),
      (-90, .left), (140, .sharpRight), (-140, .sharpLeft), (170, .back), (-180, .back),
    ]
    for (degrees, turn) in expected { #expect(Turn(degrees: degrees) == turn, "\(degrees)°") }
  }

  @Test func `the angle between bearings is the smaller one, from -180 to below 180 degrees`() {
    #expect(Turn.degrees(from: 350, to: 10) == 20)
    #expect(Turn.degrees(from: 10, to: 350) == -20)
    #expect(Turn.degrees(from: 0, to: 180) == -180)
    #expect(Turn.degrees(from: 270, to: 90) == -180)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let (old, new) = (
        Double.random(in: 0..<360, using: &random), Double.random(in: 0..<360, using: &random)
      )
      let turn = Turn.degrees(from: old, to: new)
      #expect((-180..<180).contains(turn))
      let rest = (old + turn - new).remainder(dividingBy: 360)
      #expect(abs(rest) < 1e-9, "seed 5: \(old) to \(new)")
    }
  }
}
