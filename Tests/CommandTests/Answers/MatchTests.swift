import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `skiroute match` on a day of the sample mountain, against Data/Formats/day.md.
struct MatchTests {
  private let scratch = ScratchFolder()

  /// A track up the Crête, down, to the far east and back.
  private func track() throws -> SampleTrack {
    try SampleTrack(through: ["Montsoleil", "Crête@top", "Montsoleil", "lift:Tête Noire@top", "Montsoleil"])
  }

  private func laps(_ outcome: CommandRunner.Outcome) throws -> [[String: Any]] {
    #expect(outcome.exitCode == 0, "\(outcome)")
    return try #require(try jsonObject(outcome.standardOutput)["laps"] as? [[String: Any]])
  }

  @Test func `a matched day is written as text as recorded`() throws {
    let path = try track().write(to: scratch)
    let outcome = try skiroute("match", path, "--utc-offset", "+1")
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    try expectGolden(outcome.text, "match")
    #expect(try skiroute("match", path, "--utc-offset", "-01:00").exitCode == 0)
  }

  private func matchInput(_ bytes: Data, _ arguments: String...) throws -> CommandRunner.Outcome {
    try CommandRunner.skiroute().run(
      ["match", "-"] + arguments, environment: ["SKIROUTE_MAP": SharedSample.files().map], input: bytes)
  }

  @Test func `standard input and a packed track give the same day as the file`() throws {
    let path = try track().write(to: scratch)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let fromFile = try skiroute("match", path, "--format", "json")
    let fromInput = try matchInput(bytes, "--format", "json")
    #expect(fromFile.exitCode == 0 && fromInput.exitCode == 0, "\(fromInput)")
    #expect(try laps(fromInput).count == laps(fromFile).count)
    let packing = try CommandRunner(executable: "/bin/gzip").run(["-c"], input: bytes)
    let packed = try matchInput(packing.standardOutput, "--format", "json")
    #expect(packed.standardOutput == fromInput.standardOutput && packed.standardError.isEmpty)
  }

