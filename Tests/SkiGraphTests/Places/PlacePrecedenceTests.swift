import SkiBase
import SkiGraph
import Testing

/// Precedence among features with similar names.
@Suite struct PlacePrecedenceTests {
  /// A named or numbered feature to place on a map, `north` metres from the origin.
  private struct Entry {
    var kind: FeatureKind = .run
    var id: String
    var name: String?
    var ref: String?
    var north = 0.0
    var isInNetwork = true
  }

  private func finder(_ entries: [Entry]) throws -> Finder {
    var builder = RoutingGraphBuilder()
    for entry in entries {
      let place = Coordinate(latitude: 46 + entry.north / 111_000, longitude: 7)
      let point = GraphPoint(position: FixedCoordinate(place), elevationCentimetres: 200_000)
      let feature = GraphFeature(
        kind: entry.kind, id: SourceID(entry.id), name: entry.name, refs: ReferenceNumbers.list(entry.ref),
        start: point, end: point)
      let node = entry.isInNetwork ? builder.addNode(point) : nil
      builder.addFeature(feature, from: node, to: node)
    }
    return try Finder(MapContents(regions: [builder]).map())
  }

  /// A place finder that also returns the source id of a place.
  private struct Finder {
    let graph: RoutingGraph
    let names: PlaceFinder

    init(_ map: SkiMap) throws {
      graph = try map.graph(at: 0)
      names = PlaceFinder(map: map)
    }

    func place(_ text: String) throws -> Place { try names.place(text) }
    func id(_ place: Place) -> String { graph.feature(place.feature).id.rawValue }
  }

  private func id(_ text: String, _ entries: [Entry]) throws -> String {
    let finder = try finder(entries)
    return finder.id(try finder.place(text))
  }

  @Test func `an exact spelling takes precedence over one that differs in an accent`() throws {
    let entries = [Entry(id: "a", name: "Bär"), Entry(id: "b", name: "Bar", north: 5000)]
    #expect(try id("bär", entries) == "a")
    #expect(try id("BAR", entries) == "b")
    #expect(try id("Ba\u{0308}r", entries) == "a")
  }

  @Test func `a name takes precedence over the number of another run`() throws {
    let entries = [Entry(id: "a", name: "12"), Entry(id: "b", name: "Olympe", ref: "12", north: 5000)]
    #expect(try id("12", entries) == "a")
    #expect(try id("olympe", entries) == "b")
  }

  @Test func `unnamed runs with one number near each other are one place, and ambiguous if apart`() throws {
    let entries = [Entry(id: "a", ref: "7"), Entry(id: "b", ref: "7", north: 400)]
    let place = try finder(entries).place("7")
    #expect(place.features.count == 2)
    #expect(throws: SkiError.self) {
      try finder([entries[0], Entry(id: "c", ref: "7", north: 900)]).place("7")
    }
  }

  @Test func `a lift takes precedence over its station of the same name`() throws {
    let entries = [
      Entry(kind: .station, id: "s", name: "Saulire"), Entry(kind: .lift, id: "l", name: "Saulire"),
    ]
    #expect(try id("Saulire", entries) == "l")
    #expect(try id("station:saulire", entries) == "s")
  }

  @Test func `a station takes precedence over a run of its name`() throws {
    let entries = [
      Entry(id: "r", name: "Saulire"), Entry(kind: .station, id: "s", name: "Saulire", north: 50),
    ]
    #expect(try id("Saulire", entries) == "s")
  }

  @Test func `a place of several features resolves to a feature in the network`() throws {
    let entries = [
      Entry(kind: .lift, id: "old", name: "Cime", isInNetwork: false),
      Entry(kind: .lift, id: "new", name: "Cime", north: 50),
    ]
    let place = try finder(entries).place("Cime")
    #expect(place.node != nil)
    #expect(place.features.count == 2)
    #expect(try finder([entries[0]]).place("cime").node == nil)
  }

  @Test(arguments: [" way/3 @top", "run: way/3", "RUN:way/3@TOP ", "way/3@bottom"])
  func `spaces and letter case around the parts of a place text are ignored`(text: String) throws {
    #expect(try id(text, [Entry(id: "way/3")]) == "way/3")
  }

  @Test func `an end in the network takes precedence over one outside it`() throws {
    var builder = RoutingGraphBuilder()
    let low = GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: 46, longitude: 7)), elevationCentimetres: 100_000)
    let high = GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: 46.002, longitude: 7)), elevationCentimetres: 120_000)
    for (name, hasNode) in [("long", false), ("short", true)] {
      let run = GraphFeature(kind: .run, id: SourceID(name), name: "Twin", start: high, end: low)
      let top = hasNode ? builder.addNode(high) : nil
      builder.addFeature(run, from: top, to: builder.addNode(low))
    }
    let finder = try Finder(MapContents(regions: [builder]).map())
    #expect(try finder.place("Twin").node != nil)
    #expect(finder.id(try finder.place("Twin@top")) == "short")
  }

  @Test(arguments: [
    ("カ\u{3099}ーラ", "ガーラ"), ("ｶﾞｰﾗ", "ガーラ"), ("Ｏｌｙｍｐｅ", "olympe"), ("Zwi\u{00AD}schen", "Zwischen"),
    ("\u{200E}Nord", "nord"), ("L´Ours", "l'ours"), ("Łyżwa", "lyzwa"), ("Istanbul", "İSTANBUL"),
    ("ﬁnal", "FINAL"), ("ガーラ", "カ\u{3099}ーラ"), ("ญี่ปุ่น", "ญี่ปุ่น"), ("한라산", "한라산"), ("Straße", "STRASSE"),
  ])
  func `Unicode variants of a name match it exactly`(query: String, mapped: String) throws {
    let other = Entry(id: "b", name: "something else", north: 3000)
    let finder = try finder([Entry(id: "a", name: mapped), other])
    #expect(finder.id(try finder.place(query)) == "a")
    #expect(try finder.names.matches(query, limit: 1).first?.quality == .exact)
  }

  @Test(arguments: [("ガーラ", "カーラ"), ("हिमालय", "हमालय")])
  func `combining marks that change the letter are not ignored`(query: String, mapped: String) throws {
    let finder = try finder([Entry(id: "a", name: mapped)])
    #expect(try finder.names.matches(query, limit: 1).first?.quality != .exact)
  }
}
