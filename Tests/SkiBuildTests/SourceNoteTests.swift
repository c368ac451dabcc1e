import SkiBase
import SkiBuild
import SkiGraph
import Testing

/// The reading of `SOURCE.json`.
struct SourceNoteTests {
  private static let words =
    #"{"version":1,"name":"OpenSkiMap","licence":"ODbL 1.0","attribution":"© OpenStreetMap contributors, OpenSkiMap.org""#

  private func note(_ text: String) throws -> SourceNote {
    try SourceNote(json: Array(text.utf8), path: "folder/SOURCE.json")
  }

  private func code(_ text: String) -> SkiError.Code? {
    #expect(throws: SkiError.self) { try note(text) }.map(\.code)
  }

  /// Returns the sources of a document with a note.
  private func sources(_ text: String, _ note: SourceNote?) async throws -> [DataSource] {
    var document = SkiDocument(.runs, name: "runs.geojson", bytes: Array(text.utf8))
    document.note = note
    return try await SkiReader(documents: [document]).read().data.sources
  }

  @Test func `the name, licence, attribution and covered files of a note are read`() throws {
    let note = try note(Self.words + #","files":{"runs.geojson":{"etag":null}},"later":[{"deep":1}]}"#)
    #expect(note.name == "OpenSkiMap")
    #expect(
      note.source
        == DataSource(
          name: "OpenSkiMap", licence: "ODbL 1.0",
          attribution: "© OpenStreetMap contributors, OpenSkiMap.org"))
    #expect(note.covers("runs.geojson"))
    #expect(!note.covers("streets.geojson"))
    #expect(try self.note(Self.words + "}").covers("anything"))
  }

  @Test func `a null licence and attribution are read as absent`() throws {
    let note = try note(#"{"version":1,"name":"X","licence":null,"attribution":null}"#)
    #expect(note.source == DataSource(name: "X"))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}x", #"{"version":1}"#, #"{"version":1,"name":""}"#, #"{"version":1,"name":5}"#,
    #"{"version":"1","name":"X"}"#, #"{"version":1,"name":"X","licence":{}}"#,
    #"{"version":1,"name":"X","files":["a"]}"#, #"{"version":1,"name":"X","attribution":["a"]}"#,
    #"{"version":1,"name":"X",}"#, #"{"version":NaN,"name":"X"}"#,
  ])
  func `a damaged note is an error`(text: String) {
    #expect(code(text) == .malformedData)
  }

  @Test(arguments: [#"{"name":"X"}"#, #"{"version":2,"name":"X"}"#, #"{"version":1e999,"name":"X"}"#])
  func `a note without a version or of another version is refused`(text: String) {
    #expect(code(text) == .unsupportedFormat)
  }

  @Test func `a note that is too long or nested too deep is refused`() {
    #expect(code(String(repeating: " ", count: SourceNote.limitBytes + 1)) == .limitExceeded)
    #expect(code(#"{"version":1,"name":"X","a":"# + String(repeating: "[", count: 100_000)) == .malformedData)
  }

  @Test func `a file without a licence and attribution of its own has those of its note`() async throws {
    let note = try note(Self.words + "}")
    #expect(try await sources(#"{"type":"FeatureCollection","features":[]}"#, note) == [note.source])
  }

  @Test func `the licence and attribution of a file are added to those of its note`() async throws {
    let text =
      #"{"type":"FeatureCollection","license":"CC0","attribution":"an invented mountain","features":[]}"#
    let source = try #require(try await sources(text, try note(Self.words + "}")).first)
    #expect(source.licence == "ODbL 1.0; CC0")
    #expect(source.attribution == "© OpenStreetMap contributors, OpenSkiMap.org; an invented mountain")
  }

  @Test func `a licence and attribution already in the note are not repeated`() async throws {
    let text =
      #"{"type":"FeatureCollection","license":"ODbL 1.0","attribution":"© OpenStreetMap contributors","features":[]}"#
    #expect(try await sources(text, try note(Self.words + "}")) == [try note(Self.words + "}").source])
  }

  @Test func `files with the same note give one source`() async throws {
    let note = try note(Self.words + "}")
    let documents = ["runs", "lifts"].map { name in
      var document = SkiDocument(
        .runs, name: "\(name).geojson", bytes: Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
      document.note = note
      return document
    }
    #expect(try await SkiReader(documents: documents).read().data.sources == [note.source])
  }
}
