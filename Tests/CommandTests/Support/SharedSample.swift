import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// The sample mountain's map, built once by the command for all tests of this process.
enum SharedSample {
  /// The map and the report of its build.
  struct Files: Sendable {
    let map: String
    let report: String
  }

  private static let scratch = ScratchFolder()
  private static let built = Result { try build() }

  /// The files, built on first use.
  static func files() throws -> Files { try built.get() }

  /// The arguments that name the sample's sources.
  static var sources: [String] {
    [
      "--runs", path("runs"), "--lifts", path("lifts"), "--areas", path("ski_areas"), "--spots",
      path("spots"),
    ]
      + ["--elevation", SampleFiles.folder.appending(path: "elevation").path]
  }

  /// The path of one of the sample's files in the format of OpenSkiMap.
  static func path(_ name: String) -> String {
    SampleFiles.folder.appending(path: "openskimap/\(name).geojson").path
  }

  private static func build() throws -> Files {
    // A static is never released, so its folder is removed at the end of the process.
    atexit { try? FileManager.default.removeItem(atPath: SharedSample.scratch.path) }
    let files = Files(map: scratch.path + "/sample.skimap", report: scratch.path + "/report.json")
    let outcome = try CommandRunner.skiroute().run(
      ["build"] + sources + ["--output", files.map, "--report", files.report])
    guard outcome.exitCode == 0 else { throw Unready("the sample map was not built: \(outcome)") }
    return files
  }
}

/// An error for a missing requirement of a test.
struct Unready: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Runs the command in an empty environment but for the sample map.
func skiroute(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRunner.Outcome {
  try skiroute(arguments, environment: environment)
}

/// Runs the command in an empty environment but for the sample map.
func skiroute(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandRunner.Outcome {
  let standard = ["SKIROUTE_MAP": try SharedSample.files().map, "COLUMNS": "80"]
  return try CommandRunner.skiroute().run(arguments, environment: standard.merging(environment) { $1 })
}

/// Runs the command with standard output sent elsewhere.
func skiroute(_ arguments: [String], outputTo file: String) throws -> CommandRunner.Outcome {
  let command = try CommandRunner.skiroute().executable
  return try CommandRunner(executable: "/bin/sh").run(
    ["-c", "out=$1; shift; exec \"$@\" >\"$out\"", "sh", file, command] + arguments,
    environment: ["SKIROUTE_MAP": SharedSample.files().map])
}

/// Checks that a command failed with one line of error, its exit code, and nothing on standard output.
func expectError(
  _ outcome: CommandRunner.Outcome, _ code: Int32, _ words: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.exitCode == code, "\(outcome)", sourceLocation: sourceLocation)
  #expect(outcome.standardOutput.isEmpty, "\(outcome)", sourceLocation: sourceLocation)
  let text = outcome.errorText
  #expect(text.hasPrefix("skiroute: error: "), "\(outcome)", sourceLocation: sourceLocation)
  #expect(
    text.hasSuffix("\n") && text.utf8.count { $0 == 0x0A } == 1, "\(outcome)", sourceLocation: sourceLocation)
  for word in words {
    #expect(text.contains(word), "“\(word)” is not in: \(outcome)", sourceLocation: sourceLocation)
  }
}

extension ScratchFolder {
  /// The names in the folder, in order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes text.
  @discardableResult
  func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }
}
