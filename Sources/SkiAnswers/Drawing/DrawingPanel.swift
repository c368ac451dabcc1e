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

/// The subject of a picture.
struct DrawingSubject: Sendable {
  /// The position of the subject in the graph of its region.
  enum Form: Sendable {
    case link(LinkIndex)
    case node(NodeIndex)
    case run(FeatureIndex)
  }

  var region: RegionIndex
  var form: Form
  /// The group of the sample: a cause, or the kind of a junction.
  var stratum: String
  /// The order in the sample, from the seed and the coordinates.
  var key: UInt64

  /// The position of the link, node or feature, to order equal keys.
  var position: Int {
    switch form {
    case .link(let link): link.position
    case .node(let node): node.position
    case .run(let feature): feature.position
    }
  }
}

/// A hash of numbers for pseudo-random order, the same on every platform.
struct SampleKey {
  private(set) var value: UInt64

  init(seed: UInt64) { value = (seed &+ 0x9E37_79B9_7F4A_7C15).mixed() }

  mutating func combine(_ number: Int32) {
    value = ((value ^ UInt64(UInt32(bitPattern: number))) &+ 0x9E37_79B9_7F4A_7C15).mixed()
  }

  mutating func combine(_ place: FixedCoordinate) {
    combine(place.latitudeE7)
    combine(place.longitudeE7)
  }
}

/// A feature of a source file in a picture.
struct SourceShape: Sendable {
  enum Kind: Sendable {
    case run, lift, street
  }

  var kind: Kind
  var id: SourceID
  var name: String?
  /// The colour of its difficulty, by convention.
  var colour: String
  /// Indicates whether the run or lift operates.
  var isInUse = true
  /// The level as text: `bridge`, `tunnel`, `layer 1`.
  var levelWords: String?
  /// The tagged direction; nil without a tag.
  var oneway: OnewayTag?
  var lines: [Polyline] = []
  var areas: [PolygonRings] = []
  /// The intermediate stations.
  var stations: [Coordinate] = []
  let box: BoundingBox

  init?(_ run: Run) {
    let corners: [Coordinate]
    switch run.geometry {
    case .lines(let parts):
      lines = parts
      corners = parts.flatMap(\.coordinates)
    case .areas(let parts):
      areas = parts
      corners = parts.flatMap(\.outer.coordinates)
    }
    guard let box = BoundingBox(corners), box.centre.isValid else { return nil }
    (kind, id, name, oneway, self.box) = (.run, run.id, run.label, run.oneway, box)
    let convention = run.convention ?? DifficultyConvention(at: box.centre)
    colour = DrawingColours.run(run.difficulty, convention, uses: run.uses)
    isInUse = run.status == .operating
    levelWords = Self.words(run.level)
  }

  init?(_ lift: Lift) {
    guard let box = BoundingBox(lift.parts.flatMap(\.coordinates)) else { return nil }
    (kind, id, name, oneway, self.box) = (.lift, lift.id, lift.label, lift.oneway, box)
    colour = DrawingColours.lift
    isInUse = lift.status == .operating
    lines = lift.parts
    stations = lift.stations.map(\.coordinate)
  }

  /// The label of the feature: its name and special tags.
  var words: String {
    let tag: String? =
      switch oneway {
      case .twoWay?: "oneway=no"
      case .reverse?: "oneway=-1"
      case .oneway?, nil: nil
      }
    return [name, levelWords, isInUse ? nil : "not in use", tag].compactMap { $0 }.joined(separator: ", ")
  }

  private static func words(_ level: Level) -> String? {
    let words = [
      level.isBridge ? "bridge" : nil, level.isTunnel ? "tunnel" : nil,
      level.layer != 0 ? "layer \(level.layer)" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
