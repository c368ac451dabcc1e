import SkiGraph

/// The attributes of a link that decide its admission, closures apart, packed into 23 bits.
///
/// | bits | attribute |
/// | --- | --- |
/// | 0–1 | ``/SkiGraph/LinkKind`` code |
/// | 2–5 | rank of the difficulty, 0 where ungraded; 0 on lifts |
/// | 6–7 | code of the convention; 0 on lifts |
/// | 8 · 9 · 10 | difficulty estimated, not on lifts · opt-in · itinerary |
/// | 11 · 12 | does not operate · barred |
/// | 13–16 | code of the kind of lift, on lifts |
/// | 17 · 18 · 19 · 20 | gladed · moguls · ungroomed · lit, on runs, in the order of ``/SkiGraph/TerrainKind`` |
/// | 21 · 22 | snow-covered, of a long · of a short passage |
struct AdmissionClass: Hashable, Sendable {
  let bits: UInt32

  /// The code of the kind of link.
  var kind: UInt8 { UInt8(bits & 3) }
  /// The rank of the difficulty; 0 where ungraded and on lifts.
  var rank: UInt8 { UInt8(bits >> 2 & 15) }
  /// The code of the convention; 0 on lifts.
  var convention: Int { Int(bits >> 6 & 3) }
  var isEstimated: Bool { bits & Flag.estimated != 0 }
  var isOptIn: Bool { bits & Flag.optIn != 0 }
  var isItinerary: Bool { bits & Flag.itinerary != 0 }
  var isSnowCovered: Bool { bits & Flag.snowCovered != 0 }
  var isShortSnowPassage: Bool { bits & Flag.shortSnowPassage != 0 }
  var isOperating: Bool { bits & Flag.notOperating == 0 }
  var isBarred: Bool { bits & Flag.barred != 0 }
  /// The code of the kind of lift; 0 on other links.
  var liftKind: UInt32 { bits >> 13 & 15 }
  /// The kinds of terrain of a run, one bit for each.
  var terrain: UInt32 { bits >> 17 & 15 }
  /// Indicates whether the run is lit at night.
  var isLit: Bool { terrain & 8 != 0 }
  /// Indicates whether the run is harder than its grade: gladed, with moguls or ungroomed, as
  /// ``/SkiGraph/RunTerrain/isHarderThanGraded``.
  var isHarderThanGraded: Bool { terrain & 7 != 0 }

  private enum Flag {
    static let estimated: UInt32 = 1 << 8
    static let optIn: UInt32 = 1 << 9
    static let itinerary: UInt32 = 1 << 10
    static let notOperating: UInt32 = 1 << 11
    static let barred: UInt32 = 1 << 12
    static let snowCovered: UInt32 = 1 << 21
    static let shortSnowPassage: UInt32 = 1 << 22
  }

  /// Creates the class of a link.
  /// - Parameters:
  ///   - link: The link.
  ///   - feature: The bits of its feature, see ``featureBits(_:isBarred:in:)``; 0 for connectors.
  ///   - graph: The graph.
  init(link: Int, feature: UInt32, in graph: RoutingGraph) {
    let kind = graph.storage.linkKind[link]
    let flags = LinkFlags(rawValue: graph.storage.linkFlags[link])
    var bits = UInt32(kind & 3) | feature
    if flags.contains(.optIn) { bits |= Flag.optIn }
    if flags.contains(.itinerary) { bits |= Flag.itinerary }
    if flags.contains(.snowCovered) { bits |= Flag.snowCovered }
    if flags.contains(.shortSnowPassage) { bits |= Flag.shortSnowPassage }
    if kind != LinkKind.lift.code {
      if flags.contains(.difficultyEstimated) { bits |= Flag.estimated }
      bits |= UInt32(min(graph.storage.linkDifficulty[link], 15)) << 2
      bits |= UInt32(min(graph.conventionCode(ofLink: link), 2)) << 6
    }
    self.bits = bits
  }

  /// Returns the bits that the links of a feature have in common.
  static func featureBits(_ feature: FeatureIndex, isBarred: Bool, in graph: RoutingGraph) -> UInt32 {
    let status = graph.statusCode(of: feature.position)
    var bits = isBarred ? Flag.barred : 0
    if status != Lifecycle.operating.code, status != Lifecycle.unknown.code { bits |= Flag.notOperating }
    switch FeatureKind(code: graph.kindCode(of: feature.position)) {
    case .lift: bits |= UInt32(graph.liftKindCode(of: feature.position) & 15) << 13
    case .run:
      for (position, kind) in TerrainKind.allCases.enumerated() where graph.terrain(of: feature).isOf(kind) {
        bits |= 1 << (17 + UInt32(position))
      }
    default: break
    }
    return bits
  }
}

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
