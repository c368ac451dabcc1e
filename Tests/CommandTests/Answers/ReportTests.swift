import Foundation
import SkiTestSupport
import Testing

/// The report of a build: every feature is counted.
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
    let roles: [String: Role]
    let outcomes: [String: Int]
    let entries: [Entry]

    struct Role: Decodable, Equatable {
      let read: Int
      let used: Int
    }
  }

  private func report(_ path: String) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: path)))
  }

  private func checkSums(_ report: Report) {
    let leftOut = report.entries.filter { $0.outcome == "leftOut" }.reduce(0) { $0 + $1.count }
    #expect(report.roles.values.reduce(0) { $0 + $1.read - $1.used } == leftOut)
    #expect(report.outcomes["leftOut"] == leftOut)
    for entry in report.entries {
      #expect(["leftOut", "mended", "noted"].contains(entry.outcome))
      #expect(entry.count > 0 && entry.examples.count == min(entry.count, 10), "\(entry)")
    }
  }

  @Test func `used and left-out features add up to those read, for all roles and for each alone`() throws {
    let whole = try report(SharedSample.files().report)
    #expect(whole.version == 1 && Set(whole.roles.keys) == ["runs", "lifts", "areas", "spots"])
    checkSums(whole)
    let scratch = ScratchFolder()
    for role in ["runs", "lifts"] {
      let path = scratch.path + "/\(role).json"
      let outcome = try skiroute(
        "build", "--\(role)", SharedSample.path(role), "-o", scratch.path + "/x.skimap", "--report", path)
      #expect(outcome.exitCode == 0, "\(outcome)")
      let alone = try report(path)
      #expect(alone.roles == [role: try #require(whole.roles[role])])
      checkSums(alone)
    }
  }

  @Test func `the summary on standard error has the counts of the report`() throws {
    let scratch = ScratchFolder()
    let path = scratch.path + "/r.json"
    let outcome = try skiroute(
      ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap", "--report", path])
    #expect(outcome.exitCode == 0 && outcome.standardOutput.isEmpty)
    let report = try report(path)
    for (role, counts) in report.roles {
      #expect(outcome.errorText.contains("\(role): \(counts.read) read, \(counts.used) used\n"))
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
