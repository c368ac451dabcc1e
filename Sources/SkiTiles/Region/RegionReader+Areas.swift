import SkiBase
import SkiGraph
import SkiSystem

extension RegionReader {
  /// Adds the outline of a ski area.
  mutating func addArea(_ index: Int, to collector: inout ShapeCollector) {
    guard let ground = outline(ofArea: index) else { return }
    let area = graph.area(AreaIndex(index))
    // The outline is an estimate, so a coarser tolerance than a zoom's own is harmless.
    let leveled = SharedRings.leveled(ground.rings).map { ring in ring.filter { $0.level >= Self.areaLevel } }
    for ring in leveled where ring.count > 2 { collector.addLeveled(ring) }
    var close = AttributeList()
    close.add(.id, area.id?.rawValue)
    let diagonal = Self.box(leveled).diagonal
    collector.endShape(
      id: StableHash.featureID(areaText(area)),
      firstZoom: Self.firstZoom(diagonal: diagonal, pixels: 2, deepest: deepestZoom),
      priority: VectorLayer.areas.priority + Self.size(Self.box(leveled)),
      attributes: values.attributes(areaList(area)), closeAttributes: values.attributes(close))
  }

  /// The least level of an outline's vertices, which moves it by about twenty metres.
  private static let areaLevel: UInt8 = 12

  /// Adds the label of a ski area.
  mutating func addAreaLabel(_ index: Int, to collector: inout ShapeCollector) {
    guard let ground = outline(ofArea: index) else { return }
    let area = graph.area(AreaIndex(index))
    var list = areaList(area)
    list.add(.kind, "area")
    addLabel(
      id: areaText(area), at: LabelAnchor(ground.centre), areaLabelZoom(area),
      24 + Self.liftWeight(area), list, to: &collector)
  }

  /// Returns the first zoom of an area's label: it decreases with the number of lifts, so that from thirty lifts on it
  /// is labelled at low zooms.
  func areaLabelZoom(_ area: GraphArea) -> Int {
    max(0, min(deepestZoom, 11 - Int((Self.liftWeight(area) * 1.2).rounded())))
  }

  /// Returns the text that is hashed as the ID of an area.
  private func areaText(_ area: GraphArea) -> String {
    "area/\(area.id?.rawValue ?? "")/\(area.name ?? "")/\(area.bounds.centre)"
  }

  private func areaList(_ area: GraphArea) -> AttributeList {
    var list = AttributeList()
    list.add(.name, area.name)
    list.add(.convention, DifficultyConvention(at: area.bounds.centre).rawValue)
    list.add(.liftCount, area.operatingLiftCount)
    return list
  }

  /// Returns the outline of a ski area, traced once; nil when it has none.
  private mutating func outline(ofArea index: Int) -> ClosedOutline? {
    if let known = outlines[index] { return known }
    let latitude = graph.area(AreaIndex(index)).bounds.centre.latitude
    let fresh = ClosedOutline(areaLines(index), latitude: latitude)
    outlines[index] = .some(fresh)
    return fresh
  }

  /// Returns the lines of an area's runs and lifts, and the outlines of its run areas.
  private mutating func areaLines(_ index: Int) -> [[GridPoint]] {
    var lines: [[GridPoint]] = []
    let storage = graph.storage
    for member in members(ofArea: index) {
      for link in graph.links(of: FeatureIndex(member)) {
        lines.append(
          graph.pointRange(LinkIndex(link)).map { point in
            let vertex = rows.vertex(storage.pointLatitude[point], storage.pointLongitude[point])
            return GridPoint(vertex.x, vertex.y)
          })
      }
      for ring in readRunAreas().rings(of: member) { lines.append(ring + ring.prefix(1)) }
      guard FeatureKind(code: graph.kindCode(of: member)) == .lift else { continue }
      let (start, end) = graph.endPlaces(of: FeatureIndex(member))
      lines.append(
        [start, end].map { place in
          let vertex = rows.vertex(place)
          return GridPoint(vertex.x, vertex.y)
        })
    }
    return lines
  }

  /// Returns the box around the lines of an area.
  mutating func areaBox(_ index: Int) -> WorldBox {
    var box = WorldBox.empty
    for member in members(ofArea: index) {
      box.formUnion(boxes[member])
      for ring in readRunAreas().rings(of: member) { box.formUnion(RunAreaRings.box(ring)) }
      guard FeatureKind(code: graph.kindCode(of: member)) == .lift else { continue }
      let (start, end) = graph.endPlaces(of: FeatureIndex(member))
      for vertex in [rows.vertex(start), rows.vertex(end)] { box.formUnion(x: vertex.x, y: vertex.y) }
    }
    return box
  }

  /// Returns the runs and lifts of an area.
  private mutating func members(ofArea index: Int) -> [Int] {
    if let areaMembers { return areaMembers[index] }
    var members = [[Int]](repeating: [], count: graph.areaCount)
    for feature in 0..<graph.featureCount {
      let area = graph.areaPosition(of: feature)
      let layer = Self.lineLayer(ofCode: graph.kindCode(of: feature))
      if area != .max, layer == .runs || layer == .lifts { members[Int(area)].append(feature) }
    }
    areaMembers = members
    return members[index]
  }

  private static func liftWeight(_ area: GraphArea) -> Double {
    log2(Double(max(1, area.operatingLiftCount)))
  }
}
