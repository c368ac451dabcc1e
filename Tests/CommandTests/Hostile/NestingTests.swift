import SkiGraph
import SkiTestSupport
import Testing

/// Values nested deeper than the stack of a recursive parser allows.
struct NestingTests {
  private typealias Text = HostileText

  @Test(arguments: [100_000, 10_000_000]) func `deep nesting anywhere in a document is counted or refused`(
    depth: Int
  )
    throws
  {
    let lists = String(repeating: "[", count: depth)
    let closed = lists + String(repeating: "]", count: depth)
    let objects = String(repeating: "{\"a\":", count: depth)
    try HostileBuild().expectGolden(
      [
        ("in properties", Text.collection(Text.run("\"x\":\(closed)"), Text.good)),
        ("in properties, not closed", Text.collection(Text.run("\"x\":\(lists)"))),
        ("in a geometry", Text.collection(Text.run(along: closed), Text.good)),
        ("instead of features", Text.collection(closed)),
        ("objects in properties", Text.collection(Text.run("\"x\":\(objects)1"))),
        ("objects in tags", Text.collection(Text.run(String(repeating: "\"tags\":{", count: depth)))),
        ("at top level", closed), ("objects at top level", objects),
        (
          "beside the features",
          "{\"x\":\(closed),\"type\":\"FeatureCollection\",\"features\":[\(Text.good)]}"
        ),
        ("brackets that only close", String(repeating: "]", count: depth)),
      ], "hostile-depth-\(depth)")
  }

  @Test func `50,000 concatenated documents do not count as nesting`() throws {
    let outcome = try HostileBuild().build(Array(String(repeating: Text.good + "\n", count: 50_000).utf8))
    #expect(
      outcome.exitCode == 0 && outcome.errorText.contains("left out 49999 × duplicateFeature"), "\(outcome)")
    #expect(outcome.peakMemoryBytes < HostileTable.memoryLimitBytes)
  }
}
