import SkiBase

/// The elevations of the ground at coordinates, from the finest model at each, without faults and with voids bridged.
///
/// For profiles and for building maps. What a model shows, its reliefs and contours, stays as the model has it.
package struct GroundElevations: Sendable, Hashable {
  /// The elevation at each coordinate in metres above mean sea level; nil where unknown.
  package var metres: [Double?]
  /// Indicates the elevations that were interpolated across a void or a faulty sample.
  package var isBridged: [Bool]
  /// The number of faulty samples that were replaced for these elevations.
  package var replacedCount: Int
  /// The coarsest resolution of the models used, in metres; 0 without elevations.
  package var resolutionMetres: Double

  /// Creates elevations.
  package init(
    metres: [Double?], isBridged: [Bool], replacedCount: Int = 0, resolutionMetres: Double = 0
  ) {
    self.metres = metres
    self.isBridged = isBridged
    self.replacedCount = replacedCount
    self.resolutionMetres = resolutionMetres
  }

  /// The elevations of every coordinate; nil when one is unknown.
  package var wholeMetres: [Double]? {
    let known = metres.compactMap { $0 }
    return known.count == metres.count && !known.isEmpty ? known : nil
  }
}

/// The ground of several layers: at each coordinate the finest that has a height or can be mended there.
///
/// Beyond the end of a layer, and in its voids, the next one's heights are shifted to meet it: by their difference
/// where the layer ends, fading over 200 m (see ``MendedSamples/fill(from:withinMetres:)``), so that a line across has
/// one profile. Shared by any number of tasks.
final class GroundReader: Sendable {
  private let mendings: [LayerMending]
  /// The indices of the layers, finest first, for each degree of latitude from the south.
  private let orderByDegree: [[Int]]

  /// Creates the ground of layers.
  /// - Parameter orderByDegree: The indices of the layers, finest first, for each degree of latitude from the south.
  init(_ layers: [ElevationLayer], orderByDegree: [[Int]]) {
    self.orderByDegree = orderByDegree
    let single = layers.map { LayerMending($0) }
    guard layers.count > 1 else {
      mendings = single
      return
    }
    mendings = layers.indices.map { index in
      LayerMending(layers[index]) { centre, places in
        let order = orderByDegree[Self.degree(of: centre)]
        let below = order.drop { $0 != index }.dropFirst()
        return try Self.heights(at: places, of: below.map { single[$0] })
      }
    }
  }

  /// Returns the heights of the first of some layers that has one, not bridged; NaN where none has.
  private static func heights(at places: [Coordinate], of layers: [LayerMending]) throws -> [Double] {
    var metres = [Double](repeating: .nan, count: places.count)
    var open = Array(places.indices)
    for layer in layers where !open.isEmpty {
      let found = try layer.heights(at: open.map { places[$0] })
      for (at, number) in open.enumerated() where !found.isBridged[at] { metres[number] = found.metres[at] }
      open = open.filter { metres[$0].isNaN }
    }
    return metres
  }

  /// Returns the index of the degree of latitude of a coordinate, from the south; any for an invalid coordinate.
  static func degree(of place: Coordinate) -> Int {
    abs(place.latitude) <= 90 ? min(179, Int(place.latitude + 90)) : 90
  }

  /// Returns the elevations at coordinates.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n* · *s*) in the numbers of coordinates and of layers, and the mending of new blocks.
  func elevations(at places: [Coordinate]) throws -> GroundElevations {
    var ground = GroundElevations(
      metres: [Double?](repeating: nil, count: places.count),
      isBridged: [Bool](repeating: false, count: places.count))
    var start = 0
    while start < places.count {
      let degree = Self.degree(of: places[start])
      let end = places[start...].firstIndex { Self.degree(of: $0) != degree } ?? places.count
      try add(start..<end, of: places, orderByDegree[degree], to: &ground)
      start = end
    }
    return ground
  }

  /// Adds the elevations of coordinates that share one order of layers.
  private func add(
    _ range: Range<Int>, of places: [Coordinate], _ layers: [Int], to ground: inout GroundElevations
  ) throws {
    var open = Array(range)
    for index in layers where !open.isEmpty {
      let found = try mendings[index].heights(at: open.map { places[$0] })
      ground.replacedCount += found.replaced.count
      var used: Int?
      for (at, number) in open.enumerated() where !found.metres[at].isNaN {
        ground.metres[number] = found.metres[at]
        ground.isBridged[number] = found.isBridged[at]
        used = used ?? number
      }
      if let used {
        let resolution = mendings[index].layer.grid.resolutionMetres(latitude: places[used].latitude)
        ground.resolutionMetres = max(ground.resolutionMetres, resolution)
      }
      open = open.filter { ground.metres[$0] == nil }
    }
    guard mendings.count > 1, !open.isEmpty else { return }
    var seam = LayerSeam(mendings.map(\.layer), order: layers)
    for number in open {
      let height = try seam.elevation(at: places[number])
      if !height.isNaN { ground.metres[number] = height }
    }
  }
}
