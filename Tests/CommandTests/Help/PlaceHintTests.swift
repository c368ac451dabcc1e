import SkiBase
import SkiTestSupport
import Testing

/// Coordinates with swapped axes, or too far from the network: the answer suggests a remedy.
struct PlaceHintTests {
  private static let swap = "did you mean 46.0762,-4.91761? Latitude comes first"

  @Test(arguments: [
    ["-4.91761,46.0762", "Crête"], ["Crête", "-4.91761,46.0762"],
    ["Montsoleil", "-4.91761,46.0762", "--alternatives", "2"],
    ["home", "Crête", "--home", "-4.91761,46.0762"],
    ["reach", "-4.91761,46.0762"], ["meet", "Crête", "-4.91761,46.0762"],
  ])
  func `a coordinate that lies on the map only with swapped axes is suggested swapped`(arguments: [String])
    throws
  {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect((outcome.text + outcome.errorText).contains(Self.swap), "\(outcome)")
    #expect(!outcome.errorText.contains("--snap"), "\(outcome)")
  }

  @Test func `locate suggests the swapped coordinate beside its answer`() throws {
    let outcome = try skiroute("locate", "-4.91761,46.0762")
    #expect(outcome.exitCode == 0 && outcome.errorText == "skiroute: \(Self.swap)\n", "\(outcome)")
    let right = try skiroute("locate", "46.0762,-4.91761")
    #expect(right.exitCode == 0 && right.standardError.isEmpty, "\(right)")
  }

  @Test func `a latitude beyond 90° is suggested as a longitude if it is a valid one`() throws {
    expectError(try skiroute("-105.5,40.25", "Crête"), 64, "not on the Earth", "did you mean 40.25,-105.5?")
    let neither = try skiroute("91,181", "Crête")
    expectError(neither, 64, "not on the Earth")
    #expect(!neither.errorText.contains("did you mean"), "\(neither)")
  }

  @Test(arguments: ["-33.1,-70.2", "45.9,6.9", "46.3,-4.9"])
  func `a coordinate off the map in either order of axes gets no suggestion`(place: String) throws {
    let outcome = try skiroute(place, "Crête")
    #expect(outcome.exitCode == 1 && !outcome.text.contains("did you mean"), "\(outcome)")
  }

  @Test(arguments: [
    ["46.07,-4.92", "Crête"], ["46.07,-4.92", "Crête", "--alternatives", "2"],
    ["home", "46.07,-4.92", "--home", "Crête"],
    ["46.0762,-4.91761", "Crête", "--snap", "0"],
  ])
  func `a coordinate too far from the network is answered with a --snap value that works`(
    arguments: [String]
  )
    throws
  {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 1, "\(outcome)")
    let line = try #require(outcome.errorText.split(separator: "\n").last)
    let metres = try #require(line.wholeMatch(of: /skiroute: --snap (\d+) reaches that far/)?.1)
    let request = Array(arguments.prefix { $0 != "--snap" })
    #expect(try skiroute(request + ["--snap", String(metres)]).exitCode == 0, "\(metres)")
  }

  @Test func `a coordinate beyond the greatest --snap gets no suggested value`() throws {
    let outcome = try skiroute("46.16,-4.92", "Crête")
    #expect(outcome.exitCode == 1 && outcome.text.contains("km away"), "\(outcome)")
    #expect(outcome.standardError.isEmpty, "\(outcome)")
  }
}
