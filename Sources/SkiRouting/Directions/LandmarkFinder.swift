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

/// A finder of sections of a run that are too flat to glide: less than 2 % down for 120 m or more, measured over 40 m.
struct FlatFinder {
  static let leastMetres = 120.0
  static let sampleMetres = 20.0
  static let glidingGradient = 0.02
  /// The ratio of flat sections from which the whole run counts as flat.
  static let wholeShare = 0.8
  private static let sampleLimit = 20_000.0

  /// A flat section, as a range of distances along the route in metres.
  struct Part {
    var metres: Range<Double>
    var ascentMetres: Double
  }

  let routeLine: RouteLine

  /// Returns the flat sections between two positions of the route; none where elevations are unknown.
  /// - Complexity: O(*l* log *p*) in the length between them and the points of the route.
  func parts(from start: Double, to end: Double) -> [Part] {
    let length = end - start
    guard length >= Self.leastMetres else { return [] }
    let count = Int(min(Self.sampleLimit, length / Self.sampleMetres))
    let spacing = length / Double(count)
    var heights: [Double] = []
    for index in 0...count {
      guard let height = routeLine.place(at: start + Double(index) * spacing)?.elevationMetres else {
        return []
      }
      heights.append(height)
    }
    var parts: [Part] = []
    var first: Int?
    for index in 0...count - 1 {
      let ahead = min(count, index + 2)
      let drop = heights[index] - heights[ahead]
      let isFlat = drop < Self.glidingGradient * spacing * Double(ahead - index)
      if isFlat, first == nil { first = index }
      guard let from = first, !isFlat || index == count - 1 else { continue }
      let last = isFlat ? count : index + 1
      first = nil
      guard Double(last - from) * spacing >= Self.leastMetres else { continue }
      let climb = zip(heights[from...last], heights[from...last].dropFirst()).reduce(0) {
        $0 + max(0, $1.1 - $1.0)
      }
      let (low, high) = (start + Double(from) * spacing, min(end, start + Double(last) * spacing))
      parts.append(Part(metres: low..<max(low, high), ascentMetres: climb))
    }
    return parts
  }
}

/// The choice of a few landmarks along a run: huts before stations, stations before lifts overhead, then runs.
struct LandmarkChoice {
  /// The minimum distance of landmarks from both ends of a run, in metres.
  static let edgeMetres = 120.0
  /// The minimum distance of landmarks from other instructions, in metres.
  static let spacingMetres = 250.0

  let leg: Instruction
  /// The positions of other instructions, in metres along the route.
  let instructionMetres: [Double]
  /// The names mentioned anyway.
  let names: Set<String>

  /// Returns the chosen landmarks, in no order.
  /// - Complexity: O(*k* log *k* + *k* · *c*) in landmarks of the run *k* and chosen ones *c*.
  func chosen(
    from sights: [LandmarkFinder.PlacedLandmark], passing runs: [LandmarkFinder.PlacedLandmark]
  ) -> [LandmarkFinder.PlacedLandmark] {
    let (low, high) = (
      leg.startMetres + Self.edgeMetres, leg.startMetres + leg.lengthMetres - Self.edgeMetres
    )
    guard low < high else { return [] }
    let candidates = Self.part(of: sights, from: low, to: high) + Self.part(of: runs, from: low, to: high)
    var chosen: [LandmarkFinder.PlacedLandmark] = []
    var seen = names
    let order = candidates.sorted {
      (Self.rank($0), $0.metres, $0.landmark.name) < (Self.rank($1), $1.metres, $1.landmark.name)
    }
    for sight in order where !seen.contains(sight.landmark.name) {
      let isQuiet = (instructionMetres + chosen.map(\.metres)).allSatisfy {
        abs($0 - sight.metres) >= Self.spacingMetres
      }
      guard isQuiet else { continue }
      chosen.append(sight)
      seen.insert(sight.landmark.name)
    }
    return chosen
  }

  /// Returns the landmarks between two positions, given all in order.
  private static func part(
    of sights: [LandmarkFinder.PlacedLandmark], from start: Double, to end: Double
  ) -> ArraySlice<LandmarkFinder.PlacedLandmark> {
    sights[sights.partitioningIndex { $0.metres >= start }...].prefix { $0.metres <= end }
  }

  private static func rank(_ sight: LandmarkFinder.PlacedLandmark) -> Int {
    switch sight.landmark.kind {
    case .hut: 0
    case .liftBottom, .liftTop: 1
    case .liftAbove: 2
    case .run: 3
    }
  }
}
