import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute matrix` on the sample mountain.
struct MatrixCommandTests {
  private static let places = ["Montsoleil", "Crête", "Chalet du Vallon Perdu", "46.0734106,-4.9625932"]

  private static func list(_ lines: [String], _ name: String, in scratch: ScratchFolder) -> String {
    scratch.write(lines.joined(separator: "\n") + "\n", to: name)
    return scratch.path + "/" + name
  }

  @Test(arguments: ["blue", "red", "expert"])
  func `times of a matrix equal those of the fastest routes`(ceiling: String) throws {
    let scratch = ScratchFolder()
    let list = Self.list(Self.places, "places.txt", in: scratch)
    let limits = ["--max-difficulty", ceiling]
    let outcome = try skiroute(["matrix", "--from", list, "--format", "json"] + limits)
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    let document = try jsonObject(outcome.standardOutput)
    #expect(document["version"] as? Int == 1 && document["attribution"] is String)
    #expect((document["from"] as? [String])?.count == 4 && document["to"] as? [String] != nil)
    let rows = try #require(document["seconds"] as? [[Any]])
    var reached = 0
    for (row, from) in Self.places.enumerated() {
      for (column, to) in Self.places.enumerated() {
        let route = try skiroute([from, to, "--fastest", "--format", "json"] + limits)
        let totals = try jsonObject(route.standardOutput)["route"] as? [String: Any]
        let seconds = route.exitCode == 0 ? totals?["seconds"] as? Double : nil
        #expect(rows[row][column] as? Double == seconds, "\(from) to \(to)")
        reached += seconds == nil ? 0 : 1
      }
    }
    #expect(reached >= 8)
  }

  @Test func `a matrix as comma-separated values has a header and empty fields without routes`() throws {
    let scratch = ScratchFolder()
    let from = Self.list(["Chalet du Vallon Perdu", "", "  Crête "], "from.txt", in: scratch)
    let to = Self.list(["Montsoleil", "Crête"], "to.txt", in: scratch)
    let outcome = try skiroute(["matrix", "--from", from, "--to", to, "--max-difficulty", "blue"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    try expectGolden(outcome.text, "matrix")
  }

  @Test func `lines that name no place are listed, and the others are answered`() throws {
    let scratch = ScratchFolder()
    let list = Self.list(
      ["Montsoleil", "Nowhere at all", "95,200", "-33.1,-70.2", "Crête"], "a.txt", in: scratch)
    let outcome = try skiroute(["matrix", "--from", list, "--format", "json"])
    #expect(outcome.exitCode == 65, "\(outcome)")
    for words in ["a.txt:2", "a.txt:3", "-33.1,-70.2: ", "2 lines name no place"] {
      #expect(outcome.errorText.contains(words), "\(outcome)")
    }
    let rows = try #require(try jsonObject(outcome.standardOutput)["seconds"] as? [[Any]])
    #expect(rows.count == 5 && rows[0][4] is Double && rows[0][0] as? Double == 0)
    for number in 1...3 {
      #expect(rows[number].allSatisfy { $0 is NSNull } && rows[0][number] is NSNull)
    }
  }

  @Test func `a list that is missing, not UTF-8 or a folder is refused`() throws {
    let scratch = ScratchFolder()
    expectError(try skiroute("matrix", "--from", scratch.path + "/none.txt"), 66, "can't be opened")
    expectError(try skiroute("matrix", "--from", scratch.path), 66, "not a regular file")
    scratch.write([0xFF, 0xFE, 0x41], to: "a.txt")
    expectError(try skiroute("matrix", "--from", scratch.path + "/a.txt"), 65, "not UTF-8")
    scratch.write([], to: "b.txt")
    let empty = try skiroute("matrix", "--from", scratch.path + "/b.txt")
    #expect(empty.exitCode == 0 && empty.text == "seconds\n", "\(empty)")
  }
}
