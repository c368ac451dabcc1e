import SkiBase
import SkiGraph
import SkiRouting

/// A writer of the properties of the parts of edges within reach, which reads each feature and formats each minute once.
struct StretchNames {
  private struct Name {
    var id: String
    var name: String?
    var convention: DifficultyConvention
  }

  private let graph: RoutingGraph
  /// The convention of links without a feature.
  private let convention: DifficultyConvention
  private var known: [FeatureIndex: Name] = [:]
  private var minutes: [Int: String] = [:]

  init(_ graph: RoutingGraph) { (self.graph, convention) = (graph, graph.usualConvention()) }

  /// Writes the members of a stretch's properties.
  mutating func write(_ stretch: Reach.Stretch, to json: inout JSONWriter) {
    let link = graph.row(graph.link(of: stretch.edge))
    let name = link.feature.map { self.name($0) }
    let colour = link.kind == .lift ? nil : link.difficulty?.colour(in: name?.convention ?? convention)
    json.member("kind", link.kind.rawValue)
    json.member("id", name?.id)
    json.member("name", name?.name)
    json.member("colour", colour?.rawValue ?? (link.kind == .run ? "grey" : nil))
    json.member("from", text(stretch.from))
    json.member("until", text(stretch.until))
  }

  /// Returns the description of a time, which is that of its minute.
  private mutating func text(_ time: DayTime) -> String {
    let minute = Int((Double(time.milliseconds) / 60_000).rounded(.down))
    if let text = minutes[minute] { return text }
    let text = time.description
    minutes[minute] = text
    return text
  }

  private mutating func name(_ index: FeatureIndex) -> Name {
    if let name = known[index] { return name }
    let feature = graph.feature(index)
    let name = Name(id: feature.id.rawValue, name: feature.name, convention: feature.convention)
    known[index] = name
    return name
  }
}