  @Test func `an empty standard input and a web page are refused with what to do`() throws {
    let empty = try matchInput(Data())
    #expect(
      empty.exitCode == 65 && empty.errorText.contains("standard input: recording is empty"), "\(empty)")
    let page = try matchInput(Data("<!DOCTYPE html><html></html>".utf8))
    #expect(page.exitCode == 65 && page.errorText.contains("web page"), "\(page)")
  }

  @Test func `JSON lists every lift ride of the track in order, with the documented members`() throws {
    let track = try track()
    let outcome = try skiroute("match", track.write(to: scratch), "--format", "json")
    let laps = try laps(outcome)
    let words = laps.map { "\($0["kind"] as? String ?? "?"):\($0["id"] as? String ?? "?")" }
    #expect(words.filter { $0.hasPrefix("lift") } == track.steps.filter { $0.hasPrefix("lift") })
    #expect(Set(words).isSubset(of: Set(track.steps)), "\(words) are not of \(track.steps)")
    for lap in laps { #expect(Set(lap.keys) == (try DayMembers.table("member of a lap"))) }
    let document = try jsonObject(outcome.standardOutput)
    #expect(
      Set(document.keys)
        == ["version", "day", "laps", "unmatched", "totals", "areas", "achievements", "descents", "breaks"])
    let descents = try #require(document["descents"] as? [[String: Any]])
    for descent in descents { #expect(Set(descent.keys) == (try DayMembers.table("member of a descent"))) }
    #expect(!descents.isEmpty)
    let day = try #require(document["day"] as? [String: Any])
    #expect(Set(day.keys) == (try DayMembers.table("member of `day`")))
    let totals = try #require(document["totals"] as? [String: Any])
    #expect(Set(totals.keys) == (try DayMembers.table("member of `totals`")))
    #expect(totals["liftRides"] as? Int == words.count { $0.hasPrefix("lift") })
    #expect((document["unmatched"] as? [Any])?.isEmpty == true)
  }

  @Test func `laps follow each other in time, and times add up`() throws {
    let outcome = try skiroute("match", try track().write(to: scratch), "--format", "json")
    let laps = try laps(outcome)
    let (starts, ends) = (
      laps.compactMap { $0["start"] as? String }, laps.compactMap { $0["end"] as? String }
    )
    #expect(starts.count == laps.count && ends.count == laps.count)
    #expect(zip(ends, starts.dropFirst()).allSatisfy { $0 <= $1 })
    let totals = try #require(try jsonObject(outcome.standardOutput)["totals"] as? [String: Any])
    let parts = ["ride", "ski", "wait", "stopped", "walk", "unmatched", "unrecorded"].map {
      totals["\($0)Seconds"] as? Double ?? .nan
    }
    let total = try #require(totals["totalSeconds"] as? Double)
    #expect(abs(parts.reduce(0, +) - total) < 0.5)
  }

  @Test func `GeoJSON and GPX have every lap and the attribution`() throws {
    let path = try track().write(to: scratch)
    let count = try laps(skiroute("match", path, "--format", "json")).count
    let collection = try jsonObject(skiroute("match", path, "--format", "geojson").standardOutput)
    #expect((collection["features"] as? [Any])?.count == count)
    let day = try #require(collection["day"] as? [String: Any])
    #expect((day["attribution"] as? String)?.contains("SkiRoute sample") == true)
    let gpx = try skiroute("match", path, "--format", "gpx")
    let elements = try GPXCount(gpx.standardOutput)
    #expect(elements["wpt"] == count && elements["trk"] == 1)
    #expect(elements["trkpt"] > 500)
    #expect(gpx.text.contains("SkiRoute sample"))
  }

  @Test func `the picture of a day is well-formed, reproducible and the only file written`() throws {
    let path = try track().write(to: scratch)
    for name in ["a", "b"] {
      let outcome = try skiroute("match", path, "--picture", "\(scratch.path)/\(name).svg")
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    }
    #expect(try scratch.names() == ["a.svg", "b.svg", "day.gpx"])
    let pictures = try ["a", "b"].map { try Data(contentsOf: URL(filePath: "\(scratch.path)/\($0).svg")) }
    #expect(pictures[0] == pictures[1])
    #expect(XMLParser(data: pictures[0]).parse())
    #expect(String(decoding: pictures[0], as: UTF8.self).contains("SkiRoute sample"))
  }

  @Test func `two days of one track are two answers with totals of their own`() throws {
    let first = try String(contentsOfFile: track().write(to: scratch), encoding: .utf8)
    let points = try #require(first.firstMatch(of: /(?s)<trkseg>.*<\/trkseg>/)).0
    let second = points.replacing("2026-02-01", with: "2026-02-02")
    try #require(second != points)
    let path = scratch.write(first.replacing(points, with: points + second), to: "two.gpx")
    let outcome = try skiroute("match", path, "--format", "json", "--picture", scratch.path + "/days.svg")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    let totals = try lines.map { line in
      let totals = try #require(try jsonObject(Data(line.utf8))["totals"] as? [String: Any])
      return try #require(totals["liftRides"] as? Int)
    }
    #expect(totals[0] > 0 && totals[0] == totals[1])
    #expect(try scratch.names().filter { $0.hasSuffix(".svg") } == ["days-2.svg", "days.svg"])
    let collection = try jsonObject(skiroute("match", path, "--format", "geojson").standardOutput)
    #expect((collection["days"] as? [Any])?.count == 2 && collection["day"] == nil)
    #expect(try GPXCount(skiroute("match", path, "--format", "gpx").standardOutput)["trk"] == 2)
  }

  @Test func `a track far from the map is unmatched with exit code 0`() throws {
    let path = try track().write(to: scratch, moved: -3)
    let outcome = try skiroute("match", path, "--format", "json")
    #expect(try laps(outcome).isEmpty)
    #expect(outcome.errorText.contains("nowhere near"))
    let unmatched = try #require(try jsonObject(outcome.standardOutput)["unmatched"] as? [[String: Any]])
    #expect(unmatched.map { $0["kind"] as? String } == ["unmatched"])
    #expect(
      Set(try #require(unmatched.first).keys) == (try DayMembers.table("member of an unmatched stretch")))
    let text = try skiroute("match", path)
    #expect(text.exitCode == 0 && text.text.contains("? unmatched"))
  }
}

/// The members that the tables of `Data/Formats/day.md` list.
enum DayMembers {
  /// The members in the table whose first column is called so.
  static func table(_ title: String) throws -> Set<String> {
    let file = SampleFiles.folder.deletingLastPathComponent().appending(path: "Formats/day.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("| \(title) |") }) else {
      throw Unready("no table “\(title)” in day.md")
    }
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    return Set(
      rows.flatMap { row in row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } })
  }
}
