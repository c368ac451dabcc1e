import Foundation
import SkiBase
import SkiGraph

/// A benchmark graph as the map that traces are matched to, and which edge of the file each of its edges is.
///
/// Each edge becomes a link of two points, with a feature of its own; the two directions of a lift or a walk share one.
/// Buses are left out, as no trace has one. Of edges with the same two ends the fastest is taken: they count as one.
struct MatchingWorld {
  let graph: RoutingGraph
  /// The id in the file of each edge of ``graph``.
  let fileEdge: [UInt32]
  let ends: MatchingEnds

  init(folder: String) throws {
    let file = try SkiGraphFile(folder: folder)
    ends = MatchingEnds(file)
    var builder = RoutingGraphBuilder()
    for node in 0..<file.nodeCount {
      let place = Coordinate(latitude: file.latitudes[node], longitude: file.longitudes[node])
      guard place.isValid, file.elevations[node].magnitude < 1e4 else {
        throw BenchError("node \(node) of \(folder) is not on the Earth")
      }
      builder.nodes.append(
        GraphPoint(
          position: FixedCoordinate(place),
          elevationCentimetres: Int32((file.elevations[node] * 100).rounded())))
    }
    for pair in Self.pairs(file, ends) { Self.add(pair, of: file, ends, to: &builder) }
    graph = try builder.build()
    fileEdge = Self.fileEdges(graph)
  }

  /// An edge and the one back, as positions in the file.
  private struct Pair {
    var forward: Int
    var backward: Int?
  }

  private static func pairs(_ file: SkiGraphFile, _ ends: MatchingEnds) -> [Pair] {
    var best: [MatchingEnds.Pair: Int] = [:]
    for edge in file.heads.indices where file.kinds[edge] != .bus {
      let key = ends.pair(file.ids[edge])
      if let old = best[key], file.milliseconds[old] <= file.milliseconds[edge] { continue }
      best[key] = edge
    }
    var pairs: [Pair] = []
    for edge in file.heads.indices {
      let key = ends.pair(file.ids[edge])
      guard best[key] == edge else { continue }
      let back = best[key.reversed].flatMap { file.kinds[$0] == file.kinds[edge] ? $0 : nil }
      guard let back, file.kinds[edge] != .run else {
        pairs.append(Pair(forward: edge))
        continue
      }
      // A lift is boarded at its lower end; of a walk the first direction found is taken.
      let isFirst =
        file.kinds[edge] == .lift
        ? file.elevations[key.tail] < file.elevations[key.head]
        : key.tail < key.head
      if isFirst { pairs.append(Pair(forward: edge, backward: back)) }
    }
    return pairs
  }

  private static func add(
    _ pair: Pair, of file: SkiGraphFile, _ ends: MatchingEnds, to builder: inout RoutingGraphBuilder
  ) {
    let edge = pair.forward
    let key = ends.pair(file.ids[edge])
    let points = [builder.nodes[key.tail], builder.nodes[key.head]]
    let ids = [file.ids[edge]] + (pair.backward.map { [file.ids[$0]] } ?? [])
    let kinds: (FeatureKind, LinkKind) =
      switch file.kinds[edge] {
      case .run: (.run, .run)
      case .lift: (.lift, .lift)
      case .walk, .bus: (.street, .walk)
      }
    var feature = GraphFeature(
      kind: kinds.0, id: SourceID(ids.map(String.init).joined(separator: "/")), start: points[0],
      end: points[1])
    if kinds.0 == .lift { feature.liftKind = liftKinds[min(Int(file.liftKinds[edge]), liftKinds.count - 1)] }
    if kinds.0 == .run { feature.difficulty = Difficulty(rank: file.difficulties[edge] + 1) }
    let (tail, head) = (BuilderNodeIndex(key.tail), BuilderNodeIndex(key.head))
    let added = builder.addFeature(feature, from: tail, to: head)
    let metres = points[0].coordinate.distanceMetres(to: points[1].coordinate)
    builder.links.append(
      BuilderLink(
        kind: kinds.1, feature: added, tail: tail, head: head, allowsForward: true,
        allowsBackward: pair.backward != nil,
        difficulty: feature.difficulty, flags: .hasElevation,
        endOffsetCentimetres: UInt32((metres * 100).rounded()),
        points: points, distancesCentimetres: [0, UInt32((metres * 100).rounded())]))
  }

  private static let liftKinds: [LiftKind] = [
    .unknown, .gondola, .chairLift, .tBar, .platter, .cableCar, .magicCarpet,
  ]

  private static func fileEdges(_ graph: RoutingGraph) -> [UInt32] {
    (0..<graph.edgeCount).map { position in
      let edge = EdgeIndex(position)
      let feature = graph.link(graph.link(of: edge)).feature.map { graph.feature($0) }
      let ids = (feature?.id.rawValue ?? "").split(separator: "/").compactMap { UInt32($0) }
      return ids[graph.isReversed(edge) ? 1 : 0]
    }
  }
}
