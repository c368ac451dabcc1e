import SkiGraph
import SkiSystem

/// The positions of a map's nodes in metres along three axes from the centre of the map.
///
/// **Source:** geodetic to Earth-centred coordinates on WGS 84 (Hofmann-Wellenhof 2001, 10.3). Elevations count only
/// when all nodes have one, since a node at sea level among summits would make its edges seem too fast.
enum NodePositions {
  static func make(_ graph: RoutingGraph) -> [SIMD3<Float>] {
    let storage = graph.storage
    let count = graph.nodeCount
    let hasHeights = !storage.nodeElevation.contains(.min)
    let earth = (0..<count).map { node in
      earthCentred(
        latitudeE7: storage.nodeLatitude[node], longitudeE7: storage.nodeLongitude[node],
        metres: hasHeights ? Double(storage.nodeElevation[node]) / 100 : 0)
    }
    guard let first = earth.first else { return [] }
    let low = earth.reduce(first) { pointwiseMin($0, $1) }
    let high = earth.reduce(first) { pointwiseMax($0, $1) }
    let middle = (low + high) / 2
    return earth.map { place in
      let offset = place - middle
      return SIMD3(Float(offset.x), Float(offset.y), Float(offset.z))
    }
  }

  static func earthCentred(latitudeE7: Int32, longitudeE7: Int32, metres: Double) -> SIMD3<Double> {
    let latitude = Double(latitudeE7) / 1e7 * Double.pi / 180
    let longitude = Double(longitudeE7) / 1e7 * Double.pi / 180
    let semiMajor = 6_378_137.0
    let eccentricitySquared = 0.006_694_379_990_141_316
    let primeVertical = semiMajor / (1 - eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
    let fromAxis = (primeVertical + metres) * cos(latitude)
    return SIMD3(
      fromAxis * cos(longitude), fromAxis * sin(longitude),
      (primeVertical * (1 - eccentricitySquared) + metres) * sin(latitude))
  }
}
