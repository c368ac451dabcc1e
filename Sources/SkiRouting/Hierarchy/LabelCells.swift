import CKernels
import SkiBase

/// The cells of a hierarchy by which ``HierarchyLabels`` are laid out: subtrees of the elimination tree chosen so that
/// the labels take least memory, and between them and the roots the *core*.
///
/// All ways out of a cell lead over its *boundary*, the upward neighbours of its root, which belong to the core. A node
/// of a cell keeps the times to the boundary and to its ancestors in the cell; a node of the core those to all its
/// ancestors. On made ski graphs of 10⁴ to 10⁶ nodes cells have 7 to 50 nodes and a boundary of two, and the core has
/// 12 to 2 % of all nodes. A *unit* is a cell or a node of the core; units are numbered in preorder.
///
/// Immutable; shared by the labels for all costs. Memory: 8 bytes for each node, 8 for each unit and each node of a
/// boundary, and 2 · log *u* for each of *u* units.
final class LabelCells: Sendable {
  /// The unit of each position.
  let unitOf: FrozenArray<UInt32>
  /// The first element of the row of each position, and the number of elements. A row has the boundary of its unit,
  /// then the ancestors in the cell from its root down to the position itself; of a position in the core itself alone.
  let firstElement: FrozenArray<UInt32>
  /// The first place in `boundary` of each unit, and the number of places.
  let firstBoundary: FrozenArray<UInt32>
  /// The begin and the end of the core row of each node of a boundary; a node of the core is its own boundary. The row
  /// has an element for each ancestor from the root down, itself included.
  let boundary: FrozenArray<SIMD2<UInt32>>
  /// The position of each node of a boundary.
  let boundaryPositions: [UInt32]
  /// The number of elements of all rows of positions.
  let elementCount: Int
  /// The number of elements of all core rows, each padded to a multiple of ``padding``.
  let coreElementCount: Int
  /// The least depth of roots of units, for 2ᵏ units from each unit on, by k, then by unit.
  private let leastDepths: FrozenArray<UInt32>
  private let unitCount: Int

  /// The number of elements that rows of the core are padded to.
  static var padding: Int { Int(HIERARCHY_LANES) }
  /// The maximum number of elements of labels for each node, beyond which there are none: 256 bytes.
  static let greatestElementsPerNode = 32

  /// Indicates whether labels fit the bound of memory and the width of their indices.
  var isUsable: Bool {
    elementCount + coreElementCount <= max(4096, unitOf.count * Self.greatestElementsPerNode)
      && elementCount < 1 << 32 && coreElementCount < 1 << 32
  }

  /// Chooses the cells.
  /// - Complexity: O(*n* + *u* log *u*) in nodes and units *u*.
  init(_ hierarchy: ContractionHierarchy) {
    let count = hierarchy.nodeCount
    var depths = [UInt32](repeating: 0, count: count)
    for position in 0..<count where hierarchy.parents.base[position] != UInt32(position) {
      depths[position] = depths[Int(hierarchy.parents.base[position])] + 1
    }
    var layout = LabelLayout(hierarchy, depths)
    layout.place(hierarchy, depths)
    (unitOf, firstElement) = (FrozenArray(layout.unitOf), FrozenArray(layout.firstElement))
    (firstBoundary, boundaryPositions) = (FrozenArray(layout.firstBoundary), layout.boundary)
    boundary = FrozenArray(
      layout.boundary.map { SIMD2(layout.coreRow[Int($0)], layout.coreRow[Int($0)] &+ depths[Int($0)] &+ 1) })
    (elementCount, coreElementCount) = (layout.elementCount, layout.coreElementCount)
    var level = layout.unitRoots.map { depths[Int($0)] }
    let units = level.count
    var levels = level
    var step = 1
    while 2 * step <= units {
      level = (0..<units).map { min(level[$0], level[min($0 + step, units - 1)]) }
      levels += level
      step *= 2
    }
    unitCount = units
    leastDepths = FrozenArray(levels)
  }

