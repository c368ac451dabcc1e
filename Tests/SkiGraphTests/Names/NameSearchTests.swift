import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Places found by words of their names, by alternative names and by numbers.
struct NameSearchTests {
  private static func mountain() -> NamedMap {
    var map = NamedMap()
    map.add(.run, "Rastkogel Panoramaabfahrt", id: "pano", ref: "66")
    map.add(.run, "Rastkogel Niederleger", id: "leger", ref: "62", atMetres: 3000)
    map.add(.run, "Talabfahrt", id: "tal", ref: "77;78", atMetres: 6000)
    map.add(.lift, "Gondelbahn Horberg", id: "gondola", ref: "A1", atMetres: 9000)
    map.add(.lift, "エース第4クワッドリフト", id: "ace4", atMetres: 12_000)
    map.add(.run, "ファミリーコース", id: "family", atMetres: 15_000)
    return map
  }

  @Test(
    arguments: [
      ("Panoramaabfahrt", "pano"), ("panorama", "pano"), ("niederleger", "leger"),
      ("leger rastkogel", "leger"),
      ("66 Rastkogel Panoramaabfahrt", "pano"), ("Rastkogel 66", "pano"), ("66", "pano"), ("run 66", "pano"),
      ("Piste Nr. 78", "tal"), ("78", "tal"), ("77", "tal"), ("lift a1", "gondola"), ("Horberg", "gondola"),
      ("bahn", "gondola"), ("Gondel", "gondola"), ("リフト", "ace4"), ("第4", "ace4"), ("クワッド", "ace4"),
      ("コース", "family"), ("ﾌｧﾐﾘｰ", "family"), ("run:rast leger", "leger"),
    ])
  func `a word, a part of a word or a number finds the feature that has it`(_ text: String, _ id: String)
    throws
  {
    let finder = try Self.mountain().finder()
    let place = try finder.place(text)
    #expect(try finder.map.graph(place.region).feature(place.feature).id.rawValue == id)
    let found = try finder.matches(text, limit: 10).map { $0.place.feature }
    #expect(found == [place.feature])
  }

