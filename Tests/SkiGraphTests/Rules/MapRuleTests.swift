import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// The rules of the format: each is checked, named in the error, and listed in Data/Formats/skimap.md.
struct MapRuleTests {
  static let good = Result { try MapRuleWorld.contents().encoded() }

  @Test func `the map that every forgery alters is valid and its index has several levels`() throws {
    let map = try SkiMap(bytes: Self.good.get())
    try map.verify()
    exercise(map)
    let graph = try map.graph(at: 0)
    #expect(graph.storage.treeItemLink.count > PackedTree.nodeSize, "an index of several levels")
    #expect(graph.storage.rings.count > 3 && !graph.storage.pointInferredElevation.isEmpty)
  }

  @Test(arguments: Forgery.all)
  func `a map that breaks a rule is refused and the error names the rule`(forgery: Forgery) throws {
    var forged = ForgedMap(bytes: try Self.good.get())
    forgery.change(&forged)
    #expect(try forged.bytes != Self.good.get())
    MapForgery.seal(&forged.bytes)
    let error = #expect(throws: SkiError.self) { try SkiMap(bytes: forged.bytes).verify() }
    #expect(error?.code == .malformedData)
    let message = error?.message ?? ""
    #expect(message.hasPrefix("map breaks rule \(forgery.rule.rawValue) at "), "\(message)")
  }

  @Test func `a node with more edges than the limit is refused by the reader and the builder`() throws {
    var builder = RoutingGraphBuilder()
    let place = GraphPoint(
      position: FixedCoordinate(latitudeE7: 465_000_000, longitudeE7: 75_000_000), elevationCentimetres: nil)
    let ends = [builder.addNode(place), builder.addNode(place)]
    let link = BuilderLink(
      kind: .connector, feature: nil, tail: ends[0], head: ends[1], allowsForward: true, allowsBackward: true,
      points: [place, place], distancesCentimetres: [0, 0])
    builder.links = Array(repeating: link, count: 6000)
    var forged = ForgedMap(bytes: try MapContents(regions: [builder]).encoded())
    forged.set(.firstOut, 1, 12_000)
    MapForgery.seal(&forged.bytes)
    let error = #expect(throws: SkiError.self) { try SkiMap(bytes: forged.bytes).graph(at: 0) }
    #expect(error?.message == "map breaks rule node-degree at firstOut[0] of its region 0; build it again")
    builder.links += builder.links
    let refused = #expect(throws: SkiError.self) { try builder.build() }
    #expect(refused?.code == .limitExceeded)
  }

  @Test func `a map without an order of elimination is valid, and others have each node in it`() throws {
    var forged = ForgedMap(bytes: try Self.good.get())
    let graph = try SkiMap(bytes: forged.bytes).graph(at: 0)
    #expect(graph.storage.eliminationOrder.sorted() == (0..<UInt32(graph.nodeCount)).map(\.self))
    forged.hide(.eliminationOrder)
    MapForgery.seal(&forged.bytes)
    let map = try SkiMap(bytes: forged.bytes)
    try map.verify()
    #expect(try map.graph(at: 0).storage.eliminationOrder.isEmpty)
  }

  @Test func `an error names the rule, the section, the element and the region`() throws {
    var forged = ForgedMap(bytes: try Self.good.get())
    forged.set(.pointDistance, 0, 1, in: .region(1))
    MapForgery.seal(&forged.bytes)
    let error = #expect(throws: SkiError.self) { try SkiMap(bytes: forged.bytes).verify() }
    #expect(
      error?.message == "map breaks rule point-distance at pointDistance[0] of its region 1; build it again")
  }

  /// The rules listed on the page, by name, each with the faults listed for it.
  private static func listed() throws -> [String: [String]] {
    let page = SampleFiles.folder.deletingLastPathComponent().appending(path: "Formats/skimap.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let list = try #require(text.components(separatedBy: "## Rules\n").last)
    var rows: [String: [String]] = [:]
    for line in list.split(separator: "\n").prefix(while: { !$0.hasPrefix("## ") }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasPrefix("`") else { continue }
      rows[cells[0].trimmingCharacters(in: ["`"])] = cells[2].components(separatedBy: "; ").sorted()
    }
    return rows
  }

  @Test func `the format's page lists every rule with each of its forgeries`() throws {
    let rows = try Self.listed()
    #expect(rows.keys.sorted() == MapRule.allCases.map(\.rawValue).sorted())
    for rule in MapRule.allCases {
      var wanted = Forgery.all.filter { $0.rule == rule }.map(\.what).sorted()
      if rule == .nodeDegree { wanted = ["12,000 edges at a node"] }
      #expect(!wanted.isEmpty, "\(rule) is never broken")
      #expect(rows[rule.rawValue] == wanted, "\(rule): \(wanted.joined(separator: "; "))")
    }
  }
}
