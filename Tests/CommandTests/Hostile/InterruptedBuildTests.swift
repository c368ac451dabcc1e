import Foundation
import SkiTestSupport
import Testing

/// Builds ended by a signal at any moment. `SKIROUTE_KILLS` is their number.
@Suite(.serialized) struct InterruptedBuildTests {
  private static let count = TestScale.count("SKIROUTE_KILLS", all: 40, sample: 24)
  private static let seed: UInt64 = 2026

  @Test func `a killed build leaves the old map or the new one`() throws {
    let killing = try InterruptedBuild()
    var random = SeededGenerator(seed: Self.seed)
    var (olds, news, finished, mostLeft) = (0, 0, 0, 0)
    for delay in killing.delays(Self.count, using: &random) {
      let end = try killing.build(ending: SIGKILL, afterSeconds: delay)
      let found = try Data(contentsOf: URL(filePath: killing.map))
      #expect(found == killing.old || found == killing.new, "killed after \(delay) s: \(found.count) bytes")
      if found == killing.old { olds += 1 } else { news += 1 }
      if !end.isSignal { finished += 1 }
      #expect(end.isSignal || end == .exit(0) && found == killing.new)
      mostLeft = max(mostLeft, try killing.scratch.names().count - 1)
    }
    print(
      "\(Self.count) kills over \(killing.seconds) s, seed \(Self.seed): old map \(olds), new map \(news), "
        + "of which \(finished) builds had ended; at most \(mostLeft) temporary files")
    #expect(olds + news == Self.count && olds > 0)
    // Each build removes the temporary files of the killed one before it.
    #expect(mostLeft <= 1)
    #expect(try skiroute(killing.arguments).exitCode == 0)
    #expect(try Data(contentsOf: URL(filePath: killing.map)) == killing.new)
    #expect(try killing.scratch.names() == ["x.skimap"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a build stopped by a signal leaves one whole map and nothing else`(signal: Int32) throws {
    let killing = try InterruptedBuild()
    var random = SeededGenerator(seed: Self.seed)
    let count = max(10, Self.count / 4)
    var ends: [String: Int] = [:]
    for delay in killing.delays(count, using: &random) {
      let end = try killing.build(ending: signal, afterSeconds: delay)
      ends["\(end)", default: 0] += 1
      // Before the build has begun the signal ends the process itself; there is nothing to remove then.
      #expect(
        end == .signal(signal) || end == .exit(130) || end == .exit(0), "after \(delay) s: \(end)")
      let found = try Data(contentsOf: URL(filePath: killing.map))
      // A signal after the map is written ends the process while it exits: the new map is there then.
      let expected =
        end.isSignal ? [killing.old, killing.new] : [end == .exit(0) ? killing.new : killing.old]
      #expect(expected.contains(found), "after \(delay) s: \(end), \(found.count) bytes")
      #expect(try killing.scratch.names() == ["x.skimap"], "after \(delay) s: \(end)")
    }
    print("signal \(signal) \(count) times, seed \(Self.seed): \(ends)")
  }
}
