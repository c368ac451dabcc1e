import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// The sample map, which is used where no map is named.
struct SampleMapTests {
  /// A copy of the command in a folder like a checkout, so that the built one beside the tests is left alone.
  private func checkout(_ scratch: ScratchFolder, withData: Bool) throws -> CommandRunner {
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.path + "/build/debug", withIntermediateDirectories: true)
    let copy = scratch.path + "/build/debug/skiroute"
    try files.copyItem(atPath: CommandRunner.skiroute().executable, toPath: copy)
    if withData {
      try files.createDirectory(atPath: scratch.path + "/Data", withIntermediateDirectories: true)
      try files.createSymbolicLink(
        atPath: scratch.path + "/Data/Sample", withDestinationPath: SampleFiles.folder.path)
    }
    return CommandRunner(executable: copy)
  }

  @Test func `the sample map is built once beside the executable and used again`() throws {
    let scratch = ScratchFolder()
    let command = try checkout(scratch, withData: true)
    let first = try command.run(["Montsoleil", "Crête"])
    #expect(first.exitCode == 0 && first.errorText == "skiroute: building the sample map once\n", "\(first)")
    let map = scratch.path + "/build/debug/sample.skimap"
    let made = try FileManager.default.attributesOfItem(atPath: map)[.modificationDate] as? Date
    let second = try command.run(["Montsoleil", "Crête"], environment: ["SKIROUTE_MAP": ""])
    #expect(second.exitCode == 0 && second.standardError.isEmpty && second.text == first.text, "\(second)")
    #expect(try FileManager.default.attributesOfItem(atPath: map)[.modificationDate] as? Date == made)
    scratch.write("damaged", to: "build/debug/sample.skimap")
    let third = try command.run(["Montsoleil", "Crête"])
    #expect(third.exitCode == 0 && third.text == first.text && !third.standardError.isEmpty, "\(third)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/build/debug").count == 2)
  }

  @Test func `a command outside a checkout is refused without a map`() throws {
    let scratch = ScratchFolder()
    expectError(
      try checkout(scratch, withData: false).run(["Montsoleil", "Crête"]), 66, "--map", "SKIROUTE_MAP")
  }
}
