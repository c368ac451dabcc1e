import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// No command writes over a file it reads, nor two files under one name, under any spelling of the names.
struct OverwriteTests {
  @Test func `each option of each command is listed as input, output or neither`() throws {
    let options = Set(try CommandTable().commands.flatMap(\.options))
    let known = CommandTable.inputs.union(CommandTable.outputs).union(CommandTable.others)
    #expect(options.subtracting(known).sorted() == [], "add it to CommandTable: does it name a file?")
    #expect(known.subtracting(options).sorted() == [], "no command has it any more")
    #expect(try CommandTable().commands.filter { !$0.outputs.isEmpty }.count >= 12)
  }

  @Test func `an output that any option reads is refused under every spelling`() throws {
    for command in try CommandTable().commands {
      for output in command.outputs {
        for input in command.inputs {
          for spelling in Spelling.allCases { try tryPair(command, input, output, spelling) }
        }
      }
    }
  }

  private func tryPair(
    _ command: CommandTable.Command, _ input: String, _ output: String, _ spelling: Spelling
  ) throws {
    let files = try CommandFiles(command, endingOf: output)
    // All files of a folder are compared alike: two spellings suffice for the rest.
    let all = files.files(of: input)
    for read in [.same, .link].contains(spelling) ? all : Array(all.prefix(2)) {
      guard let name = try spelling.name(of: read, files, output) else { continue }
      let before = try files.contents()
      let outcome = try files.run([output: name])
      let what = "\(files.command.testDescription) \(input) \(output) \(spelling) \(read): \(outcome)"
      #expect(outcome.exitCode == 64 && outcome.errorText.contains("is an input; choose"), "\(what)")
      #expect(try files.contents() == before, "\(what)")
    }
  }

  @Test func `inputs and outputs of different names are not refused as the same file`() throws {
    for command in try CommandTable().commands where !command.outputs.isEmpty {
      let files = try CommandFiles(command, endingOf: command.outputs[0])
      let outcome = try files.run([:])
      // The inputs are neither maps nor elevation.
      #expect([65, 66].contains(outcome.exitCode), "\(command.testDescription): \(outcome)")
    }
  }

