import Foundation
import SkiTestSupport
import Testing

/// Builds of one map over another that are ended by a signal at times spread over their whole length.
struct InterruptedBuild {
  let scratch = ScratchFolder()
  let old: Data
  let new: Data
  /// The longest duration of three builds in seconds.
  let seconds: Double
  let arguments: [String]
  var map: String { scratch.path + "/x.skimap" }

  init() throws {
    arguments = ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap"]
    let small = scratch.write(HostileText.collection(HostileText.good), to: "runs.geojson")
    try Self.succeed(skiroute("build", "--runs", small, "-o", scratch.path + "/x.skimap"))
    old = try Data(contentsOf: URL(filePath: scratch.path + "/x.skimap"))
    var longest = Duration.zero
    var made: Set<Data> = []
    for _ in 0..<3 {
      let outcome = try skiroute(arguments)
      try Self.succeed(outcome)
      longest = max(longest, outcome.elapsed)
      made.insert(try Data(contentsOf: URL(filePath: scratch.path + "/x.skimap")))
    }
    guard made.count == 1, let first = made.first, first != old else { throw Unready("builds differ") }
    new = first
    seconds = Double(longest.components.attoseconds) / 1e18 + Double(longest.components.seconds)
    try FileManager.default.removeItem(atPath: small)
  }

  private static func succeed(_ outcome: CommandRunner.Outcome) throws {
    guard outcome.exitCode == 0 else { throw Unready("\(outcome)") }
  }

  /// Begins a build over the old map, sends a signal after a time, and returns the build's end.
  func build(ending signal: Int32, afterSeconds delay: Double) throws -> ChildProcess.End {
    try old.write(to: URL(filePath: map))
    let process = try ChildProcess(
      CommandRunner.skiroute().executable, arguments, environment: ProcessInfo.processInfo.environment)
    usleep(UInt32(delay * 1e6))
    process.send(signal)
    return process.wait()
  }

  /// Returns random times over the length of a build and 10 % beyond, one in each of `count` equal parts.
  func delays(_ count: Int, using generator: inout SeededGenerator) -> [Double] {
    (0..<count).map { (Double($0) + .random(in: 0..<1, using: &generator)) / Double(count) * seconds * 1.1 }
  }
}
