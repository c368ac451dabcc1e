public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of the effects of closing lifts and runs.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct ClosureDocument: Sendable {
  private let effect: ClosureEffect
  private let graph: RoutingGraph
  private let closed: [String]
  private let home: String
  private let head: AnswerHead
  /// The greatest number of detours in the text.
  static let listedDetours = 10

  /// Creates a document of the effects of a closure.
  /// - Parameters:
  ///   - effect: The effects of the closure.
  ///   - closed: The names of the closed lifts and runs.
  ///   - home: The name of home.
  ///   - ceiling: The difficulty ceiling of the routes.
  ///   - map: The map of the answer.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the answer is of another map, `.malformedData` when the
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*m*) in the links of the region; O(size of the region) when it is opened.
  public init(
    _ effect: ClosureEffect, closed: [String], home: String, ceiling: DifficultyCeiling, map: SkiMap
  ) throws {
    let graph = try map.graph(effect.region)
    (self.effect, self.closed, self.home, self.graph) = (effect, closed, home, graph)
    head = AnswerHead(
      sources: map.sources, ceiling: ceiling.signed(in: graph.usualConvention()),
      heights: graph.elevationQuality())
  }

  /// Returns the answer as text: the lifts and runs no longer reached or cut off from home, and ten of the detours.
  /// - Parameter colour: Ignored; the text has no colours.
  /// - Complexity: O(*f* + *d*) in the features of the region and the detours.
  public func text(colour: Bool = false) -> TerminalText {
    let verb = closed.count == 1 ? "closes" : "close"
    var lines: [TerminalText] = [
      "If \(closed.joined(separator: ", ")) \(verb), seen from \(home)\(head.limit):"
    ]
    let lost = names(effect.unreachableFeatures)
    let stuck = names(effect.cutOffFeatures)
    lines.append(
      lost.isEmpty
        ? "Every other lift and run can still be reached."
        : "No longer reached: \(lost.joined(separator: ", "))")
    lines.append(
      stuck.isEmpty
        ? "Home can still be reached from every other lift and run."
        : "Cut off from home: \(stuck.joined(separator: ", "))")
    let detours = namedDetours()
    if !detours.isEmpty { lines.append("Longer route home:") }
    for (name, detour) in detours.prefix(Self.listedDetours) {
      let extra = RouteDocument.minutes(Int(detour.extraMilliseconds))
      lines.append(
        "  from \(name): \(extra) more (\(RouteDocument.minutes(Int(detour.after))))")
    }
    if detours.count > Self.listedDetours {
      lines.append("  and from \(detours.count - Self.listedDetours) more places")
    }
    return head.text(lines)
  }

  /// Returns names in order without duplicates, then the number of features without a name.
  private func names(_ features: [FeatureIndex]) -> [String] {
    let names = features.compactMap { graph.feature($0).label }
    let nameless = features.count - names.count
    return names.uniqued() + (nameless > 0 ? ["\(nameless) without a name"] : [])
  }

  /// Returns the detours from the ends of named lifts and runs, the longest of each name.
  private func namedDetours() -> [(name: String, detour: ClosureEffect.Detour)] {
    var names: [NodeIndex: String] = [:]
    for position in 0..<graph.featureCount {
      let kind = FeatureKind(code: graph.kindCode(of: position))
      guard kind == .lift || kind == .run else { continue }
      let feature = graph.feature(FeatureIndex(position))
      guard let node = feature.endNode, let name = feature.label, names[node] == nil || kind == .lift else {
        continue
      }
      names[node] = name
    }
    var seen: Set<String> = []
    return effect.detours.compactMap { detour in
      guard let name = names[detour.node], seen.insert(name).inserted else { return nil }
      return (name, detour)
    }
  }

  /// Returns the answer as a plain document. Complexity: O(*f*) in the features affected.
  public func answer() -> ClosureAnswer {
    var answer = ClosureAnswer()
    (answer.header, answer.closed, answer.home) = (head.header(), closed, home)
    answer.unreachable = effect.unreachableFeatures.map(graph.answer)
    answer.cutOff = effect.cutOffFeatures.map(graph.answer)
    (answer.unreachablePlaces, answer.cutOffPlaces) = (effect.unreachable.count, effect.cutOff.count)
    answer.longerPlaces = effect.detours.count
    answer.greatestExtraSeconds = effect.detours.first.map { Int($0.extraMilliseconds).inSeconds }
    return answer
  }

  /// Returns the answer as one line of JSON: the features affected, and the number of nodes.
  /// - Complexity: O(*f*) in the features affected.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the affected nodes as GeoJSON points with their effect: `unreachable`, `cutOff` or `detour`.
  /// - Complexity: O(*n*) in the nodes affected.
  public func geoJSON() -> TerminalText {
    AnswerHead.geoJSON("whatif", answer()) { json in
      for node in effect.unreachable { write(node, "unreachable", to: &json) }
      for node in effect.cutOff { write(node, "cutOff", to: &json) }
      for detour in effect.detours {
        write(detour.node, "detour", extraSeconds: Int(detour.extraMilliseconds).inSeconds, to: &json)
      }
    }
  }

  private func write(
    _ node: NodeIndex, _ what: StaticString, extraSeconds: Double? = nil, to json: inout JSONWriter
  ) {
    json.feature(.point) {
      $0.position(graph.point(node))
    } properties: { json in
      json.member("effect", word: what)
      if let extraSeconds { json.member("extraSeconds", extraSeconds, places: 3) }
    }
  }
}

extension RoutingGraph {
  /// Returns a feature for an answer.
  func answer(_ index: FeatureIndex) -> AnswerFeature {
    let feature = feature(index)
    return AnswerFeature(id: feature.id, kind: feature.kind, name: feature.name, refs: feature.refs)
  }
}
