import Foundation
import SkiBase
import SkiTestSupport

@testable import SkiBuild

/// An area of random shape on invented ground; `FineGrid` searches it for reference crossings.
struct RandomArea {
  var outer: [PlanePoint]
  var hole: [PlanePoint]?
  var ground: @Sendable (PlanePoint) -> Double
  var rings: [[PlanePoint]] { [outer] + (hole.map { [$0] } ?? []) }

  /// Creates a star of some corners around (0, 0), often with a hole in the middle, on a slope with waves in it.
  init(_ random: inout SeededGenerator) {
    let corners = Int.random(in: 7...16, using: &random)
    let radii = (0..<corners).map { _ in Double.random(in: 70...260, using: &random) }
    outer = Self.star(radii)
    hole =
      Bool.random(using: &random)
      ? Self.star((0..<6).map { _ in Double.random(in: 12...35, using: &random) }) : nil
    let steep = Double.random(in: 0.02...0.5, using: &random)
    let turn = Double.random(in: 0...(2 * .pi), using: &random)
    let wave = Double.random(in: 0...6, using: &random)
    let length = Double.random(in: 200...400, using: &random)
    ground = { point in
      2000 + steep * (point.x * cos(turn) + point.y * sin(turn)) + wave * sin(point.x / length * 2 * .pi)
        + wave * cos(point.y / length * 2 * .pi)
    }
  }

  private static func star(_ radii: [Double]) -> [PlanePoint] {
    let points = radii.indices.map { index in
      let angle = 2 * .pi * Double(index) / Double(radii.count)
      return PlanePoint(x: radii[index] * cos(angle), y: radii[index] * sin(angle))
    }
    return points + points.prefix(1)
  }

  /// Returns a random place on the outer edge.
  func edgePlace(_ random: inout SeededGenerator) -> PlanePoint {
    let side = Int.random(in: 0..<outer.count - 1, using: &random)
    return outer[side].towards(outer[side + 1], Double.random(in: 0...1, using: &random))
  }

  /// Returns whether a point lies inside, by counting the edges to its right.
  func contains(_ point: PlanePoint) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
        if point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) { isInside.toggle() }
      }
    }
    return isInside
  }

  /// Returns the metres from a point to the nearest edge.
  func edgeDistance(_ point: PlanePoint) -> Double {
    rings.flatMap { ring in
      zip(ring, ring.dropFirst()).map { a, b in
        point.distanceMetres(to: a.towards(b, point.nearestFraction(from: a, to: b)))
      }
    }.min() ?? .infinity
  }

  /// Returns the seconds along a line, sampled every metre on the exact ground.
  func seconds(_ line: [PlanePoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, pair in
      let metres = pair.0.distanceMetres(to: pair.1)
      let pieces = max(1, metres.rounded(.up))
      return sum
        + stride(from: 0, to: pieces, by: 1).reduce(0) { sum, piece in
          let (a, b) = (pair.0.towards(pair.1, piece / pieces), pair.0.towards(pair.1, (piece + 1) / pieces))
          return sum + CrossingCost.seconds(metres: metres / pieces, from: ground(a), to: ground(b))
        }
    }
  }
}

/// A square grid over an area, for a plain search of fastest crossings.
struct FineGrid {
  private let area: RandomArea
  private let spacing: Double
  private var number: [SIMD2<Int>: Int] = [:]
  private(set) var points: [PlanePoint] = []
  private var cells: [SIMD2<Int>] = []

  init(_ area: RandomArea, spacingMetres: Double) {
    self.area = area
    spacing = spacingMetres
    let reach = Int(270 / spacingMetres)
    for row in -reach...reach {
      for column in -reach...reach {
        let point = PlanePoint(x: Double(column) * spacingMetres, y: Double(row) * spacingMetres)
        guard area.contains(point) else { continue }
        number[SIMD2(column, row)] = points.count
        points.append(point)
        cells.append(SIMD2(column, row))
      }
    }
  }

  private static let moves = [
    SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1), SIMD2(1, -1), SIMD2(2, 1), SIMD2(1, 2), SIMD2(2, -1), SIMD2(1, -2),
    SIMD2(3, 1), SIMD2(1, 3), SIMD2(3, -1), SIMD2(1, -3), SIMD2(3, 2), SIMD2(2, 3), SIMD2(3, -2),
    SIMD2(2, -3),
  ]

  /// Returns the grid's point nearest to a place.
  func nearest(to place: PlanePoint) -> Int {
    points.indices.min { points[$0].distanceMetres(to: place) < points[$1].distanceMetres(to: place) } ?? 0
  }

  /// Returns the least costs from one point to all others over moves between neighbours.
  func costs(from start: Int, _ cost: (PlanePoint, PlanePoint) -> Double) -> [Double] {
    var costs = [Double](repeating: .infinity, count: points.count)
    costs[start] = 0
    var open: [(cost: Double, point: Int)] = [(0, start)]
    // A label-correcting search with a plain queue: slow but simple.
    while !open.isEmpty {
      var next: [(cost: Double, point: Int)] = []
      for (known, point) in open where known <= costs[point] {
        for move in Self.moves + Self.moves.map({ SIMD2(-$0.x, -$0.y) }) {
          guard let other = number[cells[point] &+ move] else { continue }
          let total = known + cost(points[point], points[other])
          guard total < costs[other] - 1e-9, isClear(points[point], points[other]) else { continue }
          costs[other] = total
          next.append((total, other))
        }
      }
      open = next
    }
    return costs
  }

  private func isClear(_ a: PlanePoint, _ b: PlanePoint) -> Bool {
    (1...3).allSatisfy { area.contains(a.towards(b, Double($0) / 4)) }
  }
}
