import SkiAnswers
import SkiBase
import SkiGraph

/// Calls the public functions of a map, so that a read out of bounds traps, and returns a sum over the
/// results.
@discardableResult
func exercise(_ map: SkiMap) -> Int {
  var sum = map.sources.count &+ map.nodeCount()
  sum &+= (try? map.reportJSON().utf8.count) ?? 0
  for region in map.regions {
    if let graph = try? map.graph(region) { sum &+= exercise(graph) }
    sum &+= Int(map.bounds(of: region).south)
  }
  sum &+= map.regions(near: Coordinate(latitude: 46.5, longitude: 7.5), withinMetres: 5000).count
  let finder = PlaceFinder(map: map)
  for text in [
    "Hintertux", "hintertucks", "way/3", "lift:Skiweg@top", "run:K 2@bottom", "s", "手稲", "zzzzzzzzzz",
  ] {
    sum &+= (try? finder.place(text))?.features.count ?? 0
    sum &+= (try? finder.matches(text, limit: 20).count) ?? 0
  }
  if let survey = try? MapSurvey(map) {
    sum &+= survey.text().string.utf8.count &+ survey.json().text().utf8.count
  }
  return sum
}

/// Calls the public functions of a graph, so that a read out of bounds traps, and returns a sum over the
/// results.
@discardableResult
func exercise(_ graph: RoutingGraph) -> Int {
  var sum = 0
  for node in 0..<graph.nodeCount { sum &+= Int(graph.point(NodeIndex(node)).position.latitudeE7) }
  for node in 0..<graph.nodeCount { sum &+= graph.edges(from: NodeIndex(node)).count }
  for position in 0..<graph.edgeCount {
    let edge = EdgeIndex(position)
    sum &+= graph.tail(edge).position &+ graph.head(edge).position &+ graph.link(of: edge).position
    sum &+= graph.edge(of: graph.link(of: edge), reversed: graph.isReversed(edge))?.position ?? 0
  }
  for position in 0..<graph.linkCount { sum &+= graph.link(LinkIndex(position)).points.count }
  for position in 0..<graph.areaCount { sum &+= graph.area(AreaIndex(position)).operatingLiftCount }
  for position in 0..<graph.featureCount {
    sum &+= graph.feature(FeatureIndex(position)).id.rawValue.utf8.count
    sum &+= graph.links(of: FeatureIndex(position)).count
    sum &+= graph.outline(of: FeatureIndex(position)).reduce(0) { $0 &+ $1.places.count }
  }
  if let heights = graph.heightGrid {
    for tile in 0..<heights.tileCount { sum &+= (try? heights.metres(ofTile: tile).count) ?? 0 }
    sum &+= heights.attributions.count &+ (heights.position(of: HeightTileAddress(row: 1, column: 1)) ?? 0)
  }
  sum &+= graph.stronglyConnectedComponents { _ in true }.count
  for place in [
    Coordinate(latitude: 46.5, longitude: 7.5), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -90, longitude: 180), Coordinate(latitude: 0, longitude: -180),
  ] {
    for metres in [0, 150, 5000, .infinity] {
      sum &+= graph.snaps(near: place, withinMetres: metres, limit: 1000) { $0.rawValue % 3 != 0 }.count
    }
  }
  sum &+= graph.links(intersecting: BoundingBox(south: -90, west: -180, north: 90, east: 180)).count
  let survey = MapSurvey(graph)
  return sum &+ survey.text().string.utf8.count &+ survey.json().text().utf8.count
}