  @Test func `two outputs that are one file are refused under every spelling`() throws {
    var count = 0
    for command in try CommandTable().commands {
      for (number, first) in command.outputs.enumerated() {
        for second in command.outputs.dropFirst(number + 1) {
          for spelling in Spelling.allCases {
            let files = try CommandFiles(command, endingOf: first)
            for isThere in [true, false] where isThere || spelling != .hardLink {
              let name = files.scratch.path + "/both-\(isThere)." + CommandFiles.ending(of: first, command)
              if isThere { files.scratch.write("before", to: URL(filePath: name).lastPathComponent) }
              guard let other = try spelling.name(of: name, files, second) else { continue }
              let outcome = try files.run([first: name, second: other])
              #expect(
                outcome.exitCode == 64 && outcome.errorText.contains("is named twice; choose"),
                "\(command.testDescription) \(first) \(second) \(spelling): \(outcome)")
              #expect(!isThere || FileManager.default.contents(atPath: name) == Data("before".utf8))
              count += 1
            }
          }
        }
      }
    }
    #expect(count > 15)
  }

  @Test func `two outputs that differ only in case or Unicode form are refused`()
    throws
  {
    let scratch = ScratchFolder()
    for (map, report) in [
      ("a.out", "A.OUT"), ("new/a", "new/A"), ("new/x/../a", "./new/a"), ("\u{E9}", "e\u{301}"),
    ] {
      let outcome = try skiroute(
        ["build"] + SharedSample.sources + [
          "-o", scratch.path + "/" + map, "--report", scratch.path + "/" + report,
        ])
      expectError(outcome, 64, "is named twice; choose")
    }
    #expect(try scratch.names().isEmpty)
  }

  @Test func `an input among the files written beside an output is refused`() throws {
    let scratch = ScratchFolder()
    let map = try SharedSample.files().map
    func refused(_ arguments: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation)
      throws
    {
      let before = FileManager.default.contents(atPath: scratch.path + "/" + name)
      let outcome = try skiroute(arguments)
      #expect(
        outcome.exitCode == 64 && outcome.errorText.contains("is an input; choose"), "\(outcome)",
        sourceLocation: sourceLocation)
      #expect(FileManager.default.contents(atPath: scratch.path + "/" + name) == before)
    }
    func path(_ name: String) -> String { scratch.path + "/" + name }
    func copy(_ name: String) throws { try FileManager.default.copyItem(atPath: map, toPath: path(name)) }
    try copy("x.pmtiles.work")
    try refused(["tiles", "--map", path("x.pmtiles.work"), "-o", path("x.pmtiles")], "x.pmtiles.work")
    try copy("nodes.csv")
    try refused(["export", "--map", path("nodes.csv"), "-o", scratch.path], "nodes.csv")
    try copy("edges.csv")
    try refused(["export", "--map", path("edges.csv"), "-o", path("sub/..")], "edges.csv")
    for name in ["x.pgw", "x.png.aux.xml"] {
      scratch.write("0 0 0 0", to: name)
      let relief = ["terrain", "relief", TerrainRun.elevation, "--ramp", path(name), "-o", path("x.png")]
      try refused(relief + ["--world-file"], name)
    }
    try copy("sheet-02.svg")
    try refused(
      ["check", "--map", path("sheet-02.svg"), "--svg", path("sheet.svg"), "--sample", "60"], "sheet-02.svg")
    #expect(!FileManager.default.fileExists(atPath: path("sheet-01.svg")))
  }

  @Test func `a map of SKIROUTE_MAP and a SOURCE.json beside inputs are not written over`() throws {
    let scratch = ScratchFolder()
    let map = scratch.write("no map", to: "m.svg")
    let outcome = try skiroute(["check", "--svg", map], environment: ["SKIROUTE_MAP": map])
    expectError(outcome, 64, "is an input; choose")
    let runs = scratch.write("{}", to: "runs.geojson")
    let note = scratch.write("{}", to: "SOURCE.json")
    expectError(try skiroute("build", "--runs", runs, "-o", note), 64, "is an input; choose")
    expectError(
      try skiroute("build", "--runs", runs, "-o", scratch.path + "/m", "--report", note), 64,
      "is an input; choose")
    #expect(try String(contentsOfFile: note, encoding: .utf8) == "{}")
  }

  @Test func `a file in an elevation folder that isn't read may be replaced`() throws {
    let run = TerrainRun()
    let folder = run.path("dem")
    try FileManager.default.copyItem(atPath: TerrainRun.elevation, toPath: folder)
    for _ in 0..<2 { #expect(try run.make("slope", "dem/slope.png", of: [folder]).exitCode == 0) }
    #expect(try run.make("slope", "dem/slope.tif", of: [folder]).exitCode == 0)
    expectError(try run.make("slope", "dem/slope.tif", of: [folder]), 64, "lies in", "is an input; choose")
  }

  @Test func `a file at the work file's path of tiles is kept unless it is a work file`() throws {
    let scratch = ScratchFolder()
    let other = scratch.write("my own notes", to: "x.pmtiles.work")
    let map = try SharedSample.files().map
    let arguments = ["tiles", "--map", map, "-o", scratch.path + "/x.pmtiles", "--zoom", "8"]
    expectError(try skiroute(arguments), 73, "x.pmtiles.work", "not a work file")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "my own notes")
    scratch.write("SKIWORK\nof an older build", to: "x.pmtiles.work")
    #expect(try skiroute(arguments).exitCode == 0)
    #expect(try scratch.names() == ["x.pmtiles"])
  }
}

/// Spellings of the same file.
private enum Spelling: CaseIterable {
  case same, dot, dotDot, linkedFolder, link, linkToLink, hardLink

