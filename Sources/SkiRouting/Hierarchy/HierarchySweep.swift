package import SkiGraph

/// The times from many sources to chosen nodes, or to all, by sweeps down a customised hierarchy.
///
/// A sweep visits the chosen nodes and their ancestors from the roots downwards, so that each node takes the least of
/// its upward neighbours' times plus the arcs down from them. Eight sources share a sweep.
///
/// A class for one task: not `Sendable`. Memory: 32 bytes for each chosen node or ancestor, and 8 for each of their
/// arcs.
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
  private let climb: HierarchyClimb

  /// Prepares sweeps to some nodes.
  /// - Parameters:
  ///   - weights: The customised hierarchy.
  ///   - nodes: The nodes whose times are wanted; nil for all.
  /// - Complexity: O(*n*), and O(*a*) in the arcs of the nodes and their ancestors.
  package init(_ weights: HierarchyWeights, to nodes: [NodeIndex]? = nil) {
    self.weights = weights
    let hierarchy = weights.hierarchy
    let chosen = nodes.map { Self.closure($0, hierarchy) } ?? (0..<UInt32(hierarchy.nodeCount)).map(\.self)
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
    lanes = [Lanes](repeating: Lanes(repeating: HierarchyWeights.unreachable), count: chosen.count)
    climb = HierarchyClimb(hierarchy)
  }

  /// Returns the positions of nodes and all their ancestors, ascending.
  private static func closure(_ nodes: [NodeIndex], _ hierarchy: ContractionHierarchy) -> [UInt32] {
    var isChosen = [Bool](repeating: false, count: hierarchy.nodeCount)
    var chosen: [UInt32] = []
    for node in nodes {
      var position = hierarchy.position(of: node)
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
  /// - Precondition: The node is a chosen one or an ancestor of one.
  package func milliseconds(_ lane: Int, to node: NodeIndex) -> UInt32? {
    let place = places[weights.hierarchy.position(of: node)]
    precondition(place != .max, "node must be one that the sweep was prepared for")
    let time = lanes[Int(place)][lane]
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Returns the least milliseconds of the last sweep to any of some ends, their own included.
  package func least(_ lane: Int, to ends: [SearchEnd]) -> UInt32? {
    var best = HierarchyWeights.unreachable
    for end in ends {
      guard let time = milliseconds(lane, to: end.node) else { continue }
      let (total, overflows) = time.addingReportingOverflow(end.milliseconds)
      if !overflows { best = min(best, total) }
    }
    return best < HierarchyWeights.unreachable ? best : nil
  }
}
