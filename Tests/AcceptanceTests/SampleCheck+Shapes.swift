import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport

/// Expectations of areas: crossings, outlines of lines, holes.
extension SampleCheck {
  mutating func checkArea(_ isArea: Bool) {
    guard isArea else {
      let found = (mountain.features[first] ?? []).map(graph.feature)
      return check(found.allSatisfy { !$0.isArea }, "is taken for an area")
    }
    guard let area = feature(first) else { return }
    check(area.isArea, "is not taken for an area")
    let links = mountain.links(ids: [first])
    check(links.allSatisfy { $0.flags.contains(.areaCrossing) && $0.cause == .areaCrossing }, "is a line")
    check(!links.isEmpty || mountain.reports(first, .noted) || mountain.reports(first, .mended), "is lost")
  }

  /// Checks that the area leads from the run to the lift, which connectors alone do not.
  mutating func checkAreaLinks() {
    guard let run = feature(ids[1]), let lift = feature(ids[2]), let end = run.endNode,
      let foot = lift.startNode
    else { return check(false, "is not part of the network") }
    check(reaches(foot, from: end, over: mountain.links(ids: [first])), "the area does not link")
    check(!reaches(foot, from: end, over: []), "connectors do without the area")
  }

  private func reaches(_ goal: NodeIndex, from start: NodeIndex, over links: [GraphLink]) -> Bool {
    var known: Set<NodeIndex> = [start]
    var open = [start]
    while let node = open.popLast() {
      let outgoing = mountain.connectors[node, default: []] + links
      for link in outgoing {
        for (from, to, isAllowed) in [
          (link.tail, link.head, link.allowsForward), (link.head, link.tail, link.allowsBackward),
        ] where from == node && isAllowed && known.insert(to).inserted {
          open.append(to)
        }
      }
    }
    return known.contains(goal)
  }

  /// Checks that the area that outlines a line has no links, and the line has.
  mutating func checkOutline() {
    check(mountain.links(ids: [first]).isEmpty, "is crossed as well as its line")
    check(!mountain.links(ids: ids.dropFirst()).isEmpty, "its line is not part of the network")
    check(mountain.reports(first, .noted) || mountain.reports(first, .mended), "the report says nothing")
  }

  /// Checks that the area is crossed, but not through its holes as the file has them.
  mutating func checkHoles(_ count: Int) {
    let links = mountain.links(ids: [first])
    check(!links.isEmpty, "no link crosses it")
    let holes = (try? Self.holes(of: first, in: mountain.form)) ?? []
    check(holes.count == count, "has \(holes.count) holes in the file")
    for link in links {
      for (a, b) in zip(link.points, link.points.dropFirst()) {
        let (a, b) = (a.coordinate, b.coordinate)
        let steps = stride(from: 0.0, through: 1, by: 0.05).map { part in
          Coordinate(
            latitude: a.latitude + (b.latitude - a.latitude) * part,
            longitude: a.longitude + (b.longitude - a.longitude) * part)
        }
        check(!steps.contains { p in holes.contains { Self.contains($0, p) } }, "is crossed through a hole")
      }
    }
  }

  /// Returns the inner rings of a polygon from the raw file, scaled to 98 %.
  private static func holes(of id: String, in form: SampleFormat) throws -> [[Coordinate]] {
    let path = SampleFiles.folder.appending(path: "\(form.rawValue)/runs.geojson")
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any]
    for object in file?["features"] as? [[String: Any]] ?? [] {
      let properties = object["properties"] as? [String: Any]
      guard properties?["id"] as? String == id || object["id"] as? String == id,
        let geometry = object["geometry"] as? [String: Any],
        let rings = geometry["coordinates"] as? [[[Double]]]
      else { continue }
      return rings.dropFirst().map { shrunk($0.map { Coordinate(latitude: $0[1], longitude: $0[0]) }) }
    }
    return []
  }

  private static func shrunk(_ ring: [Coordinate]) -> [Coordinate] {
    let count = Double(ring.count)
    let latitude = ring.reduce(0.0) { $0 + $1.latitude } / count
    let longitude = ring.reduce(0.0) { $0 + $1.longitude } / count
    return ring.map {
      Coordinate(
        latitude: latitude + ($0.latitude - latitude) * 0.98,
        longitude: longitude + ($0.longitude - longitude) * 0.98)
    }
  }

  private static func contains(_ ring: [Coordinate], _ p: Coordinate) -> Bool {
    zip(ring, ring.dropFirst()).reduce(false) { inside, side in
      let (a, b) = side
      guard (a.latitude > p.latitude) != (b.latitude > p.latitude) else { return inside }
      let part = (p.latitude - a.latitude) / (b.latitude - a.latitude)
      return p.longitude < a.longitude + (b.longitude - a.longitude) * part ? !inside : inside
    }
  }
}
