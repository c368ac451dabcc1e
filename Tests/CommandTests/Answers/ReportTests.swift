import Foundation
import SkiTestSupport
import Testing

/// The report of a build: nothing is lost without being counted.
struct ReportTests {
  private struct Report: Decodable {
    struct Entry: Decodable {
      struct Example: Decodable {
        let id: String
        let detail: String
      }
      let code: String
      let outcome: String
      let count: Int
      let examples: [Example]
    }
    let version: Int
    let read: [String: Int]
    let used: [String: Int]
    let entries: [Entry]
  }

  private func report(_ path: String) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: path)))
  }

  private func checkSums(_ report: Report) {
    let leftOut = report.entries.filter { $0.outcome == "leftOut" }.reduce(0) { $0 + $1.count }
    #expect(report.read.values.reduce(0, +) == report.used.values.reduce(0, +) + leftOut)
    for entry in report.entries {
      #expect(["leftOut", "mended", "noted"].contains(entry.outcome))
      #expect(entry.count > 0 && entry.examples.count == min(entry.count, 10), "\(entry)")
    }
  }

  @Test func `what was read is what was used and what was left out, each role by itself`() throws {
    let whole = try report(SharedSample.files().report)
    #expect(whole.version == 1 && Set(whole.read.keys) == ["runs", "lifts", "areas", "spots"])
    checkSums(whole)
    let scratch = ScratchFolder()
    for role in ["runs", "lifts"] {
      let path = scratch.path + "/\(role).json"
      let outcome = try skiroute(
        "build", "--\(role)", SharedSample.path(role), "-o", scratch.path + "/x.skimap", "--report", path)
      #expect(outcome.exitCode == 0, "\(outcome)")
      let alone = try report(path)
      #expect(alone.read == [role: whole.read[role] ?? 0])
      checkSums(alone)
    }
  }

  @Test func `the summary on standard error says what the report says`() throws {
    let scratch = ScratchFolder()
    let path = scratch.path + "/r.json"
    let outcome = try skiroute(
      ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap", "--report", path])
    #expect(outcome.exitCode == 0 && outcome.standardOutput.isEmpty)
    let report = try report(path)
    for (role, count) in report.read {
      #expect(outcome.errorText.contains("\(role): \(count) read, \(report.used[role] ?? 0) used\n"))
    }
    for entry in report.entries { #expect(outcome.errorText.contains(" \(entry.count) × \(entry.code)")) }
    #expect(try scratch.names() == ["r.json", "x.skimap"])
  }

  @Test func `the same sources make the same map, byte for byte`() throws {
    let scratch = ScratchFolder()
    let outcome = try skiroute(["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap"])
    #expect(outcome.exitCode == 0)
    let first = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    #expect(try Data(contentsOf: URL(filePath: scratch.path + "/x.skimap")) == first)
  }
}
