import SkiGraph
import Testing

@testable import SkiBuild

/// The alternative names of runs, lifts and huts.
struct NameTests {
  @Test(
    arguments: [
      ("name:ca", AlternativeName.Kind.translated, "ca"), ("name:ja-Latn", .translated, "ja-Latn"),
      ("name:ja_rm", .translated, "ja_rm"), ("alt_name", .alternative, nil),
      ("alt_name:ca", .alternative, "ca"),
      ("short_name", .short, nil), ("old_name", .old, nil), ("loc_name:gsw", .local, "gsw"),
      ("official_name", .official, nil), ("piste:name", .piste, nil),
    ] as [(String, AlternativeName.Kind, String?)])
  func `a name key gives the kind and the language of the name`(
    _ key: String, _ kind: AlternativeName.Kind, _ language: String?
  ) throws {
    let found = try #require(FeatureDecoder.nameKey(key))
    #expect(found.0 == kind && found.language == language)
  }

  @Test(
    arguments: [
      "name", "name:etymology", "name:left", "name:etymology:wikidata", "name:", "name:DE", "name_1", "names",
      "old_name:1990-2001", "source:name", "tiger:name_base", "name:d", "name:de fr", "name:zh-Hans-é",
    ])
  func `other keys are not name keys`(_ key: String) { #expect(FeatureDecoder.nameKey(key) == nil) }

  @Test func `runs, lifts and huts keep their other names, with lists split and duplicates removed`()
    async throws
  {
    let names =
      #""name":"Bahn","name:de":"Bahn","name:en":"Tram;Cable Car","alt_name":" Die  Alte ; Tram ;unnamed","old_name":"""#
    let wanted = [
      AlternativeName(.translated, language: "en", "Cable Car"),
      AlternativeName(.translated, language: "en", "Tram"), AlternativeName(.alternative, "Die Alte"),
    ]
    let run = try #require(try await readOne(line(#""piste:type":"downhill",\#(names)"#)).run)
    #expect(run.alternativeNames == wanted)
    for form in [#""aerialway":"gondola""#, #""type":"lift","liftType":"gondola""#] {
      let lift = try #require(try await readOne(line("\(form),\(names)"), as: .lifts).lift)
      #expect(lift.alternativeNames == wanted)
    }
    let place = #"{"type":"Point","coordinates":[6,45]}"#
    for tag in [#""tourism":"alpine_hut""#, #""type":"spot","spotType":"hut""#] {
      let spots = try await readOne(feature("\(tag),\(names)", geometry: place), as: .spots)
      #expect(spots.data.spots.map(\.alternativeNames) == [wanted])
    }
  }

  @Test func `the piste name is kept as an alternative when another name is shown`() async throws {
    let run = try #require(
      try await readOne(line(#""piste:type":"downhill","name":"Serra","piste:name":"Gaig""#)).run)
    #expect(run.name == "Serra" && run.alternativeNames == [AlternativeName(.piste, "Gaig")])
  }
}
