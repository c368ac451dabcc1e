import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// A program written as an app, with the public interface alone.
struct AppExampleTests {
  @Test func `the app of the article prints the output that the article shows`() throws {
    let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Sources/SkiRouting/SkiRouting.docc/GettingStarted.md"),
      encoding: .utf8)
    let program = try String(contentsOf: root.appending(path: "Tests/AppExample/main.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n\(program)```"))
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    #expect(!program.contains("egion"))
    let folder = ScratchFolder()
    try FileManager.default.copyItem(
      atPath: SharedSample.files().map, toPath: folder.path + "/sample.skimap")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Data", withDestinationPath: root.appending(path: "Data").path)
    let outcome = try CommandRunner.built("AppExample").run([], in: folder.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(page.contains("```\n\(outcome.text)```"), "\(outcome.text)")
  }
}
