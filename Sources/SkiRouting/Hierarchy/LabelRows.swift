import SkiBase

/// The costs of the upward arcs of a hierarchy made exact: each is the time between its ends by any path.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies" (perfect customisation).
struct ExactArcs {
  private(set) var up: [UInt32]
  private(set) var down: [UInt32]

  /// Relaxes the arcs of each position, from the roots downwards, by the exact arcs between its upward neighbours.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(Σ *d*²) in the upward degrees *d*.
  init(_ weights: HierarchyWeights) throws(SkiError) {
    let hierarchy = weights.hierarchy
    up = Array(UnsafeBufferPointer(start: weights.up.base, count: hierarchy.arcCount))
    down = Array(UnsafeBufferPointer(start: weights.down.base, count: hierarchy.arcCount))
    let (firstUp, heads) = (hierarchy.firstUp.base, hierarchy.upHeads.base)
    let limit = WorkLimit.current
    for position in 0..<hierarchy.nodeCount {
      if position & 0xFFF == 0 { try limit.check() }
      let arcs = Int(firstUp[position])..<Int(firstUp[position + 1])
      for owned in arcs.dropFirst() {
        var arc = Int(firstUp[Int(heads[owned])])
        for other in arcs.lowerBound..<owned {
          while heads[arc] < heads[other] { arc += 1 }
          up[other] = min(up[other], up[owned] + up[arc])
          up[owned] = min(up[owned], up[other] + down[arc])
          down[other] = min(down[other], down[arc] + down[owned])
          down[owned] = min(down[owned], up[arc] + down[other])
        }
      }
    }
  }
}

/// The elements of the rows of ``HierarchyLabels`` in one direction.
struct LabelRows {
  /// The times between each position and the elements of its row.
  private(set) var elements: [UInt32]
  /// The times between each position of the core and its ancestors.
  private(set) var core: [UInt32]

  /// Computes the rows from the roots downwards, each from those of the upward neighbours.
  /// - Parameters:
  ///   - along: The exact costs of arcs in the direction, upwards for times from positions.
  ///   - against: Those in the other direction.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  init(
    _ hierarchy: ContractionHierarchy, _ cells: LabelCells, _ along: [UInt32], _ against: [UInt32]
  ) throws(SkiError) {
    elements = [UInt32](
      repeating: HierarchyWeights.unreachable, count: cells.elementCount)
    core = [UInt32](repeating: HierarchyWeights.unreachable, count: cells.coreElementCount)
    let limit = WorkLimit.current
    for position in 0..<hierarchy.nodeCount {
      if position & 0xFFF == 0 { try limit.check() }
      elements[Int(cells.firstElement.base[position + 1]) - 1] = 0
      if let row = cells.coreRow(position) {
        addCore(position, row, hierarchy, cells, along)
      } else {
        addCell(position, hierarchy, cells, along, against)
      }
    }
  }

  private mutating func addCore(
    _ position: Int, _ row: Range<Int>, _ hierarchy: ContractionHierarchy, _ cells: LabelCells,
    _ along: [UInt32]
  ) {
    core[row.upperBound - 1] = 0
    for arc in Int(hierarchy.firstUp.base[position])..<Int(hierarchy.firstUp.base[position + 1])
    where along[arc] < HierarchyWeights.unreachable {
      // All ancestors of a node of the core belong to it.
      guard let other = cells.coreRow(Int(hierarchy.upHeads.base[arc])) else { continue }
      Self.relax(&core, row.lowerBound, by: other.lowerBound, count: other.count, cost: along[arc])
    }
  }

  private mutating func addCell(
    _ position: Int, _ hierarchy: ContractionHierarchy, _ cells: LabelCells, _ along: [UInt32],
    _ against: [UInt32]
  ) {
    let unit = Int(cells.unitOf.base[position])
    let boundary = Int(cells.firstBoundary.base[unit])..<Int(cells.firstBoundary.base[unit + 1])
    let row = Int(cells.firstElement.base[position])
    for arc in Int(hierarchy.firstUp.base[position])..<Int(hierarchy.firstUp.base[position + 1])
    where along[arc] < HierarchyWeights.unreachable {
      let head = Int(hierarchy.upHeads.base[arc])
      if Int(cells.unitOf.base[head]) == unit {
        let (first, end) = (Int(cells.firstElement.base[head]), Int(cells.firstElement.base[head + 1]))
        Self.relax(&elements, row, by: first, count: end - first, cost: along[arc])
        continue
      }
      for (index, place) in boundary.enumerated() {
        let time = Self.time(from: head, to: Int(cells.boundaryPositions[place]), hierarchy, along, against)
        elements[row + index] = min(elements[row + index], along[arc] + time)
      }
    }
  }

  /// Relaxes the first elements of a row by those of another behind an arc.
  private static func relax(_ rows: inout [UInt32], _ row: Int, by other: Int, count: Int, cost: UInt32) {
    precondition(
      row >= 0 && other >= 0 && count >= 0 && max(row, other) + count <= rows.count, "rows must be there")
    rows.withUnsafeMutableBufferPointer { rows in
      guard let base = rows.baseAddress else { return }
      let (target, source) = (base + row, base + other)
      for element in 0..<count { target[element] = min(target[element], source[element] &+ cost) }
    }
  }

  /// Returns the time between two positions of one boundary, which are adjacent or the same.
  private static func time(
    from first: Int, to second: Int, _ hierarchy: ContractionHierarchy, _ along: [UInt32], _ against: [UInt32]
  ) -> UInt32 {
    if first == second { return 0 }
    let lower = max(first, second)
    let arcs = Int(hierarchy.firstUp.base[lower])..<Int(hierarchy.firstUp.base[lower + 1])
    let arc = arcs.partitioningIndex { Int(hierarchy.upHeads.base[$0]) >= min(first, second) }
    return first > second ? along[arc] : against[arc]
  }
}
