import SkiGraph

/// The distinct admission classes of a graph, with the class of each link and each directed edge.
///
/// A profile is compared with each class once, a few hundred at most on real areas, instead of with each link.
///
/// Immutable, and shared by all profiles: 2 bytes for each link and each edge. Class numbers fit 16 bits: runs have at
/// most 16 ranks · 3 conventions · 8 flags · 4 states · 12 kinds of terrain, and lifts, streets and connectors fewer
/// together, 30,000 in all.
final class AdmissionClasses: Sendable {
  /// The distinct classes.
  let classes: [AdmissionClass]
  /// The class number of each link.
  let ofLink: [UInt16]
  /// The class number of each edge.
  let ofEdge: [UInt16]

  /// Classifies the links of a graph.
  /// - Complexity: O(*l* + *m* + *f*) in links, edges and features.
  init(_ graph: RoutingGraph) {
    var barred = [Bool](repeating: false, count: graph.featureCount)
    for entry in graph.restrictedFeatures() { barred[entry.feature.position] = true }
    let features = (0..<graph.featureCount).map {
      AdmissionClass.featureBits(FeatureIndex($0), isBarred: barred[$0], in: graph)
    }
    var (classes, numbers): ([AdmissionClass], [AdmissionClass: UInt16]) = ([], [:])
    let ofLink = (0..<graph.linkCount).map { link -> UInt16 in
      let feature = graph.storage.linkFeature[link]
      let kind = AdmissionClass(
        link: link, feature: feature == .max ? 0 : features[Int(feature)], in: graph)
      if let known = numbers[kind] { return known }
      let number = UInt16(classes.count)
      classes.append(kind)
      numbers[kind] = number
      return number
    }
    self.classes = classes
    self.ofLink = ofLink
    ofEdge = (0..<graph.edgeCount).map { ofLink[Int(graph.storage.edgeLink[$0] / 2)] }
  }
}
