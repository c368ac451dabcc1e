import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// The articles of the documentation: their Swift is compiled and runs on the sample.
struct ArticleTests {
  private static let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The articles of all catalogs, by path below the package.
  private func articles() throws -> [String: String] {
    let sources = Self.root.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
      })
  }

  /// The blocks of Swift in a page.
  private func blocks(of page: String) -> [String] {
    page.components(separatedBy: "\n```swift\n").dropFirst().map {
      ($0.components(separatedBy: "\n```").first ?? $0) + "\n"
    }
  }

  /// Returns whether a program contains a block of lines, with the same indentation or more.
  private func holds(_ program: String, _ block: String) -> Bool {
    [0, 2, 4].contains { indentation in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : String(repeating: " ", count: indentation) + $0 }
      return ("\n" + program).contains("\n" + indented.joined(separator: "\n"))
    }
  }

  @Test func `each block of Swift in an article is part of a program that is built`() throws {
    let examples = Self.root.appending(path: "Tests/ArticleExamples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path)
    var programs = try names.map { try String(contentsOf: examples.appending(path: $0), encoding: .utf8) }
    for name in ["AppExample", "ClientExample", "MapClientExample", "TripServicesExample"] {
      programs.append(
        try String(contentsOf: Self.root.appending(path: "Tests/\(name)/main.swift"), encoding: .utf8))
    }
    var count = 0
    for (path, page) in try articles() {
      // Manifests are resolved by Tests/Supply/test_package.py.
      for block in blocks(of: page) where !block.hasPrefix("// swift-tools-version") {
        count += 1
        #expect(programs.contains { holds($0, block) }, "\(path): \(block)")
      }
    }
    #expect(count >= 20)
  }

  @Test func `the program of the trip services prints what its article says`() async throws {
    let article = try #require(
      try articles()["SkiPeople/SkiPeople.docc/RunningTheTripServices.md"])
    let outcome = try CommandRunner.built("TripServicesExample").run([])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(article.contains("It prints\n\n```\n\(outcome.text)```\n"), "\(outcome.text)")
  }

  @Test func `the programs of the articles run on the sample`() throws {
    let folder = ScratchFolder()
    let (files, sample) = (FileManager.default, SampleFiles.folder)
    for name in ["runs", "lifts", "ski_areas", "spots"] {
      try files.copyItem(
        atPath: sample.appending(path: "openskimap/\(name).geojson").path,
        toPath: "\(folder.path)/\(name).geojson")
    }
    try files.copyItem(atPath: sample.appending(path: "elevation").path, toPath: folder.path + "/elevation")
    try files.copyItem(atPath: SharedSample.files().map, toPath: folder.path + "/sample.skimap")
    try files.createSymbolicLink(
      atPath: folder.path + "/Data", withDestinationPath: sample.deletingLastPathComponent().path)
    let outcome = try CommandRunner.built("ArticleExamples").run([], in: folder.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.text.contains("100 %"), "\(outcome.text)")
  }
}
