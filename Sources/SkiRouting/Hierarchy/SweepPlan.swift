import CKernels
import SkiGraph

/// The places that a ``HierarchySweep`` visits: the nodes of some targets and all their ancestors, or all nodes, with the
/// arcs down to them.
///
/// Immutable, shared by the sweeps of several tasks. Memory: 8 bytes for each visited node, each arc and each end of a
/// target, and 4 for each node.
package final class SweepPlan: Sendable {
  let weights: HierarchyWeights
  /// The place of each position; `UInt32.max` for those that are not visited.
  private let places: [UInt32]
  /// The number of visited nodes.
  let placeCount: Int
  /// The first arc of each place, and the place and cost of the upper end of each arc.
  private let firstArc: FrozenArray<UInt32>
  private let heads: FrozenArray<UInt32>
  private let costs: FrozenArray<UInt32>
  /// The first end of each target, and the place and cost of each end.
  private let firstEnd: FrozenArray<UInt32>
  private let endPlaces: FrozenArray<UInt32>
  private let endCosts: FrozenArray<UInt32>
  /// The number of targets.
  package let targetCount: Int

  /// Chooses the places.
  /// - Parameters:
  ///   - weights: The customised hierarchy.
  ///   - targets: The ends of each target; nil to reach all nodes.
  /// - Complexity: O(*n*), and O(*a* log *a*) in the visited nodes and their arcs.
  package init(_ weights: HierarchyWeights, to targets: [[SearchEnd]]? = nil) {
    self.weights = weights
    let hierarchy = weights.hierarchy
    let chosen =
      targets.map { Self.closure($0.joined(), hierarchy) } ?? (0..<UInt32(hierarchy.nodeCount)).map(\.self)
    var places = [UInt32](repeating: .max, count: hierarchy.nodeCount)
    for (place, position) in chosen.enumerated() { places[Int(position)] = UInt32(place) }
    var (firstArc, heads, costs): ([UInt32], [UInt32], [UInt32]) = ([0], [], [])
    firstArc.reserveCapacity(chosen.count + 1)
    for position in chosen {
      for arc in Int(hierarchy.firstUp.base[Int(position)])..<Int(hierarchy.firstUp.base[Int(position) + 1])
      where weights.down.base[arc] < HierarchyWeights.unreachable {
        heads.append(places[Int(hierarchy.upHeads.base[arc])])
        costs.append(weights.down.base[arc])
      }
      firstArc.append(UInt32(heads.count))
    }
    var (firstEnd, endPlaces, endCosts): ([UInt32], [UInt32], [UInt32]) = ([0], [], [])
    for target in targets ?? [] {
      for end in target where end.milliseconds < HierarchyWeights.unreachable {
        endPlaces.append(places[hierarchy.position(of: end.node)])
        endCosts.append(end.milliseconds)
      }
      firstEnd.append(UInt32(endPlaces.count))
    }
    (self.places, placeCount, targetCount) = (places, chosen.count, targets?.count ?? 0)
    (self.firstArc, self.heads, self.costs) = (FrozenArray(firstArc), FrozenArray(heads), FrozenArray(costs))
    (self.firstEnd, self.endPlaces) = (FrozenArray(firstEnd), FrozenArray(endPlaces))
    self.endCosts = FrozenArray(endCosts)
  }

  /// The arcs for the kernel.
  var arcs: hierarchy_arcs {
    hierarchy_arcs(first: firstArc.base, heads: heads.base, costs: costs.base, count: placeCount)
  }

  /// The targets for the kernel.
  var targets: hierarchy_targets {
    hierarchy_targets(
      first: firstEnd.base, places: endPlaces.base, costs: endCosts.base, count: targetCount)
  }

  /// Returns the place of a position; nil when it is not visited.
  func place(_ position: Int) -> Int? {
    places[position] == .max ? nil : Int(places[position])
  }

  /// Returns the positions of nodes and all their ancestors, ascending.
  private static func closure(
    _ ends: some Sequence<SearchEnd>, _ hierarchy: ContractionHierarchy
  ) -> [UInt32] {
    var isChosen = [Bool](repeating: false, count: hierarchy.nodeCount)
    var chosen: [UInt32] = []
    for end in ends {
      var position = hierarchy.position(of: end.node)
      while !isChosen[position] {
        isChosen[position] = true
        chosen.append(UInt32(position))
        position = Int(hierarchy.parents.base[position])
      }
    }
    return chosen.sorted()
  }
}
