import SkiGeo
import SkiModel

extension RoutingGraph {
  public func snaps(
    near coordinate: Coordinate, withinMetres metres: Double, limit: Int, where isWanted: (LinkIndex) -> Bool
  ) -> [LinkSnap] {
    let scale = LocalScale(latitude: coordinate.latitude)
    var found: [LinkSnap] = []
    for index in 0..<linkCount {
      let link = self.link(LinkIndex(index))
      guard link.kind == .run || link.kind == .walk, isWanted(LinkIndex(index)) else { continue }
      var best: LinkSnap?
      for i in 1..<link.points.count {
        let a = link.points[i - 1].coordinate
        let b = link.points[i].coordinate
        let ax = (a.longitude - coordinate.longitude) * scale.metresPerDegreeLongitude
        let ay = (a.latitude - coordinate.latitude) * scale.metresPerDegreeLatitude
        let bx = (b.longitude - coordinate.longitude) * scale.metresPerDegreeLongitude
        let by = (b.latitude - coordinate.latitude) * scale.metresPerDegreeLatitude
        let l2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
        let t = l2 > 0 ? max(0, min(1, -(ax * (bx - ax) + ay * (by - ay)) / l2)) : 0
        let x = ax + t * (bx - ax)
        let y = ay + t * (by - ay)
        let d = (x * x + y * y).squareRoot()
        guard d <= metres, d < best?.distanceMetres ?? .infinity else { continue }
        let d0 = Double(link.distancesCentimetres[i - 1])
        let d1 = Double(link.distancesCentimetres[i])
        var e: Int32?
        if let e0 = link.points[i - 1].elevationCentimetres, let e1 = link.points[i].elevationCentimetres {
          e = Int32((Double(e0) + t * Double(e1 - e0)).rounded())
        }
        best = LinkSnap(
          link: LinkIndex(index), node: nil, offsetCentimetres: UInt32((d0 + t * (d1 - d0)).rounded()),
          point: GraphPoint(
            position: FixedCoordinate(
              Coordinate(
                latitude: a.latitude + t * (b.latitude - a.latitude),
                longitude: a.longitude + t * (b.longitude - a.longitude))), elevationCentimetres: e),
          distanceMetres: d)
      }
      if let best { found.append(best) }
    }
    var stations: Set<NodeIndex> = []
    for index in 0..<linkCount {
      let link = self.link(LinkIndex(index))
      guard link.kind == .lift else { continue }
      stations.insert(link.tail)
      stations.insert(link.head)
    }
    for node in stations.sorted() {
      let d = scale.distanceMetres(coordinate, point(node).coordinate)
      if d <= metres {
        found.append(
          LinkSnap(link: nil, node: node, offsetCentimetres: 0, point: point(node), distanceMetres: d))
      }
    }
    found.sort { $0.distanceMetres < $1.distanceMetres }
    return Array(found.prefix(limit))
  }
}
