import SkiBase
import SkiGraph

/// The shapes of a region, each made when a tile first needs it.
///
/// Of the region as a whole only the drafts of the layers are read, each when a tile first has the layer. The shapes are
/// those of ``RegionShapes``, in the same order. A class because many tiles share it; one thread at a time makes
/// shapes, the tiles are made without waiting.
final class LazyRegionShapes: TileShapes {
  let byteCount: Int
  private let state: Locked<State>
  private let layers: [VectorLayer]

  private struct State {
    var reader: RegionReader
    var drawn: [DrawnLayer?]
  }

  /// Creates the shapes of a region of which none is made yet; nil when it crosses the antimeridian, where shapes reach
  /// beyond their drafts.
  /// - Complexity: As ``RegionReader``.
  init?(_ reader: RegionReader, layers: [VectorLayer]) {
    guard reader.isNarrow else { return nil }
    self.layers = layers
    byteCount = reader.greatestByteCount
    state = Locked(State(reader: reader, drawn: layers.map { _ in nil }))
  }

  func shapes(
    ofLayer layer: Int, in box: WorldBox, zoom: UInt8, into found: inout [UInt32]
  ) -> (ShapeSet, AttributeTable) {
    let (shapes, set, table) = state.withLock { state in
      var drawn = state.drawn[layer] ?? DrawnLayer(layers[layer], &state.reader)
      // The only owner, so that what is made is added in place.
      state.drawn[layer] = nil
      let shapes = drawn.find(box, zoom: zoom, &state.reader)
      let set = drawn.set
      state.drawn[layer] = drawn
      return (shapes, set, state.reader.values.table)
    }
    found += shapes
    return (set, table)
  }
}

/// The drafts of a layer, and the shapes made from them so far.
private struct DrawnLayer {
  private static let unknown: Int32 = -1
  private static let none: Int32 = -2

  private let layer: VectorLayer
  private let drafts: [ShapeDraft]
  private let tree: ShapeTree
  /// The position of each draft's shape in the collector.
  private var shapes: [Int32]
  /// The positions of the shapes' centres along a Hilbert curve, and their drafts.
  private var places: [(key: UInt64, draft: UInt32)] = []
  private var collector = ShapeCollector()

  /// Reads the drafts of a layer. Complexity: O(*n*) in drafts, besides reading them.
  init(_ layer: VectorLayer, _ reader: inout RegionReader) {
    self.layer = layer
    drafts = reader.drafts(of: layer)
    tree = ShapeTree(boxes: drafts.map(\.box), firstZooms: drafts.map(\.firstZoom))
    shapes = Array(repeating: Self.unknown, count: drafts.count)
  }

  var set: ShapeSet { collector.unordered }

  /// Returns the shapes that may be seen in a box at a zoom, in order, and makes those that were not made before.
  mutating func find(_ box: WorldBox, zoom: UInt8, _ reader: inout RegionReader) -> [UInt32] {
    var near: [UInt32] = []
    tree.find(box, zoom: zoom, into: &near)
    var found: [UInt32] = []
    found.reserveCapacity(near.count)
    for draft in near.map(Int.init) {
      if shapes[draft] == Self.unknown { make(draft, &reader) }
      guard shapes[draft] >= 0 else { continue }
      let shape = Int(shapes[draft])
      if layer.hasExactDrafts || collector.firstZooms[shape] <= zoom && collector.boxes[shape].intersects(box)
      {
        found.append(UInt32(shape))
      }
    }
    found.sort { isBefore(Int($0), Int($1)) }
    return found
  }

  /// Returns whether a shape comes before another: as ``ShapeCollector/finished()`` orders them.
  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    if places[a].key != places[b].key { return places[a].key < places[b].key }
    return (collector.id(a), places[a].draft) < (collector.id(b), places[b].draft)
  }

  private mutating func make(_ draft: Int, _ reader: inout RegionReader) {
    let count = collector.count
    reader.add(drafts[draft], of: layer, to: &collector)
    let isMade = collector.count > count
    shapes[draft] = isMade ? Int32(count) : Self.none
    if isMade { places.append((collector.boxes[count].hilbertKey, UInt32(draft))) }
  }
}