  /// Returns the core row of a position, its padding excluded; nil in a cell.
  func coreRow(_ position: Int) -> Range<Int>? {
    let place = Int(firstBoundary.base[Int(unitOf.base[position])])
    guard place < boundaryPositions.count, Int(boundaryPositions[place]) == position else { return nil }
    return Int(boundary.base[place].x)..<Int(boundary.base[place].y)
  }

  /// Returns the number of common ancestors in the core of two different units, themselves included.
  ///
  /// In preorder, the unit under the last common ancestor that leads to the later one lies between both, and no root of
  /// a unit between them lies higher.
  @inline(__always) func commonCount(_ first: Int, _ second: Int) -> UInt32 {
    let (low, high) = (min(first, second) &+ 1, max(first, second))
    let level = (high &- low &+ 1).bitWidth &- 1 &- (high &- low &+ 1).leadingZeroBitCount
    let row = leastDepths.base + level &* unitCount
    return min(row[low], row[high &+ 1 &- 1 &<< level])
  }
}

/// The places of units and rows while cells are chosen.
private struct LabelLayout {
  /// Marks the subtrees that are to be one cell, unless they lie in one.
  private var isCell: [Bool]
  var unitOf: [UInt32]
  var unitRoots: [UInt32] = []
  var firstElement: [UInt32] = [0]
  var firstBoundary: [UInt32] = [0]
  var boundary: [UInt32] = []
  var coreRow: [UInt32]
  var elementCount = 0
  var coreElementCount = 0

  /// Chooses the cells, from the leaves upwards: a subtree is one where its elements as a cell are not more than those of
  /// its root in the core and of the best choice below.
  init(_ hierarchy: ContractionHierarchy, _ depths: [UInt32]) {
    let count = hierarchy.nodeCount
    isCell = [Bool](repeating: false, count: count)
    unitOf = [UInt32](repeating: 0, count: count)
    coreRow = [UInt32](repeating: .max, count: count)
    var sizes = [Int](repeating: 1, count: count)
    var depthSums = depths.map { Int($0) + 1 }
    var below = [Int](repeating: 0, count: count)
    for position in (0..<count).reversed() {
      let upward = Int(hierarchy.firstUp.base[position + 1] - hierarchy.firstUp.base[position])
      let asCell = depthSums[position] + sizes[position] * (upward - Int(depths[position]))
      let asCore = Int(depths[position]) + 1 + below[position]
      isCell[position] = asCell <= asCore
      let parent = Int(hierarchy.parents.base[position])
      guard parent != position else { continue }
      sizes[parent] += sizes[position]
      depthSums[parent] += depthSums[position]
      below[parent] += min(asCell, asCore)
    }
  }

  /// Numbers the units and the elements of rows.
  mutating func place(_ hierarchy: ContractionHierarchy, _ depths: [UInt32]) {
    var cellRoot: Int?
    for position in 0..<hierarchy.nodeCount {
      // In preorder a cell ends where the next position is not below its root.
      if let root = cellRoot, depths[position] <= depths[root] { cellRoot = nil }
      if cellRoot == nil {
        unitRoots.append(UInt32(position))
        if isCell[position] {
          cellRoot = position
          let arcs = Int(hierarchy.firstUp.base[position])..<Int(hierarchy.firstUp.base[position + 1])
          boundary += arcs.map { hierarchy.upHeads.base[$0] }
        } else {
          boundary.append(UInt32(position))
          coreRow[position] = UInt32(truncatingIfNeeded: coreElementCount)
          coreElementCount += (Int(depths[position]) / LabelCells.padding + 1) * LabelCells.padding
        }
        firstBoundary.append(UInt32(boundary.count))
      }
      unitOf[position] = UInt32(unitRoots.count - 1)
      let ancestors = cellRoot.map { depths[position] - depths[$0] + 1 } ?? 0
      let boundaryCount = firstBoundary[unitRoots.count] - firstBoundary[unitRoots.count - 1]
      elementCount += Int(boundaryCount + ancestors)
      firstElement.append(UInt32(truncatingIfNeeded: elementCount))
    }
  }
}