  @Test func `a word of several names is ambiguous and the error lists them with their numbers`() throws {
    let finder = try Self.mountain().finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("rastkogel") })
    #expect(error.code == .ambiguousPlace)
    #expect(
      error.message.contains("66 Rastkogel Panoramaabfahrt")
        && error.message.contains("62 Rastkogel Niederleger"))
    #expect(try finder.matches("rastkogel", limit: 10).count == 2)
    #expect(try finder.matches("abfahrt", limit: 10).count == 2)
  }

  @Test func `a number matches whole numbers only, and the kind restricts it to runs or lifts`() throws {
    var map = Self.mountain()
    map.add(.lift, "Sessel", id: "chair", ref: "66", atMetres: 20_000)
    let finder = try map.finder()
    for text in ["6", "7", "run 7", "run A1"] {
      let error = try #require(#expect(throws: SkiError.self) { try finder.place(text) })
      #expect(error.code == .unknownPlace, "\(text)")
      #expect(try finder.matches(text, limit: 5).isEmpty, "\(text)")
    }
    #expect(try finder.place("66").kind == .lift)
    #expect(try finder.place("run 66").kind == .run)
    #expect(try finder.place("lift 66").kind == .lift)
  }

  @Test func `alternative names are found in any language, and main names take precedence`() throws {
    var map = Self.mountain()
    map.builder.features[0].facts.alternativeNames = [
      AlternativeName(.translated, language: "ja", "展望コース"), AlternativeName(.old, "Höhenweg"),
      AlternativeName(.short, "Pano"), AlternativeName(.alternative, "Talabfahrt"),
    ]
    let finder = try map.finder()
    for text in ["展望", "hohenweg", "Pano"] {
      #expect(try finder.place(text).name == "Rastkogel Panoramaabfahrt")
    }
    #expect(try finder.place("talabfahrt").name == "Talabfahrt")
  }

  @Test func `unnamed parts near a run of the same number belong to its place`() throws {
    var map = NamedMap()
    map.add(.run, "Weit offen", ref: "67")
    map.add(.run, nil, ref: "67;66", atMetres: 200)
    map.add(.run, nil, ref: "67", atMetres: 9000)
    let finder = try map.finder()
    let found = try finder.matches("67", limit: 5).map { ($0.place.label, $0.place.features.count) }
    #expect(found.map(\.0) == ["67 Weit offen", "67"] && found.map(\.1) == [2, 1])
  }

  /// The match of every name by an exhaustive search.
  private static func slow(_ index: NameIndex, _ text: String) -> [Int: NameIndex.WordMatch] {
    var found: [Int: NameIndex.WordMatch] = [:]
    for position in 0..<index.count {
      let words = index.name(position).split(separator: " ").map { Array($0.utf8) }
      var worst = NameIndex.WordMatch.whole
      let fits = text.split(separator: " ").allSatisfy { query in
        guard let fit = words.compactMap({ Self.fit(Array(query.utf8), in: $0) }).min() else { return false }
        worst = max(worst, fit)
        return true
      }
      if fits { found[position] = worst }
    }
    return found
  }

  private static func fit(_ query: [UInt8], in word: [UInt8]) -> NameIndex.WordMatch? {
    func isDigit(_ at: Int) -> Bool { word.indices.contains(at) && (48...57).contains(word[at]) }
    guard query.count <= word.count else { return nil }
    let fits = (0...word.count - query.count).compactMap { start -> NameIndex.WordMatch? in
      guard word[start..<start + query.count].elementsEqual(query),
        !(isDigit(start - 1) && isDigit(start)),
        !(isDigit(start + query.count - 1) && isDigit(start + query.count))
      else { return nil }
      if start > 0 { return query.count < 3 ? nil : .inside }
      return query.count == word.count ? .whole : .beginning
    }
    return fits.min()
  }

  @Test(arguments: UInt64(1)...60)
  func `the word index finds the same names as an exhaustive search`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var map = NamedMap()
    let syllables = ["bahn", "tal", "ab", "fahrt", "リフト", "第4", "é", "7", "77", "a", "horn", " ", " ", "'"]
    func text() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }
        .joined()
    }
    for _ in 0..<40 { map.add(.run, text(), ref: Bool.random(using: &random) ? text() : nil) }
    let index = try map.map().nameIndex()
    var hits = 0
    for _ in 0..<60 {
      let query = NameFolding.fold(text())
      let found = index.names(withWords: query)
      #expect(found == (query.isEmpty ? [:] : Self.slow(index, query)), "seed \(seed): \(query)")
      let beginning = (0..<index.count).filter { position in
        let (name, wanted) = (Array(index.name(position).utf8), Array(query.utf8))
        return name.starts(with: wanted) && name.count > wanted.count
          && !((48...57).contains(wanted.last ?? 0) && (48...57).contains(name[wanted.count]))
      }
      if !query.isEmpty { #expect(index.names(beginningWith: query) == beginning, "seed \(seed): \(query)") }
      hits += found.count
    }
    #expect(hits > 0, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...30)
  func `a text with a single match resolves to the place of that match`(seed: UInt64) throws {
    let map = RandomMap(seed: seed, features: 60)
    let finder = PlaceFinder(map: try map.contents.map())
    let index = try finder.map.nameIndex()
    var alone = 0
    for position in 0..<index.count {
      for word in index.name(position).split(separator: " ") {
        let found = try finder.matches(String(word), limit: 5)
        guard found.count == 1 else { continue }
        #expect(try finder.place(String(word)) == found[0].place, "seed \(seed): \(word)")
        alone += 1
      }
    }
    #expect(alone > 0, "seed \(seed)")
  }

  @Test func `a map written before words existed is searched by whole names and beginnings`() throws {
    var old = try MapContents(regions: [Self.mountain().builder]).encoded()
    let names = try #require(MapForgery.parts(of: old).first { $0.kind == 2 })
    for entry in 0..<10 {
      let at = names.range.lowerBound + 32 + entry * 32
      if (74...76).contains(old[at]), old[at + 1] == 0, old[at + 4] <= 8 { old[at + 1] = 0x10 }
    }
    MapForgery.seal(&old)
    let finder = PlaceFinder(map: try SkiMap(bytes: old))
    #expect(try finder.place("Talabfahrt").name == "Talabfahrt")
    #expect(try finder.place("66").name != nil)
    #expect(try finder.matches("rast", limit: 5).count == 2)
    #expect(try finder.matches("niederl", limit: 5).isEmpty)
  }
}
