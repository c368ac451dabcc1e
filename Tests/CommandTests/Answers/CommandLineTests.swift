import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The arguments and options of the command line, and their effect on the answer.
struct CommandLineTests {
  private func seconds(_ arguments: String...) throws -> Double {
    try #require(try route(arguments)["seconds"] as? Double)
  }

  private func route(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try skiroute(arguments + ["--format", "json"])
    let document = try jsonObject(outcome.standardOutput)
    return try #require(document["route"] as? [String: Any])
  }

  private func steps(_ arguments: String...) throws -> [[String: Any]] {
    let document = try jsonObject(skiroute(arguments + ["--format", "json"]).standardOutput)
    return try #require(document["steps"] as? [[String: Any]])
  }

  @Test func `route is the default subcommand`() throws {
    let named = try skiroute("route", "Montsoleil", "Crête", "--max-difficulty", "red")
    #expect(named.exitCode == 0)
    #expect(try skiroute("Montsoleil", "Crête", "--max-difficulty", "red").text == named.text)
    #expect(try skiroute("--max-difficulty", "red", "Montsoleil", "Crête").text == named.text)
  }

  @Test func `negative coordinates are accepted without quoting, after options too`() throws {
    let north = try skiroute("46.0762,-4.91761", "46.06395,-4.90721")
    let head = "46.0762,-4.91761 → 46.06395,-4.90721, nothing harder than red\n"
    #expect(north.exitCode == 0 && north.text.hasPrefix(head), "\(north)")
    for arguments in [
      ["-33.1,-70.2", "Crête"], ["--max-difficulty", "red", "-33.1,-70.2", "Crête"],
      ["route", "--board", "-33.1,-70.2", "Crête"], ["--", "-33.1,-70.2", "Crête"],
      ["-33.1,-70.2", "-33.2,-70.3"],
      ["-33.1, -70.2", "Crête"], ["-33.1,70", "Crête", "--format", "text"],
    ] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == 1 && outcome.text.hasPrefix("-33.1,"), "\(arguments): \(outcome)")
    }
  }

  @Test func `--snap sets the greatest distance of a coordinate from the network`() throws {
    #expect(try skiroute("46.07,-4.92", "Crête").exitCode == 1)
    #expect(try skiroute("46.07,-4.92", "Crête", "--snap", "200").exitCode == 0)
  }

  @Test func `lift and run prefixes select among equal names, @top and @bottom the ends`() throws {
    let lift = try steps("lift:Vallon Perdu", "Crête")
    let run = try steps("run:Vallon Perdu", "Crête")
    #expect(lift.first?["kind"] as? String == "lift" && lift.first?["name"] as? String == "Vallon Perdu")
    #expect(run.first?["name"] as? String != nil && run.count != lift.count)
    let bottom = try seconds("Montsoleil", "Crête")
    let top = try seconds("Montsoleil", "Crête@top")
    #expect(top > bottom)
    #expect(try seconds("Montsoleil", "Crête@bottom") == bottom)
    #expect(try seconds("Montsoleil", "lift:Crête") == bottom)
  }

  @Test func `a name is found despite other case, missing accents or a typo`() throws {
    let exact = try seconds("Montsoleil", "Tête Noire")
    for name in ["tête noire", "TETE NOIRE", "Tete Noire"] {
      #expect(try seconds("Montsoleil", name) == exact)
    }
    #expect(try seconds("Montsoliel", "Tête Noire") == exact)
  }

  @Test func `each option of the skier changes the answer`() throws {
    let plain = try seconds("Montsoleil", "Jonction")
    #expect(try seconds("Montsoleil", "Jonction", "--board") > plain)
    #expect(try seconds("Montsoleil", "Jonction", "--ability", "beginner") > plain)
    #expect(try seconds("Montsoleil", "Jonction", "--ability", "advanced") < plain)
    let easy = try route(["Montsoleil", "Jonction", "--max-difficulty", "blue"])
    #expect(try #require(easy["seconds"] as? Double) > plain)
    #expect(easy["hardestColour"] as? String == "blue")
    #expect(
      try seconds("Montsoleil", "Jonction", "--fastest", "--max-difficulty", "blue", "--ungraded", "refuse")
        > seconds("Montsoleil", "Jonction", "--fastest", "--max-difficulty", "blue"))
  }

  @Test func `avoided and closed lifts are not ridden`() throws {
    let plain = try steps("Montsoleil", "Jonction")
    #expect(plain.contains { $0["name"] as? String == "Aurore" })
    for option in [["--avoid", "mixed_lift"], ["--closed", "Aurore"], ["--closed=lift:aurore"]] {
      let document = try jsonObject(
        skiroute(["Montsoleil", "Jonction"] + option + ["--format", "json"]).standardOutput)
      let other = try #require(document["steps"] as? [[String: Any]])
      #expect(!other.isEmpty && !other.contains { $0["name"] as? String == "Aurore" }, "\(option)")
    }
    let features = try steps(
      "Montsoleil", "Jonction", "--closed", "Aurore", "--closed", "Vallon Noir", "--avoid", "platter,t-bar")
    #expect(!features.contains { ["Aurore", "Vallon Noir"].contains($0["name"] as? String) })
  }

  @Test func `--map takes precedence over SKIROUTE_MAP, and an empty SKIROUTE_MAP counts as none`() throws {
    let scratch = ScratchFolder()
    let bad = scratch.write("no map at all, but long enough to look at", to: "bad.skimap")
    expectError(try skiroute(["check"], environment: ["SKIROUTE_MAP": bad]), 65, "bad.skimap")
    let good = try SharedSample.files().map
    #expect(try skiroute(["check", "--map", good], environment: ["SKIROUTE_MAP": bad]).exitCode == 0)
    expectError(try skiroute(["check", "--map", bad], environment: ["SKIROUTE_MAP": good]), 65, "bad.skimap")
  }
}
