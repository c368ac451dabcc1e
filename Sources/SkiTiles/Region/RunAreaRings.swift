import SkiBase
import SkiGraph

/// The rings of the runs mapped as areas of a region, and the levels of their corners.
///
/// A corner that rings share has the greatest of its levels in each; rings that share one have boxes that intersect.
struct RunAreaRings {
  /// The features that have rings, ascending.
  private(set) var features: [Int] = []
  /// The box around the rings of each feature.
  private(set) var boxes: [WorldBox] = []
  /// Indicates for each feature whether its rings are as small as areas are.
  private(set) var areSized: [Bool] = []
  private var rings: [[[GridPoint]]] = []
  private let tree: ShapeTree
  private var leveled: [[[WorldVertex]]?]
  private var corners = SharedRings()

  /// Reads the rings of a graph. Complexity: O(*n*) in corners and features.
  init(_ graph: RoutingGraph, _ rows: inout MercatorRows) {
    let views = graph.storage.rings
    for ring in 0..<views.count {
      let feature = Int(views.feature[ring])
      let places = views.points(ring).map { corner in
        let vertex = rows.vertex(views.latitude[corner], views.longitude[corner])
        return GridPoint(vertex.x, vertex.y)
      }
      if features.last != feature {
        features.append(feature)
        rings.append([])
      }
      rings[rings.count - 1] += RingClip.acrossWorld(places)
    }
    for own in rings {
      boxes.append(own.map(Self.box).reduce(into: .empty) { $0.formUnion($1) })
      // An area as wide as a country is an error and would fill every tile.
      areSized.append(!own.isEmpty && own.allSatisfy { Self.box($0).isAreaSized })
    }
    tree = ShapeTree(boxes: boxes, firstZooms: boxes.map { _ in 0 })
    leveled = Array(repeating: nil, count: features.count)
  }

  /// Returns the rings of a feature; none when it has none.
  func rings(of feature: Int) -> [[GridPoint]] {
    position(of: feature).map { rings[$0] } ?? []
  }

  /// Returns the rings of a feature with the levels of their corners.
  /// - Complexity: O(*n* log *n*) in the corners of the rings around it that were not read before.
  mutating func leveledRings(of feature: Int) -> [[WorldVertex]] {
    guard let position = position(of: feature) else { return [] }
    var near: [UInt32] = []
    tree.find(boxes[position], zoom: .max, into: &near)
    for other in near.map(Int.init) where leveled[other] == nil {
      leveled[other] = rings[other].map { corners.add($0) }
    }
    return (leveled[position] ?? []).map(corners.shared)
  }

  private func position(of feature: Int) -> Int? {
    let position = features.partitioningIndex { $0 >= feature }
    return position < features.count && features[position] == feature ? position : nil
  }

  static func box(_ ring: [GridPoint]) -> WorldBox {
    var box = WorldBox.empty
    for corner in ring { box.formUnion(x: corner.x, y: corner.y) }
    return box
  }
}

extension RegionReader {
  /// Returns the rings of the runs mapped as areas, read once.
  mutating func readRunAreas() -> RunAreaRings {
    if let runAreas { return runAreas }
    let fresh = RunAreaRings(graph, &rows)
    runAreas = fresh
    return fresh
  }

  /// Adds a run mapped as an area.
  mutating func addRunArea(_ index: Int, to collector: inout ShapeCollector) {
    _ = readRunAreas()
    guard let own = runAreas?.leveledRings(of: index), !own.isEmpty else { return }
    for ring in own { collector.addLeveled(ring) }
    let feature = graph.feature(FeatureIndex(index))
    let box = Self.box(own)
    var close = AttributeList()
    close.add(.id, feature.id.rawValue)
    var id = FeatureIDHash("run-area/")
    id.add(feature.id.rawValue)
    collector.endShape(
      id: id.id,
      firstZoom: Self.firstZoom(diagonal: box.diagonal, pixels: leastPixels, deepest: deepestZoom),
      priority: VectorLayer.runAreas.priority + Self.size(box), attributes: runAreaAttributes(feature),
      closeAttributes: values.attributes(close))
  }

  private mutating func runAreaAttributes(_ feature: GraphFeature) -> [Attribute] {
    var list = AttributeList()
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    let attributes = values.attributes(list) + runAttributes(feature)
    var more = AttributeList()
    more.add(.status, feature.status.rawValue)
    return attributes + values.attributes(more)
  }
}