  /// Returns another name of a file, for an option with its extension; nil where the spelling is not possible.
  func name(of file: String, _ files: CommandFiles, _ output: String) throws -> String? {
    let manager = FileManager.default
    let url = URL(filePath: file)
    let ending = CommandFiles.ending(of: output, files.command)
    let alias = files.scratch.path + "/" + (files.isFolder(output) ? "tables/nodes.csv" : "alias." + ending)
    let result = files.isFolder(output) ? files.scratch.path + "/tables" : alias
    try manager.createDirectory(
      atPath: files.scratch.path + "/tables", withIntermediateDirectories: true)
    try? manager.removeItem(atPath: alias)
    let isDirect = ending.isEmpty || url.pathExtension == ending
    let (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
    switch self {
    case .same: return isDirect ? file : nil
    case .dot: return isDirect ? folder + "/.//" + name : nil
    case .dotDot:
      return isDirect ? folder + "/../" + url.pathComponents.suffix(2).joined(separator: "/") : nil
    case .linkedFolder:
      guard isDirect else { return nil }
      let link = files.scratch.path + "/linked"
      try? manager.removeItem(atPath: link)
      try manager.createSymbolicLink(atPath: link, withDestinationPath: folder)
      return link + "/" + name
    case .link:
      try manager.createSymbolicLink(atPath: alias, withDestinationPath: file)
      return result
    case .linkToLink:
      let between = files.scratch.path + "/between"
      try? manager.removeItem(atPath: between)
      try manager.createSymbolicLink(atPath: between, withDestinationPath: file)
      try manager.createSymbolicLink(
        atPath: alias, withDestinationPath: "\(result == alias ? "" : "../")between")
      return result
    case .hardLink:
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
      try manager.linkItem(atPath: file, toPath: alias)
      return result
    }
  }
}

/// A command with a file of its own for each option that names one.
private struct CommandFiles {
  let command: CommandTable.Command
  let scratch = ScratchFolder()
  private var values: [String: String] = [:]

  /// - Parameter output: The option whose extension all files have, so that each could be an output.
  init(_ command: CommandTable.Command, endingOf output: String) throws {
    self.command = command
    let ending = Self.ending(of: output, command)
    for input in command.inputs {
      let name = input.trimmingPrefix("--") + (ending.isEmpty ? "" : "." + ending)
      values[input] = scratch.write("of \(input)", to: "in/\(name)")
    }
    for folder in command.inputs where ["--elevation", "sources"].contains(folder) {
      values[folder] = scratch.path + "/in/dem"
      for name in ["a.tif", "b.pmtiles", "10/5/7.png", "N46E007.hgt", "SOURCE.json"] {
        scratch.write("of \(name)", to: "in/dem/\(name)")
      }
    }
    for output in command.outputs {
      values[output] =
        scratch.path + "/new-\(output.trimmingPrefix("--")).\(Self.ending(of: output, command))"
    }
  }

  /// The extension a command requires of an output; empty where any is allowed.
  static func ending(of output: String, _ command: CommandTable.Command) -> String {
    switch (command.words.last, output) {
    case (_, "--picture"), (_, "--profile-picture"): "svg"
    case ("contours", _): "geojson"
    case ("tiles", _): "pmtiles"
    case ("classes", _), ("relief", _): "png"
    case _ where command.words.first == "terrain": "tif"
    default: ""
    }
  }

  func isFolder(_ output: String) -> Bool { command.words == ["export"] }

  /// The input of an option: a file, or a folder with its contents.
  func files(of input: String) -> [String] {
    guard let path = values[input] else { return [] }
    guard path.hasSuffix("/dem") else { return [path] }
    return [path]
      + ["a.tif", "b.pmtiles", "10/5/7.png", "N46E007.hgt", "SOURCE.json"].map { path + "/" + $0 }
  }

  /// Returns the contents of all input files by path.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    let root = URL(filePath: scratch.path).appending(path: "in")
    for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      ?? .init()
    {
      contents[url.path] = FileManager.default.contents(atPath: url.path)
    }
    return contents
  }

  /// Runs the command with other values of some options.
  func run(_ others: [String: String]) throws -> CommandRunner.Outcome {
    let values = self.values.merging(others) { $1 }
    var arguments = command.words
    for option in command.options {
      if let value = values[option] {
        arguments += option.hasPrefix("--") ? [option, value] : [value]
      } else if ["from", "to"].contains(option) {
        arguments.append("46.07,-4.92")
      } else if option == "--interval" {
        arguments += [option, "20"]
      }
    }
    return try skiroute(arguments)
  }
}
