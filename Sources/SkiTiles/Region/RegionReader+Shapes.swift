import SkiGraph

extension RegionReader {
  /// Makes the shape of a draft; nothing when it turns out to have none.
  /// - Complexity: O(*n* log *n*) in its points.
  mutating func add(_ draft: ShapeDraft, of layer: VectorLayer, to collector: inout ShapeCollector) {
    let index = Int(draft.index)
    switch (layer, draft.source) {
    case (.connectors, _): addConnector(index, to: &collector)
    case (.junctions, _): addJunction(NodeIndex(index), to: &collector)
    case (.stations, _): addStation(draft, to: &collector)
    case (.runAreas, _): addRunArea(index, to: &collector)
    case (.areas, _): addArea(index, to: &collector)
    case (.labels, .area): addAreaLabel(index, to: &collector)
    case (.labels, _): addLabel(of: index, to: &collector)
    default: addLine(index, layer, to: &collector)
    }
  }
}
