import Foundation
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks

/// Places of a kind known from the raw GeoJSON of an area, with independently computed distances.
struct KindLabels {
  struct Label {
    var name: String
    var place: Coordinate
    var truth: MapKind
  }

  private(set) var places: [Label] = []
  /// The least distance of a street vertex from a run or a lift; nearer ones are left out.
  static let streetClearanceMetres = 100.0
  private static let placesPerLabel = 2500

  private typealias Feature = (tags: [String: Any], lines: [[SIMD2<Double>]], isArea: Bool)

  init(of area: RealArea) throws {
    let runs = try Self.features(area.runs).filter(Self.isSkied)
    let lifts = try Self.features(area.lifts).filter(Self.isRidden)
    var random = SeededGenerator(seed: 17)
    for (name, features) in [("on a run", runs.filter { !$0.isArea }), ("on a lift", lifts)] {
      let middles = features.flatMap(\.lines).flatMap { line in
        zip(line, line.dropFirst()).map { ($0 + $1) / 2 }
      }
      for place in middles.shuffled(using: &random).prefix(Self.placesPerLabel) {
        places.append(
          Label(name: name, place: Coordinate(latitude: place.y, longitude: place.x), truth: .mountain))
      }
    }
    guard let streets = area.streets else { return }
    let grid = SegmentGrid((runs + lifts).flatMap(\.lines), clearance: Self.streetClearanceMetres)
    let vertices = try Self.features(streets).filter(Self.isPublicRoad).flatMap { $0.lines.flatMap { $0 } }
    for place in vertices.shuffled(using: &random).prefix(Self.placesPerLabel)
    where !grid.hasSegment(near: place) {
      places.append(
        Label(name: "in a street", place: Coordinate(latitude: place.y, longitude: place.x), truth: .street))
    }
  }

  private static func isSkied(_ feature: Feature) -> Bool {
    let words = "\(feature.tags["piste:type"] ?? "") \(feature.tags["uses"] ?? "")"
    return words.contains("downhill") && isInUse(feature)
  }

  private static func isRidden(_ feature: Feature) -> Bool {
    let kind = feature.tags["aerialway"] as? String ?? ""
    return !["zip_line", "goods", "station", "pylon"].contains(kind) && isInUse(feature)
  }

  private static func isInUse(_ feature: Feature) -> Bool {
    let words = ["disused", "abandoned", "construction", "proposed", "planned", "razed"]
    let status = feature.tags["status"] as? String ?? "operating"
    return status == "operating"
      && !feature.tags.contains { key, value in
        words.contains { word in
          key.hasPrefix(word + ":") || (key == word || key.hasSuffix(":" + word)) && "\(value)" != "no"
            || "\(value)" == word
        }
      }
  }

  /// Returns whether a feature is a public road or street; private ones are mostly mountain tracks.
  private static func isPublicRoad(_ feature: Feature) -> Bool {
    let kinds = [
      "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street", "service",
      "pedestrian",
      "road",
    ]
    let kind = (feature.tags["highway"] as? String ?? "").replacingOccurrences(of: "_link", with: "")
    let access = feature.tags["access"] as? String ?? "yes"
    return kinds.contains(kind) && !["private", "no", "forestry"].contains(access) && !feature.isArea
  }

  private static func features(_ url: URL) throws -> [Feature] {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    return (root?["features"] as? [[String: Any]] ?? []).map { feature in
      let shape = feature["geometry"] as? [String: Any]
      let kind = shape?["type"] as? String ?? ""
      var lines: [[SIMD2<Double>]] = []
      collect(shape?["coordinates"], into: &lines)
      return (feature["properties"] as? [String: Any] ?? [:], lines, kind.hasSuffix("Polygon"))
    }
  }

  /// Adds every list of positions, at any depth.
  private static func collect(_ value: Any?, into lines: inout [[SIMD2<Double>]]) {
    guard let list = value as? [Any] else { return }
    let positions = list.compactMap { item -> SIMD2<Double>? in
      guard let numbers = item as? [Any], numbers.count >= 2, let x = (numbers[0] as? NSNumber)?.doubleValue,
        let y = (numbers[1] as? NSNumber)?.doubleValue
      else { return nil }
      return SIMD2(x, y)
    }
    if positions.isEmpty { for item in list { collect(item, into: &lines) } } else { lines.append(positions) }
  }
}

/// Segments by grid square, for tests of nearness.
private struct SegmentGrid {
  private var segments: [(SIMD2<Double>, SIMD2<Double>)] = []
  private var squares: [SIMD2<Int>: [Int]] = [:]
  private let clearance: Double
  private let metres: SIMD2<Double>

  init(_ lines: [[SIMD2<Double>]], clearance: Double) {
    self.clearance = clearance
    let latitude = lines.first?.first?.y ?? 0
    metres = SIMD2(cos(latitude * .pi / 180), 1) * (6_371_000 * .pi / 180)
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let (start, end) = (a * metres, b * metres)
        let pieces = max(1, ((end - start) * (end - start)).sum().squareRoot() / clearance).rounded(.up)
        for piece in 0..<Int(pieces) {
          let from = start + (end - start) * (Double(piece) / pieces)
          let to = start + (end - start) * (Double(piece + 1) / pieces)
          segments.append((from, to))
          squares[square((from + to) / 2), default: []].append(segments.count - 1)
        }
      }
    }
  }

  private func square(_ place: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int((place.x / clearance).rounded(.down)), Int((place.y / clearance).rounded(.down)))
  }

  /// Returns whether a segment is within the clearance: pieces are not longer, so their middles are within 1.5 of it.
  func hasSegment(near degrees: SIMD2<Double>) -> Bool {
    let place = degrees * metres
    let middle = square(place)
    for x in -2...2 {
      for y in -2...2 {
        for number in squares[middle &+ SIMD2(x, y)] ?? [] {
          let (a, b) = segments[number]
          let along = b - a
          let share = max(0, min(1, ((place - a) * along).sum() / max(1e-9, (along * along).sum())))
          let off = a + along * share - place
          if (off * off).sum() <= clearance * clearance { return true }
        }
      }
    }
    return false
  }
}
