import SkiGraph
import SkiSystem

extension RegionReader {
  /// Adds the label of a run or lift at the middle of its longest line, with the direction there.
  mutating func addLabel(of index: Int, to collector: inout ShapeCollector) {
    let feature = graph.feature(FeatureIndex(index))
    guard feature.name != nil || feature.ref != nil else { return }
    let chains = FeatureChains(graph, feature: index)
    let lines = lines(index, chains)
    guard let middle = LabelAnchor(lines) else { return }
    var list = AttributeList()
    list.add(.kind, feature.kind.rawValue)
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    if feature.kind == .run {
      list.add(.difficulty, feature.difficulty?.rawValue)
      list.add(.convention, feature.convention.rawValue)
      Self.addGrade(feature, to: &list)
      if feature.isArea { list.add(.area, true) }
    } else {
      list.add(.liftType, feature.liftKind.rawValue)
      list.add(.colour, DrawingColours.lift)
    }
    list.add(.status, feature.status.rawValue)
    list.add(.oneway, chains.isOneway)
    list.add(.bearing, middle.bearingDegrees)
    let size = Self.size(Self.box(lines))
    let weight = size + (feature.kind == .lift ? 1 : 0)
    addLabel(
      id: feature.kind.rawValue + "/" + feature.id.rawValue, at: middle, labelZoom(size: size), weight, list,
      to: &collector)
  }

  /// Returns the first zoom of a label: a name needs a line several words long.
  func labelZoom(size: Double) -> Int {
    Self.firstZoom(diagonal: exp2(size), pixels: 64, deepest: deepestZoom)
  }

  /// Adds a label; its rank is 0 for the most important and grows by one each time the size falls by a factor of √2.
  mutating func addLabel(
    id: String, at middle: LabelAnchor, _ firstZoom: Int, _ weight: Double, _ list: AttributeList,
    to collector: inout ShapeCollector
  ) {
    var list = list
    list.add(.rank, max(0, Int((2 * (32 - weight)).rounded())))
    collector.addCorners([SIMD2(middle.x, middle.y)])
    collector.endShape(
      id: StableHash.featureID("label/" + id), firstZoom: firstZoom,
      priority: VectorLayer.labels.priority + weight, attributes: values.attributes(list))
  }
}

/// The middle of a line or ring, and the line's direction there.
struct LabelAnchor {
  let x: Int32
  let y: Int32
  /// The direction in degrees clockwise from north, 0..<360; nil where there is none.
  let bearingDegrees: Int?

  /// Creates the middle of the longest of the lines, or returns nil when there is none.
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

  /// Creates a point without a direction.
  init(_ place: GridPoint) { self.init(x: place.x, y: place.y) }

  private static func length(_ a: WorldVertex, _ b: WorldVertex) -> Double {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
