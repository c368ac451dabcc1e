import SkiBase
import SkiGraph

/// A finder of named landmarks beside the route: huts, stations of other lifts, lifts overhead.
struct LandmarkFinder {
  /// The maximum distance of a hut or station from the route, in metres.
  static let reachMetres = 45.0

  /// A landmark with its distance along the route in metres.
  struct PlacedLandmark {
    let landmark: Landmark
    let metres: Double
  }

  private let graph: RoutingGraph
  private let tree: RouteSegmentTree
  private let box: BoundingBox?

  /// Creates a finder for a route.
  /// - Complexity: O(*p*) in points.
  init(way: RouteLine, graph: RoutingGraph) {
    self.graph = graph
    tree = RouteSegmentTree(way)
    let places = way.points.map(\.coordinate)
    guard let first = places.first else {
      box = nil
      return
    }
    var box = BoundingBox(
      south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
    for place in places {
      box.south = min(box.south, place.latitude)
      box.north = max(box.north, place.latitude)
      box.west = min(box.west, place.longitude)
      box.east = max(box.east, place.longitude)
    }
    self.box = box
  }

  /// Returns all landmarks, in the order of the route.
  /// - Parameter ridden: The lifts of the route, which are left out.
  /// - Complexity: O(*f* + *k* log *p*) in all features *f* and those around the route *k*.
  func landmarks(except ridden: Set<FeatureIndex>) -> [PlacedLandmark] {
    guard let box else { return [] }
    var landmarks: [PlacedLandmark] = []
    for position in 0..<graph.featureCount {
      let kind = FeatureKind(code: graph.kindCode(of: position))
      let index = FeatureIndex(position)
      guard kind == .hut || kind == .lift, !ridden.contains(index) else { continue }
      let feature = graph.feature(index)
      guard let name = SpokenName.of(feature.name), feature.status == .operating, Self.mayTouch(box, feature)
      else {
        continue
      }
      if kind == .hut {
        landmarks += beside(feature.start, .hut, name)
      } else {
        landmarks += beside(feature.start, .liftBottom, name) + beside(feature.end, .liftTop, name)
        landmarks += above(index, feature, name)
      }
    }
    return landmarks.sorted { ($0.metres, $0.landmark.name) < ($1.metres, $1.landmark.name) }
  }

  private func beside(_ place: GraphPoint, _ kind: Landmark.Kind, _ name: String) -> [PlacedLandmark] {
    tree.nearest(place.coordinate, withinMetres: Self.reachMetres).map {
      [PlacedLandmark(landmark: Landmark(kind: kind, name: name, side: $0.side), metres: $0.metres)]
    } ?? []
  }

  /// Returns the positions where the route passes below a lift other than a surface lift.
  private func above(_ index: FeatureIndex, _ feature: GraphFeature, _ name: String) -> [PlacedLandmark] {
    switch feature.liftKind {
    case .gondola, .chairLift, .cableCar, .mixedLift: break
    default: return []
    }
    let lines = graph.lines(of: index).filter { $0.count > 1 }
    let all = lines.isEmpty ? [[feature.start.coordinate, feature.end.coordinate]] : lines
    let crossings = all.flatMap { line in
      zip(line, line.dropFirst()).flatMap { tree.crossings(from: $0, to: $1) }
    }
    return Set(crossings).sorted().map {
      PlacedLandmark(landmark: Landmark(kind: .liftAbove, name: name, side: nil), metres: $0)
    }
  }

  /// Returns whether the box around a feature's ends is near that of the route.
  private static func mayTouch(_ box: BoundingBox, _ feature: GraphFeature) -> Bool {
    let (a, b) = (feature.start.coordinate, feature.end.coordinate)
    let spare = 0.002
    return min(a.latitude, b.latitude) <= box.north + spare
      && max(a.latitude, b.latitude) >= box.south - spare
      && min(a.longitude, b.longitude) <= box.east + spare
      && max(a.longitude, b.longitude) >= box.west - spare
  }
}
