import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Ids and keys that are not unique.
struct DuplicateIDTests {
  private typealias Text = HostileText

  @Test func `repeated ids and keys are read and reported`() throws {
    let other = Text.run(along: "[[6.5,45.02,2000],[6.51,45.02,1900]]")
    try HostileBuild().expectGolden(
      [
        ("the same run twice", Text.collection(Text.run(), Text.run())),
        ("two runs of one id", Text.collection(Text.run(), other)),
        ("three runs of one id, two alike", Text.collection(Text.run(), other, Text.run())),
        ("a key twice", Text.collection(Text.run(#""name":"A","name":"B","difficulty":"expert""#))),
        (
          "properties twice",
          Text.collection(
            Text.good.replacing("{\"type\":\"Feature\",", with: "{\"type\":\"Feature\",\"properties\":{},"))
        ),
        (
          "geometry twice",
          Text.collection(
            Text.good.replacing("{\"type\":\"Feature\",", with: "{\"type\":\"Feature\",\"geometry\":null,"))
        ),
        ("features twice", #"{"type":"FeatureCollection","features":[],"features":[]}"#),
        ("type twice", #"{"type":"Topology","type":"FeatureCollection","features":[\#(Text.good)]}"#),
      ], "hostile-identities")
  }

  @Test func `one id in two files and in two roles is two features`() throws {
    let scratch = ScratchFolder()
    let runs = scratch.write(Text.collection(Text.run(), Text.good), to: "runs.geojson")
    let more = scratch.write(Text.collection(Text.run(#""name":"Other""#)), to: "more.geojson")
    let lift = Text.feature(
      properties: #"{"id":"b","type":"lift","liftType":"chair_lift","status":"operating"}"#,
      geometry: Text.geometry("[[6.51,45.01,1900],[6.5,45.01,2000]]"))
    let lifts = scratch.write(Text.collection(lift), to: "lifts.geojson")
    let map = scratch.path + "/x.skimap"
    var table = HostileTable()
    table.add(
      "the same file twice", try skiroute("build", "--runs", runs, "--runs", runs, "-o", map),
      hiding: scratch.path)
    table.add(
      "two files, one id", try skiroute("build", "--runs", runs, "--runs", more, "-o", map),
      hiding: scratch.path)
    table.add(
      "a run and a lift of one id", try skiroute("build", "--runs", runs, "--lifts", lifts, "-o", map),
      hiding: scratch.path)
    table.add("the id as a place", try skiroute("b", "good", "--map", map), hiding: scratch.path)
    table.add("the id as a run", try skiroute("run:b", "run:b", "--map", map), hiding: scratch.path)
    try expectGolden(table.text, "hostile-shared-ids")
  }
}
