import Foundation
import SkiTestSupport
import Testing

/// Two mountains of the same names, and names with terminal escapes in them.
struct HostileNameTests {
  private let scratch = ScratchFolder()

  @Test func `a name of two mountains is ambiguous, and its ids are offered and work`() throws {
    let map = scratch.path + "/two.skimap"
    let built = try skiroute(["build"] + SampleCopies.write(2, to: scratch) + ["-o", map])
    #expect(built.exitCode == 0, "\(built)")
    let outcome = try skiroute("Montsoleil", "Aurore", "--map", map)
    expectError(outcome, 64, "Montsoleil", "several", "lift Montsoleil at 46.0")
    let ids = outcome.errorText.matches(of: /\(([0-9a-f]{40})\)/).map { String($0.1) }
    #expect(ids.count == 2, "\(outcome)")
    for id in ids { expectError(try skiroute(id, "Aurore", "--map", map), 64, "Aurore", "several") }
    if ids.count == 2 {
      #expect(try skiroute(ids[0], ids[0], "--map", map).exitCode == 0)
      #expect(try skiroute(ids[0], ids[1], "--map", map).exitCode == 1)
    }
  }

  @Test func `escapes in a map's names never reach the terminal`() throws {
    for role in ["runs", "lifts"] {
      let text = try String(contentsOfFile: SharedSample.path(role), encoding: .utf8)
      let hostile = text.replacingOccurrences(of: "Aurore", with: "Aur\\u001b[31more\\u009b2J\\u202e\\u0007")
        .replacingOccurrences(of: "Jonction", with: "Jonc\\r\\n\\u001b]0;x\\u0007tion")
        .replacingOccurrences(of: "Avenir", with: "Ave\\u001b[2Jnir")
      scratch.write(hostile, to: "\(role).geojson")
    }
    let map = scratch.path + "/x.skimap"
    let built = try skiroute(
      "build", "--runs", scratch.path + "/runs.geojson", "--lifts", scratch.path + "/lifts.geojson", "-o", map
    )
    #expect(built.exitCode == 0, "\(built)")
    let hostileEnd = "Ave\u{1B}[2Jnir"
    var outcomes = [built]
    for arguments in [
      ["Montsoleil", "Crête"], ["places", "aur"], ["places", "jonc"], ["places", "ave"], ["check"],
      ["Montsoleil", hostileEnd], ["Aurora Boreal", "Crête"],
      ["Montsoleil", "Crête", "--closed", "Aur\u{1B}x"],
      ["Montsoleil", "Crête", "--format", "json"], ["Montsoleil", "Crête", "--format", "geojson"],
      ["Montsoleil", "Crête", "--format", "gpx"], ["places", "aur", "--format", "json"],
    ] { outcomes.append(try skiroute(arguments + ["--map", map])) }
    #expect(outcomes.contains { $0.text.contains("Aur\u{FFFD}[31more") })
    for outcome in outcomes {
      for scalar in (outcome.text + outcome.errorText).unicodeScalars {
        let isObeyed =
          scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
          || scalar == "\u{202E}"
        #expect(!isObeyed, "U+\(String(scalar.value, radix: 16)) in \(outcome)")
        if isObeyed { break }
      }
    }
  }

  @Test
  func `attributions, licences and file names are harmless in the terminal, pictures and tables`()
    throws
  {
    let escape = "\u{1B}[2J\u{9B}31m\u{202E}"
    let names = ["runs": "=1+1|cmd", "lifts": "</text><script>"]
    for role in ["runs", "lifts"] {
      let text = try String(contentsOfFile: SharedSample.path(role), encoding: .utf8)
      scratch.write(
        text.replacingOccurrences(of: "Jonction", with: names["runs"] ?? "")
          .replacingOccurrences(of: "Aurore", with: names["lifts"] ?? ""), to: "\(role).geojson")
    }
    scratch.write(
      #"{"version":1,"name":"N","licence":"\u001b[2J\u009b31m\u202e","attribution":"A <b> \u001b[2J\u009b31m\u202e & co"}"#,
      to: "SOURCE.json")
    let map = scratch.path + "/a\(escape).skimap"
    let built = try skiroute(
      "build", "--runs", scratch.path + "/runs.geojson", "--lifts", scratch.path + "/lifts.geojson", "-o", map
    )
    #expect(built.exitCode == 0, "\(built)")
    var outcomes = [built]
    let picture = scratch.path + "/x.svg"
    for arguments in [
      ["Montsoleil", "Crête", "--map", map, "--picture", picture], ["check", "--map", map, "--svg", picture],
      ["diff", map, map], ["diff", map, map, "--format", "json"],
      ["check", "--map", map, "--format", "json"],
      ["export", "--map", map, "--output", scratch.path + "/out"], ["reach", "Montsoleil", "--map", map],
      ["Montsoleil", "Crête", "--map", scratch.path + "/none\(escape).skimap"],
      ["tiles", "--map", map, "-o", scratch.path + "/x\(escape).pmtiles", "--zoom", "9"],
    ] {
      outcomes.append(try skiroute(arguments))
      if arguments.contains("--picture") || arguments.contains("--svg") {
        let svg = try String(contentsOfFile: picture, encoding: .utf8)
        #expect(!svg.contains("<script") && !svg.contains(where: Self.isObeyed), "\(arguments)")
      }
    }
    for outcome in outcomes {
      let words = (outcome.text + outcome.errorText).filter(Self.isObeyed)
      #expect(words.isEmpty, "\(outcome)")
    }
    let edges = try String(contentsOfFile: scratch.path + "/out/edges.csv", encoding: .utf8)
    #expect(edges.contains(",'=1+1|cmd,") && !edges.contains(",=1+1"))
  }

  private static func isObeyed(_ character: Character) -> Bool {
    character.unicodeScalars.contains { scalar in
      scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
        || ["\u{202E}", "\u{2066}"].contains(scalar)
    }
  }
}
