import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiRouting

extension ReferenceDay {
  /// The rank of a link's grade; a run without a grade ranks above all grades.
  static func rank(_ link: GraphLink) -> Int {
    switch link.kind {
    case .run: link.difficulty.map { Int($0.rank) } ?? 100
    case .connector: Int(link.difficulty?.rank ?? 0)
    default: 0
    }
  }

  static func walkedCentimetres(_ place: NetworkSnap) -> Int {
    place.distanceMetres > 0.5 ? Int(place.distanceMetres * 100) : 0
  }

  /// The centimetres of a part of a link that are pushed or walked.
  static func pushed(_ link: GraphLink, _ reversed: Bool, from: UInt32, to: UInt32) -> Int {
    if link.kind == .lift { return 0 }
    let total = link.distancesCentimetres.last ?? 0
    var pieces: [(length: Int, drop: Int?)] = []
    for index in link.points.indices.dropFirst() {
      let length = Int(link.distancesCentimetres[index] - link.distancesCentimetres[index - 1])
      let drop = link.pricedHeight(index - 1).flatMap { a in link.pricedHeight(index).map { Int(a) - Int($0) }
      }
      pieces.append((length, drop.map { reversed ? -$0 : $0 }))
    }
    if reversed { pieces.reverse() }
    let isOneWay = link.allowsForward != link.allowsBackward
    var (pushed, at) = (0, 0)
    for piece in pieces {
      let glides: Bool
      if link.kind == .walk || [.onFoot, .unmapped].contains(link.cause) || link.climbsEitherWay {
        glides = false
      } else if let drop = piece.drop {
        glides = Double(drop) >= 0.05 * Double(piece.length)
      } else {
        glides = link.kind == .run && isOneWay
      }
      let part = max(0, min(at + piece.length, Int(min(to, total))) - max(at, Int(from)))
      if !glides { pushed += part }
      at += piece.length
    }
    return pushed
  }

  /// The Pareto-optimal vectors of time, rank, centimetres and lifts at the end: every arc is relaxed from every
  /// vector until no vector changes.
  func paretoVectors(departing: Int, arcs: [Arc]) -> [[Int]] {
    var fronts = [[[Int]]](repeating: [], count: nodeCount)
    fronts[start] = [[departing, 0, 0, 0]]
    var changed = true
    while changed {
      changed = false
      for arc in arcs {
        for vector in fronts[arc.tail] {
          guard let time = Self.arrival(arc, at: vector[0]), time <= Int(TravelRule.lastMoment) else {
            continue
          }
          let new = [
            time, max(vector[1], arc.rank), vector[2] + arc.pushed, vector[3] + (arc.isLift ? 1 : 0),
          ]
          if fronts[arc.head].contains(where: { Self.isAtMost($0, new) }) { continue }
          fronts[arc.head].removeAll { Self.isAtMost(new, $0) }
          fronts[arc.head].append(new)
          changed = true
        }
      }
    }
    return fronts[end].sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func isAtMost(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy(<=) }
}
