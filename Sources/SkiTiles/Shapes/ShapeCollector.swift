import SkiBase
import SkiGraph

/// A collector of shapes in any order, which stores them along a Hilbert curve.
struct ShapeCollector: Sendable {
  /// The greatest number of vertices of a part; longer lines are split, so that a tile reads few vertices outside it.
  private static let partLimit = 512

  /// The records of the shapes, then one that marks the end of the last.
  private var records = [ShapeSet.Record.end(parts: 0, attributes: 0)]
  /// The box around each shape.
  private(set) var boxes: [WorldBox] = []
  /// The first zoom of each shape.
  private(set) var firstZooms: [UInt8] = []
  private var partStarts: [UInt32] = [0]
  private var partBoxes: [WorldBox] = []
  private var points = ShapePoints()
  private var attributes: [Attribute] = []
  /// The box around the shape being added.
  private var box = WorldBox.empty

  /// The number of shapes.
  var count: Int { boxes.count }

  /// The shapes in the order they were added, without an index of them.
  var unordered: ShapeSet {
    ShapeSet(
      records: records, partStarts: partStarts, partBoxes: partBoxes, points: points, attributes: attributes,
      tree: ShapeTree(boxes: [], firstZooms: []))
  }

  /// Returns the ID of a shape.
  func id(_ shape: Int) -> UInt64 { records[shape].id }

  /// Adds a line to the next shape; its vertices keep at least their given levels, 0 for most.
  ///
  /// A line across the antimeridian is split in two.
  mutating func addLine(_ places: [WorldVertex]) {
    var piece: [WorldVertex] = []
    for place in places {
      if let last = piece.last {
        if abs(Int(place.x) - Int(last.x)) > 1 << 31 {
          let (leave, enter) = WorldVertex.antimeridianCrossing(from: last, to: place)
          addPiece(piece + [leave])
          piece = [enter]
        } else if last.x == place.x, last.y == place.y {
          piece[piece.count - 1].level = max(last.level, place.level)
          continue
        }
      }
      piece.append(place)
    }
    addPiece(piece)
  }

  private mutating func addPiece(_ piece: [WorldVertex]) {
    guard piece.count > 1 else {
      if let only = piece.first { addPart([only, only]) }
      return
    }
    var first = 0
    while first < piece.count - 1 {
      let last = min(piece.count - 1, first + Self.partLimit - 1)
      addPart(piece[first...last])
      first = last
    }
  }

  private mutating func addPart(_ vertices: some RandomAccessCollection<WorldVertex>) {
    let range = append(vertices)
    // The shape of the line decides first; a vertex keeps at least its own level.
    for index in range { points.levels[index] = 0 }
    VertexLevels.set(&points, range)
    for (index, vertex) in zip(range, vertices) {
      points.levels[index] = max(points.levels[index], vertex.level)
    }
  }

  /// Adds a part to the next shape: a line or ring whose levels are known.
  mutating func addLeveled(_ vertices: [WorldVertex]) { _ = append(vertices) }

  /// Adds a part to the next shape: points, kept at every zoom.
  mutating func addCorners(_ corners: [SIMD2<Int32>]) {
    _ = append(corners.lazy.map { WorldVertex(x: $0.x, y: $0.y, level: VertexLevels.always) })
  }

  private mutating func append(_ vertices: some Sequence<WorldVertex>) -> Range<Int> {
    let first = points.count
    var partBox = WorldBox.empty
    for vertex in vertices {
      points.xs.append(vertex.x)
      points.ys.append(vertex.y)
      points.levels.append(vertex.level)
      partBox.formUnion(x: vertex.x, y: vertex.y)
    }
    partStarts.append(UInt32(points.count))
    partBoxes.append(partBox)
    box.formUnion(partBox)
    return first..<points.count
  }

  /// Ends the shape of the parts added since the last one; does nothing without parts.
  mutating func endShape(
    id: UInt64, firstZoom: Int, priority: Double, attributes plain: [Attribute],
    closeAttributes: [Attribute] = []
  ) {
    let firstPart = Int(records[count].firstPart)
    defer { box = .empty }
    guard partBoxes.count > firstPart else { return }
    records[count] = ShapeSet.Record(
      id: id, firstPart: UInt32(firstPart), firstAttribute: UInt32(attributes.count),
      plainAttributes: UInt8(plain.count), priority: Float(priority))
    attributes += plain
    attributes += closeAttributes
    records.append(.end(parts: partBoxes.count, attributes: attributes.count))
    boxes.append(box)
    firstZooms.append(UInt8(clamping: firstZoom))
  }

  /// Returns the shapes in the order of a Hilbert curve. Complexity: O(*n* log *n*).
  func finished() -> ShapeSet {
    let keys = boxes.map(\.hilbertKey)
    let order = boxes.indices.sorted { (keys[$0], records[$0].id, $0) < (keys[$1], records[$1].id, $1) }
    var set = ShapeSet(
      records: [], partStarts: [0], partBoxes: [], points: ShapePoints(), attributes: [],
      tree: ShapeTree(boxes: order.map { boxes[$0] }, firstZooms: order.map { firstZooms[$0] }))
    for index in order { copy(index, into: &set) }
    set.records.append(.end(parts: set.partBoxes.count, attributes: set.attributes.count))
    return set
  }

  private func copy(_ index: Int, into set: inout ShapeSet) {
    var record = records[index]
    let parts = Int(record.firstPart)..<Int(records[index + 1].firstPart)
    let firstAttribute = Int(record.firstAttribute)
    let lastAttribute = Int(records[index + 1].firstAttribute)
    record.firstPart = UInt32(set.partBoxes.count)
    record.firstAttribute = UInt32(set.attributes.count)
    set.records.append(record)
    set.attributes += attributes[firstAttribute..<lastAttribute]
    for part in parts {
      let range = Int(partStarts[part])..<Int(partStarts[part + 1])
      set.points.xs += points.xs[range]
      set.points.ys += points.ys[range]
      set.points.levels += points.levels[range]
      set.partStarts.append(UInt32(set.points.count))
      set.partBoxes.append(partBoxes[part])
    }
  }
}

extension WorldBox {
  /// The position of the centre along a Hilbert curve.
  var hilbertKey: UInt64 {
    SkiGraph.hilbertKey(
      FixedCoordinate(
        latitudeE7: Int32((Int64(north) + Int64(south)) / 2),
        longitudeE7: Int32((Int64(west) + Int64(east)) / 2)))
  }
}

/// A vertex in world units, with its least level.
struct WorldVertex: BitwiseCopyable {
  var x: Int32
  var y: Int32
  var level: UInt8 = 0

  /// Returns the points at which the shorter connection of two points leaves the world and enters it on the other side.
  static func antimeridianCrossing(from a: WorldVertex, to b: WorldVertex) -> (
    leave: WorldVertex, enter: WorldVertex
  ) {
    let isEastward = a.x > b.x
    let before = Double(isEastward ? Int32.max : .min) - Double(a.x)
    let after = Double(b.x) - Double(isEastward ? Int32.min : .max)
    let share = before + after == 0 ? 0 : before / (before + after)
    let y = Int32((Double(a.y) + (Double(b.y) - Double(a.y)) * share).rounded())
    let level = VertexLevels.always
    return (
      WorldVertex(x: isEastward ? .max : .min, y: y, level: level),
      WorldVertex(x: isEastward ? .min : .max, y: y, level: level)
    )
  }
}
