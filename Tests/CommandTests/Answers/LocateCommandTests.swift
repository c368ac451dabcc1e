import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// `skiroute locate` on the sample mountain.
struct LocateCommandTests {
  /// A place on a run of the sample, from its own index of names.
  private func onRun() throws -> String {
    let outcome = try skiroute("places", "Éclipse", "--format", "json", "--limit", "1")
    let found = try #require(
      try JSONSerialization.jsonObject(with: outcome.standardOutput) as? [[String: Any]])
    let place = try #require(found.first)
    let (latitude, longitude) = (
      try #require(place["latitude"] as? Double), try #require(place["longitude"] as? Double)
    )
    return "\(latitude),\(longitude)"
  }

  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func locate(_ input: String, _ more: [String] = []) throws -> CommandRunner.Outcome {
    try CommandRunner.skiroute().run(
      ["locate", "--format", "json"] + more, environment: ["SKIROUTE_MAP": try SharedSample.files().map],
      input: Data(input.utf8))
  }

  @Test func `locate on a run answers mountain, with the area, the confidence and the run`() throws {
    let place = try onRun()
    #expect(place.contains(",-"), "the sample lies in the west")
    let outcome = try skiroute("locate", place, "--accuracy", "5", "--format", "json")
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    let answer = try object(outcome.text)
    #expect(answer.keys.sorted() == ["area", "boundaryMetres", "confidence", "kind", "nearest"])
    #expect(answer["kind"] as? String == "mountain" && (answer["area"] as? [String: Any])?["name"] is String)
    #expect(try #require(answer["confidence"] as? Double) > 0.95)
    #expect(try #require(answer["boundaryMetres"] as? Double) > 20)
    let nearest = try #require(answer["nearest"] as? [String: Any])
    #expect(
      nearest.keys.sorted() == [
        "distanceMetres", "edge", "id", "kind", "metresAlong", "name", "ref", "refs", "region",
      ])
    #expect(try #require(nearest["distanceMetres"] as? Double) < 1)
    let text = try skiroute("locate", place).text
    #expect(text.hasPrefix("mountain, ") && text.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["-33.8,151.2", "48.85,2.35", "90,0", "-90,-180", "0,180"])
  func `locate far from the map answers street, for negative coordinates too`(_ place: String) throws {
    let outcome = try skiroute("locate", place, "--accuracy", "500", "--format", "json")
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    #expect(
      outcome.text == #"{"kind":"street","area":null,"confidence":1,"boundaryMetres":1000,"nearest":null}"#
        + "\n")
  }

  @Test func `lines are answered one by one, each with its own accuracy`() throws {
    let place = try onRun()
    let blank = place.replacing(",", with: " ")
    let outcome = try locate(
      "\(place)\n\n\(blank)\r\n\(place),300\n\(blank) 300\n-33.8 151.2", ["--accuracy", "5"])
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 5 && lines[0] == lines[1] && lines[2] == lines[3] && lines[0] != lines[2])
    let confidences = try lines.map { try #require(try object($0)["confidence"] as? Double) }
    #expect(confidences[0] > confidences[2])
    #expect(lines[0] + "\n" == (try skiroute("locate", place, "--accuracy", "5", "--format", "json").text))
  }

  @Test func `invalid lines are reported by number, the others are answered`() throws {
    let outcome = try locate("46,7\nthere\n91,0\n46,7,-5\n46,7,nan\n1,2,3,4\n46,7,,5\n46,7 5")
    #expect(outcome.exitCode == 65 && outcome.text.split(separator: "\n").count == 2, "\(outcome)")
    for line in [2, 3, 4, 5, 6, 7] { #expect(outcome.errorText.contains("line \(line): "), "\(outcome)") }
    #expect(outcome.errorText.contains("6 lines are not coordinates"))
  }

  @Test func `an argument that cannot be located is refused with its exit code`() throws {
    expectError(try skiroute("locate", "Éclipse"), 64, "Éclipse")
    expectError(try skiroute("locate", "91,0"), 64, "91,0")
    expectError(try skiroute("locate", "nan,0"), 64, "nan,0")
    expectError(try skiroute("locate", "46,7", "--accuracy", "-1"), 64, "-1")
    expectError(try skiroute("locate", "46,7", "--accuracy", "nan"), 64, "nan")
    expectError(try skiroute("locate", "46,7", "--map", "/none.skimap"), 66, "none.skimap")
  }
}
