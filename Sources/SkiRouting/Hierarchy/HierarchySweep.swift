package import SkiGraph

/// The times from many sources to chosen targets, or to all nodes, by sweeps down a customised hierarchy.
///
/// A sweep visits the nodes of the targets and their ancestors from the roots downwards, so that each node takes the
/// least of its upward neighbours' times plus the arcs down from them. Eight sources share a sweep.
///
/// A class for one task: not `Sendable`. Memory: 32 bytes for each visited node and each target, and 8 for each arc.
///
/// **Source:** Delling, Goldberg, Nowatzyk and Werneck 2011, "PHAST: hardware-accelerated shortest path trees";
/// Delling, Goldberg and Werneck 2011, "Faster batched shortest paths in road networks" (restricted to targets).
package final class HierarchySweep {
  /// The times of eight sources.
  private typealias Lanes = SIMD8<UInt32>
  /// The number of sources of a sweep.
  package static let laneCount = 8

  private let weights: HierarchyWeights
  /// The chosen positions and their ancestors, ascending.
  private let chosen: [UInt32]
  /// The place of each position in `chosen`; `UInt32.max` for those that are not.
  private let places: [UInt32]
  /// The first arc of each place, and the place and cost of the upper end of each arc.
  private var firstArc: [UInt32] = [0]
  private var heads: [UInt32] = []
  private var costs: [UInt32] = []
  private var lanes: [Lanes]
  /// The first end of each target, and the place and cost of each end.
  private var firstEnd: [UInt32] = [0]
  private var endPlaces: [UInt32] = []
  private var endCosts: [UInt32] = []
  /// The times to each target of the last sweep.
  private var results: [Lanes]
  private let climb: HierarchyClimb

  /// Prepares sweeps.
  /// - Parameters:
  ///   - weights: The customised hierarchy.
  ///   - targets: The ends of each target; nil to reach all nodes.
  /// - Complexity: O(*n*), and O(*a*) in the arcs of the visited nodes.
  package init(_ weights: HierarchyWeights, to targets: [[SearchEnd]]? = nil) {
    self.weights = weights
    let hierarchy = weights.hierarchy
    let chosen =
      targets.map { Self.closure($0.joined(), hierarchy) } ?? (0..<UInt32(hierarchy.nodeCount)).map(\.self)
    var places = [UInt32](repeating: .max, count: hierarchy.nodeCount)
    for (place, position) in chosen.enumerated() { places[Int(position)] = UInt32(place) }
    for position in chosen {
      for arc in Int(hierarchy.firstUp.base[Int(position)])..<Int(hierarchy.firstUp.base[Int(position) + 1])
      where weights.down.base[arc] < HierarchyWeights.unreachable {
        heads.append(places[Int(hierarchy.upHeads.base[arc])])
        costs.append(weights.down.base[arc])
      }
      firstArc.append(UInt32(heads.count))
    }
    (self.chosen, self.places) = (chosen, places)
    for target in targets ?? [] {
      for end in target where end.milliseconds < HierarchyWeights.unreachable {
        endPlaces.append(places[hierarchy.position(of: end.node)])
        endCosts.append(end.milliseconds)
      }
      firstEnd.append(UInt32(endPlaces.count))
    }
    lanes = [Lanes](repeating: Lanes(repeating: HierarchyWeights.unreachable), count: chosen.count)
    results = [Lanes](repeating: Lanes(repeating: HierarchyWeights.unreachable), count: targets?.count ?? 0)
    climb = HierarchyClimb(hierarchy)
  }

  /// Returns the positions of nodes and all their ancestors, ascending.
  private static func closure(_ ends: some Sequence<SearchEnd>, _ hierarchy: ContractionHierarchy) -> [UInt32]
  {
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

  /// Computes the times from each of up to ``laneCount`` groups of sources.
  ///
  /// - Parameter groups: The sources of each lane.
  /// - Complexity: O(*a*) in the arcs of the chosen nodes and their ancestors, and O(*s*) in those of the sources.
  package func run(from groups: ArraySlice<[SearchEnd]>) {
    precondition(groups.count <= Self.laneCount, "a sweep has at most \(Self.laneCount) groups of sources")
    lanes.withUnsafeMutableBufferPointer { lanes in
      lanes.update(repeating: Lanes(repeating: HierarchyWeights.unreachable))
    }
    for (lane, sources) in groups.enumerated() {
      climb.forEachAncestor(of: sources, over: weights.up) { position, time in
        let place = places[position]
        if place != .max { lanes[Int(place)][lane] = time }
      }
    }
    sweep()
    for target in results.indices {
      var least = Lanes(repeating: HierarchyWeights.unreachable)
      for end in Int(firstEnd[target])..<Int(firstEnd[target + 1]) {
        least = pointwiseMin(least, lanes[Int(endPlaces[end])] &+ Lanes(repeating: endCosts[end]))
      }
      results[target] = least
    }
  }

  /// Returns the milliseconds of the last sweep from the sources of a lane to a target; nil when there is no path.
  package func milliseconds(_ lane: Int, toTarget target: Int) -> UInt32? {
    let time = results[target][lane]
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Relaxes the arcs down from the ancestors of each place; all heads are lesser places, whose times are final.
  private func sweep() {
    let count = chosen.count
    lanes.withUnsafeMutableBufferPointer { lanes in
      firstArc.withUnsafeBufferPointer { firstArc in
        heads.withUnsafeBufferPointer { heads in
          costs.withUnsafeBufferPointer { costs in
            // Without arcs or places there is nothing to relax. `firstArc` has one element more than there are places,
            // never falls and ends with the number of arcs; heads are places.
            guard let lanes = lanes.baseAddress, let firstArc = firstArc.baseAddress,
              let heads = heads.baseAddress, let costs = costs.baseAddress
            else { return }
            var place = 0
            var arc = 0
            while place < count {
              let end = Int(firstArc[place &+ 1])
              if arc < end {
                var least = lanes[place]
                repeat {
                  let through = lanes[Int(heads[arc])] &+ Lanes(repeating: costs[arc])
                  least = pointwiseMin(least, through)
                  arc &+= 1
                } while arc < end
                lanes[place] = least
              }
              place &+= 1
            }
          }
        }
      }
    }
  }

  /// Returns the milliseconds of the last sweep from the sources of a lane to a node; nil when there is no path.
  /// - Precondition: The node is that of an end of a target or an ancestor of one.
  package func milliseconds(_ lane: Int, to node: NodeIndex) -> UInt32? {
    let place = places[weights.hierarchy.position(of: node)]
    precondition(place != .max, "node must be one that the sweep was prepared for")
    let time = lanes[Int(place)][lane]
    return time < HierarchyWeights.unreachable ? time : nil
  }
}
