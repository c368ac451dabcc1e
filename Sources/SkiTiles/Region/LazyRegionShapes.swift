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

/// A shape that may be made from a region, known by the box it lies in before its points are read.
struct ShapeDraft: BitwiseCopyable, Sendable {
  /// The part of the region that the shape is made from.
  enum Source: UInt8, Sendable {
    /// The feature of the index.
    case feature
    /// The start of the lift of the index.
    case liftStart
    /// The end of the lift of the index.
    case liftEnd
    /// The link of the index.
    case link
    /// The node of the index.
    case node
    /// The ski area of the index.
    case area
  }

  var source: Source
  var index: Int32
  /// The least first zoom that the shape may have.
  var firstZoom: UInt8
  /// A box that contains the shape.
  var box: WorldBox

  init(_ source: Source, _ index: Int, firstZoom: Int, box: WorldBox) {
    self.source = source
    self.index = Int32(index)
    self.firstZoom = UInt8(clamping: firstZoom)
    self.box = box
  }
}

extension VectorLayer {
  /// Indicates whether a draft's box and first zoom are those of its shape, not bounds of them.
  var hasExactDrafts: Bool { self != .areas && self != .labels }
}

/// The shapes of a region that tiles are made from.
protocol TileShapes: AnyObject, Sendable {
  /// The approximate number of bytes in memory, of all shapes once they are made.
  var byteCount: Int { get }

  /// Returns shapes of a layer, and appends the positions of those that may be seen in a tile, in order.
  /// - Parameters:
  ///   - layer: The position of the layer among those requested.
  ///   - box: The window of the tile.
  ///   - zoom: The zoom of the tile.
  ///   - found: The positions of the shapes.
  func shapes(
    ofLayer layer: Int, in box: WorldBox, zoom: UInt8, into found: inout [UInt32]
  ) -> (ShapeSet, AttributeTable)
}

/// The shapes of a region's layers, with their attributes.
///
/// A class because many tiles share it; immutable and `Sendable`.
final class RegionShapes: TileShapes {
  let attributes: AttributeTable
  /// The shapes of each requested layer, in order.
  let sets: [ShapeSet]
  let byteCount: Int

  /// Creates the shapes of a region.
  /// - Complexity: O(*n* log *n*) in its points.
  convenience init(_ reader: RegionReader, layers: [VectorLayer]) {
    var reader = reader
    let sets = layers.map { layer in
      var collector = ShapeCollector()
      for draft in reader.drafts(of: layer) { reader.add(draft, of: layer, to: &collector) }
      return collector.finished()
    }
    self.init(attributes: reader.values.table, sets: sets)
  }

  /// Creates a region from one shape set for each layer.
  init(attributes: AttributeTable, sets: [ShapeSet]) {
    self.attributes = attributes
    self.sets = sets
    byteCount =
      sets.reduce(0) { $0 + $1.byteCount } + attributes.bytes.count + attributes.count * 12
  }

  func shapes(
    ofLayer layer: Int, in box: WorldBox, zoom: UInt8, into found: inout [UInt32]
  ) -> (ShapeSet, AttributeTable) {
    sets[layer].tree.find(box, zoom: zoom, into: &found)
    return (sets[layer], attributes)
  }
}
