import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Compares the README with the program and the output it quotes.
struct ReadmeTests {
  private func readme() throws -> String {
    let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  }

  /// Returns a folder with the sample map in it.
  private func sampleFolder() async throws -> ScratchFolder {
    let folder = ScratchFolder()
    let (contents, _) = try await MapMaking.sample(.openskimap)
    try contents.write(toFile: folder.path + "/sample.skimap")
    return folder
  }

  @Test func `the program of the README prints what the README says`() async throws {
    let source = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/ReadmeExample/main.swift")
    let program = try String(contentsOf: source, encoding: .utf8)
    #expect(try readme().contains("```swift\n\(program)```"))
    let folder = try await sampleFolder()
    let outcome = try CommandRunner.built("ReadmeExample").run([], in: folder.path)
    #expect(outcome.exitCode == 0)
    #expect(try readme().contains("```\n\(outcome.text.trimmingCharacters(in: .newlines))\n```"))
  }

  @Test func `the trip of the README has at most 60 lines and prints what the README says`() async throws {
    let source = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/TripExample/main.swift")
    let program = try String(contentsOf: source, encoding: .utf8)
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    #expect(try readme().contains("```swift\n\(program)```"))
    let folder = try await sampleFolder()
    let outcome = try CommandRunner.built("TripExample").run([], in: folder.path)
    #expect(outcome.exitCode == 0)
    let printed = outcome.text.split(separator: "\n").sorted().joined(separator: "\n")
    let quoted = try #require(
      try readme().components(separatedBy: "```\n").first { $0.contains("ben sees anna") })
    #expect(printed == quoted.split(separator: "\n").sorted().joined(separator: "\n"))
  }

  @Test func `the demo prints what the README says`() async throws {
    let folder = try await sampleFolder()
    let outcome = try CommandRunner.skiroute().run(
      ["Montsoleil", "Crête", "--max-difficulty", "red", "--map", "sample.skimap"], in: folder.path)
    #expect(outcome.exitCode == 0)
    #expect(try readme().contains("```\n\(outcome.text)```"))
  }

  @Test func `the picture of the README is what the command draws`() async throws {
    let path = "Sources/SkiRouting/SkiRouting.docc/Resources/route.svg"
    #expect(try readme().contains("](\(path))"))
    let stored = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: path)
    let folder = try await sampleFolder()
    let outcome = try CommandRunner.skiroute().run(
      [
        "Montsoleil", "Crête", "--max-difficulty", "red", "--map", "sample.skimap", "--picture", "route.svg",
      ], in: folder.path)
    #expect(outcome.exitCode == 0)
    let drawn = try String(contentsOfFile: folder.path + "/route.svg", encoding: .utf8)
    #expect(try drawn == String(contentsOf: stored, encoding: .utf8))
  }
}
