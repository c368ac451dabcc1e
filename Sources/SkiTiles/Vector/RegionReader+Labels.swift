import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RegionReader {
  /// Adds the label of a run or lift: where half of its longest line is behind, with the direction there.
  mutating func addLabel(of index: Int, along lines: [[WorldVertex]], isOneway: Bool?) {
    let feature = features[index]
    guard feature.name != nil || feature.ref != nil, let middle = LineMiddle(lines) else { return }
    var list = AttributeList()
    list.add(.kind, feature.kind.rawValue)
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    if feature.kind == .run {
      list.add(.difficulty, feature.difficulty?.rawValue)
      list.add(.convention, feature.convention.rawValue)
      Self.addGrade(feature, to: &list)
    } else {
      list.add(.liftType, feature.liftKind.rawValue)
      list.add(.colour, DrawingColours.lift)
    }
    list.add(.status, feature.status.rawValue)
    list.add(.oneway, isOneway)
    list.add(.bearing, middle.bearingDegrees)
    let size = log2(max(1, Self.box(lines).diagonal))
    // A name is read beside a line some words long.
    let first = Self.firstZoom(diagonal: exp2(size), pixels: 64, deepest: deepestZoom)
    let weight = size + (feature.kind == .lift ? 1 : 0)
    addLabel(id: feature.kind.rawValue + "/" + feature.id.rawValue, at: middle, first, weight, list)
  }

  /// Adds a label; the rank counts from 0, what should be named first, in half doublings of size.
  mutating func addLabel(
    id: String, at middle: LineMiddle, _ firstZoom: Int, _ weight: Double, _ list: AttributeList
  ) {
    var list = list
    list.add(.rank, max(0, Int((2 * (32 - weight)).rounded())))
    var collector = layers[.labels] ?? ShapeCollector()
    layers[.labels] = nil
    collector.addCorners([SIMD2(middle.x, middle.y)])
    collector.endShape(
      id: StableHash.featureID("label/" + id), firstZoom: firstZoom,
      prominence: VectorLayer.labels.prominence + weight, attributes: values.attributes(list))
    layers[.labels] = collector
  }

  /// Reads the ski areas: the ground of each, and its label.
  mutating func readAreas(_ wanted: Set<VectorLayer>) {
    let hulls = areaHulls()
    for index in 0..<graph.areaCount {
      let area = graph.area(AreaIndex(index))
      let hull = hulls[index]
      guard !hull.isEmpty else { continue }
      let id = "area/\(area.id?.rawValue ?? "")/\(area.name ?? "")/\(hull[0])"
      var list = AttributeList()
      list.add(.name, area.name)
      list.add(.convention, DifficultyConvention(at: area.bounds.centre).rawValue)
      list.add(.liftCount, area.operatingLiftCount)
      if wanted.contains(.areas), hull.count > 2 { addArea(id, hull, area, list) }
      guard wanted.contains(.labels), area.name != nil else { continue }
      list.add(.kind, "area")
      // An area is as important as its lifts are many: at thirty it is named from the first zoom on.
      let lifts = log2(Double(max(1, area.operatingLiftCount)))
      let first = max(0, min(deepestZoom, 11 - Int((lifts * 1.2).rounded())))
      addLabel(id: id, at: LineMiddle(corners: hull), first, 24 + lifts, list)
    }
  }

  private mutating func addArea(
    _ id: String, _ hull: [SIMD2<Int32>], _ area: GraphArea, _ list: AttributeList
  ) {
    var close = AttributeList()
    close.add(.id, area.id?.rawValue)
    var collector = layers[.areas] ?? ShapeCollector()
    layers[.areas] = nil
    collector.addCorners(hull)
    var box = WorldBox.empty
    for corner in hull { box.formUnion(x: corner.x, y: corner.y) }
    collector.endShape(
      id: StableHash.featureID(id),
      firstZoom: Self.firstZoom(diagonal: box.diagonal, pixels: 2, deepest: deepestZoom),
      prominence: VectorLayer.areas.prominence + log2(max(1, box.diagonal)),
      attributes: values.attributes(list), closeAttributes: values.attributes(close))
    layers[.areas] = collector
  }

  /// The corners of the ground each area's runs and lifts cover.
  private func areaHulls() -> [[SIMD2<Int32>]] {
    var corners = [[SIMD2<Int32>]](repeating: [], count: graph.areaCount)
    for (index, feature) in features.enumerated() {
      guard let area = feature.area, feature.kind == .run || feature.kind == .lift else { continue }
      var places = graph.links(of: FeatureIndex(index)).flatMap { link in
        graph.pointRange(LinkIndex(link)).map { SIMD2(xs[$0], ys[$0]) }
      }
      if feature.kind == .lift {
        places += [feature.start, feature.end].map { point in
          let vertex = Self.vertex(point)
          return SIMD2(vertex.x, vertex.y)
        }
      }
      corners[area.position] += ConvexRing.hull(places)
    }
    return corners.map { places in
      let hull = ConvexRing.hull(places)
      let xs = hull.map(\.x)
      // One that spans half the world lies on both sides of the antimeridian: no ring around it.
      guard let west = xs.min(), let east = xs.max(), Int(east) - Int(west) < 1 << 31 else { return [] }
      return hull
    }
  }
}

/// A place on a line, or in the middle of a ring, and the direction there.
struct LineMiddle {
  let x: Int32
  let y: Int32
  /// Degrees clockwise from north, 0..<360; nil where there is no direction.
  let bearingDegrees: Int?

  /// Finds where half of the longest of some lines is behind; nil when there is none.
  /// - Complexity: O(*n*).
  init?(_ lines: [[WorldVertex]]) {
    let lengths = lines.map { line in zip(line, line.dropFirst()).reduce(0) { $0 + Self.length($1.0, $1.1) } }
    guard let longest = lengths.indices.max(by: { (lengths[$0], -$0) < (lengths[$1], -$1) }),
      var last = lines[longest].first
    else { return nil }
    var rest = lengths[longest] / 2
    for next in lines[longest].dropFirst() {
      let length = Self.length(last, next)
      if length >= rest, length > 0 {
        self.init(from: last, to: next, share: rest / length)
        return
      }
      rest -= length
      last = next
    }
    self.init(x: last.x, y: last.y)
  }

  private init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
    bearingDegrees = nil
  }

  private init(from a: WorldVertex, to b: WorldVertex, share: Double) {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    x = Int32((Double(a.x) + dx * share).rounded())
    y = Int32((Double(a.y) + dy * share).rounded())
    let degrees = Int((atan2(dx, -dy) * 180 / .pi).rounded())
    bearingDegrees = (degrees + 360) % 360
  }

  /// The mean of a ring's corners, which lies inside when it is convex.
  /// - Precondition: there is a corner.
  init(corners: [SIMD2<Int32>]) {
    let sum = corners.reduce(SIMD2<Double>(0, 0)) { $0 + SIMD2(Double($1.x), Double($1.y)) }
    x = Int32((sum.x / Double(corners.count)).rounded())
    y = Int32((sum.y / Double(corners.count)).rounded())
    bearingDegrees = nil
  }

  private static func length(_ a: WorldVertex, _ b: WorldVertex) -> Double {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
