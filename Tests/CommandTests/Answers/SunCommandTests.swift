import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute terrain sun` on the sample mountain.
struct SunCommandTests {
  private static let elevation = SampleFiles.folder.appending(path: "elevation").path

  private func sun(_ arguments: String...) throws -> CommandRunner.Outcome {
    try skiroute(["terrain", "sun"] + arguments + ["--elevation", Self.elevation])
  }

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try skiroute(
      ["terrain", "sun"] + arguments + ["--format", "json", "--elevation", Self.elevation])
    #expect(outcome.exitCode == 0, "\(outcome)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.standardOutput) as? [String: Any])
  }

  @Test func `the first winter sun on a run is in the south-east and the last in the south-west`() throws {
    let day = try json(["Éclipse", "--date", "2026-02-01"])
    #expect(
      day.keys.sorted() == [
        "anySun", "date", "elevation", "firstSun", "heightsEndMetres", "lastSun", "moments", "name",
        "utcOffsetSeconds", "wholeSun", "zone",
      ])
    #expect(day["name"] as? String == "Éclipse" && day["date"] as? String == "2026-02-01")
    let (first, last) = (day["firstSun"] as? [String: Any], day["lastSun"] as? [String: Any])
    let azimuths = try [first, last].map { try #require($0?["sunAzimuthDegrees"] as? Double) }
    #expect((90...180).contains(azimuths[0]) && (180...270).contains(azimuths[1]))
    let moments = try #require(day["moments"] as? [[String: Any]])
    #expect(moments.count > 15 && moments.count < 24)
    let noon = try #require(moments.max { altitude($0) < altitude($1) })
    // 90 − 46.09 − 17.1 (the sun's declination on 1 February), at 12:33 UTC there, 13:33 by the clocks of France.
    #expect(abs(altitude(noon) - 26.8) < 0.3 && noon["time"] as? String == "13:30")
    #expect(day["zone"] as? String == "Europe/Paris" && day["utcOffsetSeconds"] as? Int == 3600)
  }

  private func altitude(_ moment: [String: Any]) -> Double { moment["sunAltitudeDegrees"] as? Double ?? .nan }

  @Test func `--utc-offset and --zone shift the times of the sun`() throws {
    let plain = try json(["46.08,-4.92", "--date", "2026-03-10", "--zone", "UTC"])
    let ahead = try json(["46.08,-4.92", "--date", "2026-03-10", "--utc-offset", "+1"])
    func minutes(_ day: [String: Any]) throws -> Int {
      let time = try #require((day["firstSun"] as? [String: Any])?["time"] as? String)
      let parts = time.split(separator: ":").compactMap { Int($0) }
      return parts[0] * 60 + parts[1]
    }
    #expect(try minutes(ahead) == minutes(plain) + 60)
    #expect(ahead["utcOffsetSeconds"] as? Int == 3600 && ahead["zone"] is NSNull)
    let summer = try json(["46.08,-4.92", "--date", "2026-03-29"])
    #expect(summer["utcOffsetSeconds"] as? Int == 7200 && summer["zone"] as? String == "Europe/Paris")
  }

  @Test func `a coordinate after a space is named without it`() throws {
    #expect(try json([" 46.08,-4.92", "--date", "2026-03-10"])["name"] as? String == "46.08,-4.92")
  }

  @Test func `the text has the time zone, the first and the last sun and a table`() throws {
    let outcome = try sun("run:Éclipse", "--date", "2026-02-01", "--utc-offset", "-01:00", "--every", "60")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "Éclipse, 2026-02-01, times of UTC-01:00")
    #expect(lines.contains { $0.hasPrefix("first sun  ") } && lines.contains { $0.hasPrefix("last sun   ") })
    #expect(lines.contains("time   sun from  altitude  upper  middle  lower  all"))
    #expect(try sun("Éclipse", "--date", "2026-02-01").text.contains("times of Europe/Paris (UTC+01:00)"))
  }

  @Test func `a sun request that cannot be answered is refused with its exit code`() throws {
    expectError(try sun("Éclipse", "--date", "2026-02-30"), 64, "2026-2-30")
    expectError(try sun("Éclipse", "--date", "today"), 64, "today")
    expectError(try sun("Éclipse", "--date", "2026-02-01", "--utc-offset", "CET"), 64, "CET")
    expectError(try sun("Éclipse", "--date", "2026-02-01", "--zone", "CET"), 64, "CET")
    expectError(
      try sun("Éclipse", "--date", "2026-02-01", "--zone", "UTC", "--utc-offset", "+1"), 64, "--zone")
    expectError(try sun("Éclipse", "--date", "2026-02-01", "--every", "0"), 64, "0")
    expectError(try sun("Nowhere at All", "--date", "2026-02-01"), 64, "Nowhere at All")
    expectError(try sun("10,10", "--date", "2026-02-01"), 65, "10,10")
    expectError(try sun("91,10", "--date", "2026-02-01"), 64, "91,10")
    expectError(try sun("-10,10", "--date", "2026-02-01"), 65, "no elevations at -10,10;")
    expectError(try sun("-91,10", "--date", "2026-02-01"), 64, "coordinate -91,10 is")
    expectError(
      try skiroute("terrain", "sun", "Éclipse", "--date", "2026-02-01", "--elevation", "/nowhere"), 66,
      "/nowhere")
  }
}
