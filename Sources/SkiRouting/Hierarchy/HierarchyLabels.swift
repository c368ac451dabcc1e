import CKernels
package import SkiBase
package import SkiGraph

/// The labels of the nodes of a customised hierarchy, by which the time between two nodes is found in a fraction of a
/// microsecond: no search, two rows of times that are added and the least taken.
///
/// Two nodes of one cell of ``LabelCells`` have a shortest path over the boundary of the cell or over a common ancestor
/// in it, whose times are a common prefix of their rows. Nodes of different cells have one over a node of either
/// boundary and a common ancestor of these in the core.
///
/// Immutable. Memory: 51, 64, 85 bytes for each node of made graphs of 10⁴, 10⁵, 10⁶ nodes, at most 256; see
/// ``LabelCells/greatestElementsPerNode``.
///
/// Dense rows for all ancestors take 150 to 1,400 bytes a node on these graphs, and pruned hub labels in the same order
/// (Abraham et al. 2012) 100 to 930, with a merge instead of a common prefix.
///
/// **Source:** Ouyang et al. 2018, "When hierarchy meets 2-hop-labeling: efficient shortest distance queries on road
/// networks"; Bender and Farach-Colton 2000, "The LCA problem revisited".
package final class HierarchyLabels: Sendable {
  private let hierarchy: ContractionHierarchy
  private let cells: LabelCells
  /// The times from each position to the elements of its row, and from these to it.
  private let forward: FrozenArray<UInt32>
  private let backward: FrozenArray<UInt32>
  /// The same for the rows of the core.
  private let coreForward: FrozenArray<UInt32>
  private let coreBackward: FrozenArray<UInt32>
  private static let instructionSet = processor_instruction_set()
  private let instructionSet = HierarchyLabels.instructionSet

  /// The number of bytes of the labels, those of the cells excluded.
  package var byteCount: Int { 8 * (forward.count + coreForward.count) }

  /// Makes the labels; nil where they would take more than ``LabelCells/greatestElementsPerNode``.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(Σ *d*³ + *l* · *d*) in the upward degrees *d* and the elements *l*; the first for a hierarchy also
  ///   as ``LabelCells/init(_:)``.
  package init?(_ weights: HierarchyWeights) throws(SkiError) {
    hierarchy = weights.hierarchy
    cells = hierarchy.labelCells()
    guard cells.isUsable else { return nil }
    let exact = try ExactArcs(weights)
    let forward = try LabelRows(hierarchy, cells, exact.up, exact.down)
    let backward = try LabelRows(hierarchy, cells, exact.down, exact.up)
    (self.forward, coreForward) = (FrozenArray(forward.elements), FrozenArray(forward.core))
    (self.backward, coreBackward) = (FrozenArray(backward.elements), FrozenArray(backward.core))
  }

  /// Returns the milliseconds of the path of least cost from a node to another; nil when there is none.
  /// - Complexity: O(*a*) in the common ancestors.
  /// - Precondition: Both are nodes of the graph.
  package func milliseconds(from source: NodeIndex, to target: NodeIndex) -> UInt32? {
    let time = time(hierarchy.position(of: source), hierarchy.position(of: target))
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Returns the milliseconds of the path of least cost from any source to any target; nil when there is none.
  /// - Complexity: O(*s* · *t* · *a*) in sources, targets and common ancestors.
  /// - Precondition: All are nodes of the graph.
  package func milliseconds(from sources: [SearchEnd], to targets: [SearchEnd]) -> UInt32? {
    var least = UInt64(HierarchyWeights.unreachable)
    for source in sources {
      let from = hierarchy.position(of: source.node)
      for target in targets {
        let time = time(from, hierarchy.position(of: target.node))
        guard time < HierarchyWeights.unreachable else { continue }
        least = min(least, UInt64(time) + UInt64(source.milliseconds) + UInt64(target.milliseconds))
      }
    }
    return least < UInt64(HierarchyWeights.unreachable) ? UInt32(least) : nil
  }

  /// Returns the milliseconds between two positions; unreachable from ``HierarchyWeights/unreachable`` on.
  ///
  /// Positions are those of the hierarchy, so that units, rows and boundaries are read within their arrays; the kernel
  /// reads below the ends of core rows, which are padded to its width.
  @inline(__always) private func time(_ source: Int, _ target: Int) -> UInt32 {
    let (from, to) = (Int(cells.unitOf.base[source]), Int(cells.unitOf.base[target]))
    if from == to { return timeInUnit(source, target) }
    let common = cells.commonCount(from, to)
    let first = cells.firstElement.base
    var there = side(from, coreForward.base, forward.base + Int(first[source]))
    var back = side(to, coreBackward.base, backward.base + Int(first[target]))
    return hierarchy_meet(instructionSet, &there, &back, Int(common))
  }

  @inline(__always) private func side(
    _ unit: Int, _ rows: UnsafePointer<UInt32>, _ costs: UnsafePointer<UInt32>
  ) -> hierarchy_side {
    let (begin, end) = (Int(cells.firstBoundary.base[unit]), Int(cells.firstBoundary.base[unit &+ 1]))
    let bounds = UnsafeRawPointer(cells.boundary.base + begin).assumingMemoryBound(to: UInt32.self)
    return hierarchy_side(rows: rows, bounds: bounds, costs: costs, count: end &- begin)
  }

  /// Returns the milliseconds between two positions of one unit.
  @inline(__always) private func timeInUnit(_ source: Int, _ target: Int) -> UInt32 {
    let (first, parents) = (cells.firstElement.base, hierarchy.parents.base)
    var (higher, lower) = (min(source, target), max(source, target))
    while higher != lower {
      let parent = Int(parents[lower])
      (higher, lower) = (min(higher, parent), max(higher, parent))
    }
    let (there, back) = (forward.base + Int(first[source]), backward.base + Int(first[target]))
    let count = Int(first[lower &+ 1] &- first[lower])
    var least = HierarchyWeights.unreachable
    var element = 0
    while element < count {
      least = min(least, there[element] &+ back[element])
      element &+= 1
    }
    return least
  }
}
