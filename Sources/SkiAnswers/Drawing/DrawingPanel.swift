import SkiBase
import SkiGraph

/// The contents of one picture, extracted from its region.
struct DrawingPanel: Sendable {
  /// A link in the picture, with its position in the graph.
  struct Link: Sendable {
    var index: LinkIndex
    var link: GraphLink
  }

  let subject: DrawingSubject
  let window: MapFrame
  var links: [Link] = []
  var features: [FeatureIndex: GraphFeature] = [:]
  /// The junction of the features at a node; nil for other subjects.
  var junction: Junction?
  /// The source features in the picture, in the order they were read.
  var shapes: [SourceShape] = []

  /// Returns a panel for each subject of one region.
  ///
  /// - Complexity: O(*m* · *p*) in the links of the region and its panels.
  static func panels(of subjects: [DrawingSubject], in graph: RoutingGraph) -> [DrawingPanel] {
    var panels = subjects.map { DrawingPanel(subject: $0, window: window(of: $0, in: graph)) }
    for panel in panels.indices {
      if case .node(let node) = panels[panel].subject.form { panels[panel].junction = graph.junction(node) }
    }
    for position in 0..<graph.linkCount {
      let index = LinkIndex(position)
      let range = graph.pointRange(index)
      guard let box = BoundingBox(range.lazy.map { graph.linkPoint($0).coordinate }) else { continue }
      let seeing = panels.indices.filter { panels[$0].window.mayShow(box) }
      guard !seeing.isEmpty else { continue }
      let link = graph.link(index)
      for panel in seeing { panels[panel].add(Link(index: index, link: link), of: graph) }
    }
    return panels
  }

  private mutating func add(_ link: Link, of graph: RoutingGraph) {
    // A profile contains its run only.
    if case .run(let run) = subject.form, link.link.feature != run { return }
    links.append(link)
    if let feature = link.link.feature, features[feature] == nil {
      features[feature] = graph.feature(feature)
    }
  }

  private static func window(of subject: DrawingSubject, in graph: RoutingGraph) -> MapFrame {
    switch subject.form {
    case .link(let link):
      let places = graph.pointRange(link).map { graph.linkPoint($0).coordinate }
      let isCrossing = graph.storage.linkCause[link.position] == LinkCause.areaCrossing.code
      return MapFrame(panelAround: places, metres: isCrossing ? 200...3000 : 120...600)
    case .node(let node):
      return MapFrame(panelAround: [graph.point(node).coordinate], metres: 120...120)
    case .run(let run):
      let places = graph.links(of: run).flatMap { link in
        graph.pointRange(LinkIndex(link)).map { graph.linkPoint($0).coordinate }
      }
      return MapFrame(panelAround: places, metres: 120...100_000)
    }
  }

  /// Adds a feature of a source file when it intersects the picture and concerns the subject. Complexity: O(1).
  mutating func add(_ shape: SourceShape) {
    if case .run(let run) = subject.form, features[run]?.id != shape.id { return }
    if window.mayShow(shape.box) { shapes.append(shape) }
  }

  /// Returns whether a link is the subject of the picture.
  func isSubject(_ link: Link) -> Bool {
    if case .link(let wanted) = subject.form { return wanted == link.index }
    return false
  }
}
