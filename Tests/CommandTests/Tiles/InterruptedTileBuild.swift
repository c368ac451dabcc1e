import Foundation
import SkiTestSupport
import Testing

/// Builds of one archive that are ended by a signal at times spread over their whole length.
struct InterruptedTileBuild {
  let scratch = ScratchFolder()
  let archive: String
  /// The archive of an undisturbed build.
  let whole: Data
  /// An archive of other tiles, written before some of the builds.
  let old: Data
  /// The duration of a build in seconds.
  let seconds: Double
  let arguments: [String]

  init(ending: String) throws {
    archive = scratch.path + "/x." + ending
    // A second of work, and several times what a build keeps in memory before it writes its work file.
    arguments = ["tiles", "--layer", "hillshade", "--zoom", "12-15", "-o", archive]
    old = try Self.made(["tiles", "--zoom", "9", "-o", archive], at: archive).data
    (whole, seconds) = try Self.made(arguments, at: archive)
    try empty()
  }

  private static func made(_ arguments: [String], at path: String) throws -> (data: Data, seconds: Double) {
    let outcome = try skiroute(arguments)
    guard outcome.exitCode == 0 else { throw Unready("\(outcome)") }
    let time = outcome.elapsed.components
    let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    return (try Data(contentsOf: URL(filePath: path)), seconds)
  }

  /// The file at the archive's path; nil without one.
  var found: Data? { FileManager.default.contents(atPath: archive) }

  /// Removes all files, and writes the old archive when `thenOld` is true.
  func empty(thenOld: Bool = false) throws {
    for name in try scratch.names() { try FileManager.default.removeItem(atPath: scratch.path + "/" + name) }
    if thenOld { try old.write(to: URL(filePath: archive)) }
  }

  /// Begins a build, sends a signal after a time, and returns the build's end and its error output.
  func build(
    ending signal: Int32, afterSeconds delay: Double
  ) throws -> (end: ChildProcess.End, words: String) {
    let words = ScratchFolder()
    let errors = words.path + "/error"
    let process = try ChildProcess(
      CommandRunner.skiroute().executable, arguments,
      environment: ["SKIROUTE_MAP": SharedSample.files().map], streams: ChildProcess.Streams(error: errors))
    usleep(UInt32(delay * 1e6))
    process.send(signal)
    return (process.wait(), try String(contentsOfFile: errors, encoding: .utf8))
  }

  /// Returns random times over the length of a build and 10 % beyond, one in each of `count` equal parts.
  func delays(_ count: Int, using generator: inout SeededGenerator) -> [Double] {
    (0..<count).map { (Double($0) + .random(in: 0..<1, using: &generator)) / Double(count) * seconds * 1.1 }
  }
}
