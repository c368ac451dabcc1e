import Foundation
import SkiTestSupport
import Testing

/// Builds of archives ended by a signal at any moment. `SKIROUTE_KILLS` is their number.
@Suite(.serialized) struct InterruptedTileBuildTests {
  private static let count = TestScale.count("SKIROUTE_KILLS", all: 40, sample: 12)
  private static let seed: UInt64 = 2027

  @Test(arguments: ["pmtiles", "mbtiles"])
  func `a killed build leaves no partial archive, and the next build completes it`(
    ending: String
  ) throws {
    let killing = try InterruptedTileBuild(ending: ending)
    var random = SeededGenerator(seed: Self.seed)
    var (killed, resumed) = (0, 0)
    for (number, delay) in killing.delays(Self.count, using: &random).enumerated() {
      let isOld = number % 2 == 1
      try killing.empty(thenOld: isOld)
      // Every third build is killed twice.
      for again in 0...(number % 3 == 2 ? 1 : 0) {
        let (end, _) = try killing.build(ending: SIGKILL, afterSeconds: again == 0 ? delay : delay / 2)
        killed += end.isSignal ? 1 : 0
        let found = killing.found
        #expect(
          found == killing.whole || end.isSignal && found == (isOld ? killing.old : nil),
          "seed \(Self.seed), killed after \(delay) s: \(found?.count ?? -1) bytes")
      }
      let rest = try skiroute(killing.arguments)
      #expect(rest.exitCode == 0 && killing.found == killing.whole, "killed after \(delay) s: \(rest)")
      #expect(try killing.scratch.names() == ["x." + ending], "killed after \(delay) s")
      resumed += rest.errorText.contains("made before") ? 1 : 0
    }
    print(
      "\(killed) builds of \(ending) killed within \(killing.seconds) s, \(resumed) went on from tiles made")
    #expect(killed > 0 && resumed > 0)
  }

  @Test(arguments: ["pmtiles", "mbtiles"])
  func `a build stopped by a signal leaves at most a work file, and the next one completes`(
    ending: String
  ) throws {
    let killing = try InterruptedTileBuild(ending: ending)
    var random = SeededGenerator(seed: Self.seed + 1)
    for (number, delay) in killing.delays(max(6, Self.count / 2), using: &random).enumerated() {
      try killing.empty()
      let (end, words) = try killing.build(
        ending: number % 2 == 0 ? SIGINT : SIGTERM, afterSeconds: delay)
      // Before the build has begun, and after its end, the signal ends the process itself.
      #expect(end.isSignal || end == .exit(130) || end == .exit(0), "after \(delay) s: \(end)")
      let names = try killing.scratch.names()
      if end == .exit(130) {
        #expect(names == [] || names == ["x.\(ending).work"], "after \(delay) s: \(end)")
        let says = names.isEmpty ? "nothing was written" : "x.\(ending).work"
        #expect(words.contains("signal") && words.contains(says), "after \(delay) s: \(words)")
      } else {
        #expect(names == [] || names == ["x." + ending] && killing.found == killing.whole, "\(end): \(names)")
      }
      let rest = try skiroute(killing.arguments)
      #expect(rest.exitCode == 0 && killing.found == killing.whole, "stopped after \(delay) s: \(rest)")
      #expect(try killing.scratch.names() == ["x." + ending])
    }
  }
}
