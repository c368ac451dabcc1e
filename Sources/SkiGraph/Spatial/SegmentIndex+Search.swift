import SkiGeo

/// A visitor of the segments within a distance, which may decrease during the search.
protocol SegmentVisitor {
  /// The distance up to which segments are visited, in metres.
  var boundMetres: Double { get }

  /// Visits a segment whose distance may be within the bound.
  /// - Parameter isWanted: The filter of links that was passed to the search.
  mutating func visit(
    _ segment: Int, _ start: FixedCoordinate, _ end: FixedCoordinate, where isWanted: (LinkIndex) -> Bool)
}

extension SegmentIndex {
  /// Returns whether there are segments and their longitudes differ from that of a coordinate by less than half a turn,
  /// as searches require.
  func covers(_ place: FixedCoordinate) -> Bool {
    count > 0 && Int(place.longitudeE7) - Int(bounds.west) < 1_790_000_000
      && Int(bounds.east) - Int(place.longitudeE7) < 1_790_000_000
  }

  /// Visits all segments within the bound of a visitor, near ones first, and some beyond it.
  ///
  /// Distances that decide are of 32 bits. Their relative error is below 1e-5 of the distance and 8e-6 of the extent of
  /// a segment, and that of the coordinate, rounded to 1e-7 degrees, below 1 cm: ``Reach`` adds both.
  /// - Parameters:
  ///   - place: The coordinate, rounded.
  ///   - scale: The scale of the plane at the coordinate, in which segments are straight.
  ///   - visitor: The visitor.
  ///   - isWanted: A filter of links for the visitor.
  /// - Precondition: ``covers(_:)``
  @inline(__always)
  func search(
    from place: FixedCoordinate, _ scale: LocalScale, _ visitor: inout some SegmentVisitor,
    where isWanted: (LinkIndex) -> Bool
  ) {
    let origin = Origin(place, scale)
    let slack =
      0.02 + 8e-6
      * (Double(longest.latitude) * Double(origin.north) + Double(longest.longitude) * Double(origin.east))
    blocks.withUnsafeBufferPointer { blocks in
      firstChild.withUnsafeBufferPointer { firstChild in
        withUnsafeTemporaryAllocation(of: Level.self, capacity: Level.limit) { levels in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: (Level.limit + 1) * Self.width) { squares in
            guard let blocks = blocks.baseAddress, let levels = levels.baseAddress,
              let squares = squares.baseAddress
            else { return }
            var reach = Reach(visitor.boundMetres, slack)
            let segments = squares + Level.limit * Self.width
            var block = segmentBlockCount + firstChild.count - 2
            var depth = -1
            while true {
              // Children of a block are blocks, so this is one of them, and its numbers lie in the array.
              let numbers = blocks + block &* Self.stride
              let inner = block &- segmentBlockCount
              if inner < 0 {
                origin.segmentSquares(numbers, segments)
                visit(block, numbers, segments, &visitor, &reach, slack, isWanted)
              } else {
                depth &+= 1
                let boxes = squares + depth &* Self.width
                origin.boxSquares(numbers, boxes)
                // Blocks above the lowest level have a first child each, and there is one more.
                levels[depth] = Level(firstChild: firstChild[inner])
                let count = Int(firstChild[inner &+ 1] &- firstChild[inner])
                for lane in count..<Self.width { boxes[lane] = .infinity }
              }
              guard let next = nearestChild(levels, squares, &depth, reach) else { return }
              block = next
            }
          }
        }
      }
    }
  }

  /// Returns the nearest block within reach that was not visited, below the deepest level that has one; nil when there is
  /// none.
  @inline(__always)
  private func nearestChild(
    _ levels: UnsafePointer<Level>, _ squares: UnsafeMutablePointer<Float>, _ depth: inout Int, _ reach: Reach
  ) -> Int? {
    while depth >= 0 {
      let boxes = squares + depth &* Self.width
      let rows = FourRows(boxes)
      let least = rows.least()
      if least <= reach.square, least < .infinity {
        let lane = rows.lanes(upTo: least).trailingZeroBitCount
        boxes[lane] = .infinity
        return Int(levels[depth].firstChild) &+ lane
      }
      depth &-= 1
    }
    return nil
  }

  /// Visits the segments of a block within reach, the nearest first.
  @inline(__always)
  private func visit(
    _ block: Int, _ numbers: UnsafePointer<Int32>, _ squares: UnsafeMutablePointer<Float>,
    _ visitor: inout some SegmentVisitor, _ reach: inout Reach, _ slack: Double,
    _ isWanted: (LinkIndex) -> Bool
  ) {
    let rows = FourRows(squares)
    while true {
      let least = rows.least()
      guard least <= reach.square, least < .infinity else { return }
      let lane = rows.lanes(upTo: least).trailingZeroBitCount
      squares[lane] = .infinity
      let (latitude, longitude) = (numbers[lane], numbers[Self.width &+ lane])
      // The lanes beyond the last segment repeat it.
      visitor.visit(
        min(block &* Self.width &+ lane, count &- 1),
        FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude),
        FixedCoordinate(
          latitudeE7: latitude &+ numbers[2 &* Self.width &+ lane],
          longitudeE7: longitude &+ numbers[3 &* Self.width &+ lane]), where: isWanted)
      reach = Reach(visitor.boundMetres, slack)
    }
  }
}

/// A block whose children are searched.
private struct Level: BitwiseCopyable {
  /// The greatest number of levels above the segments, of up to 2²⁸ of which each block holds sixteen.
  static let limit = 7

  var firstChild: UInt32
}

/// The square of a distance, enlarged by the errors of squares of 32 bits.
private struct Reach {
  let square: Float

  @inline(__always)
  init(_ metres: Double, _ slack: Double) {
    let enlarged = metres * 1.00001 + slack
    square = Float(enlarged * enlarged).nextUp
  }
}

/// The squares of the distances to sixteen children as vectors of four.
private struct FourRows {
  private let memory: UnsafeRawPointer

  /// Creates a view of sixteen numbers.
  @inline(__always)
  init(_ squares: UnsafePointer<Float>) { memory = UnsafeRawPointer(squares) }

  @inline(__always)
  private func row(_ index: Int) -> SIMD4<Float> {
    // The four rows are the sixteen numbers.
    memory.loadUnaligned(fromByteOffset: 16 &* index, as: SIMD4<Float>.self)
  }

  /// Returns the lanes with squares up to a limit as bits.
  @inline(__always)
  func lanes(upTo limit: Float) -> UInt32 {
    let limits = SIMD4(repeating: limit)
    let bits = SIMD4<UInt32>(1, 2, 4, 8)
    var lanes = SIMD4<UInt32>.zero.replacing(with: bits, where: row(0) .<= limits)
    lanes |= SIMD4<UInt32>.zero.replacing(with: bits &<< 4, where: row(1) .<= limits)
    lanes |= SIMD4<UInt32>.zero.replacing(with: bits &<< 8, where: row(2) .<= limits)
    lanes |= SIMD4<UInt32>.zero.replacing(with: bits &<< 12, where: row(3) .<= limits)
    return lanes.wrappedSum()
  }

  /// Returns the least square.
  @inline(__always)
  func least() -> Float {
    let (a, b) = (Self.lesser(row(0), row(1)), Self.lesser(row(2), row(3)))
    let four = Self.lesser(a, b)
    let (first, second) = (four[0] < four[1] ? four[0] : four[1], four[2] < four[3] ? four[2] : four[3])
    return first < second ? first : second
  }

  @inline(__always)
  private static func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    b.replacing(with: a, where: a .< b)
  }
}

/// A coordinate from which distances are computed, and the metres of 1e-7 degrees there.
private struct Origin {
  let latitude: Int32
  let longitude: Int32
  let north: Float
  let east: Float

  init(_ place: FixedCoordinate, _ scale: LocalScale) {
    (latitude, longitude) = (place.latitudeE7, place.longitudeE7)
    (north, east) = (Float(scale.metresPerDegreeLatitude / 1e7), Float(scale.metresPerDegreeLongitude / 1e7))
  }

  /// Writes the squares of the distances to sixteen boxes.
  @inline(__always)
  func boxSquares(_ numbers: UnsafePointer<Int32>, _ squares: UnsafeMutablePointer<Float>) {
    let width = SegmentIndex.width
    for lane in 0..<width {
      let (south, west) = (numbers[lane] &- latitude, numbers[width &+ lane] &- longitude)
      let (north, east) = (
        latitude &- numbers[2 &* width &+ lane], longitude &- numbers[3 &* width &+ lane]
      )
      let (y, x) = (Self.gap(south, north) * self.north, Self.gap(west, east) * self.east)
      squares[lane] = y * y + x * x
    }
  }

  /// Returns the greater of two differences, 0 if both are negative.
  @inline(__always)
  private static func gap(_ a: Int32, _ b: Int32) -> Float {
    let (a, b) = (Float(a), Float(b))
    let greater = a > b ? a : b
    return greater > 0 ? greater : 0
  }

  /// Writes the squares of the distances to sixteen segments.
  @inline(__always)
  func segmentSquares(_ numbers: UnsafePointer<Int32>, _ squares: UnsafeMutablePointer<Float>) {
    let width = SegmentIndex.width
    for lane in 0..<width {
      let y = Float(numbers[lane] &- latitude) * north
      let x = Float(numbers[width &+ lane] &- longitude) * east
      let alongY = Float(numbers[2 &* width &+ lane]) * north
      let alongX = Float(numbers[3 &* width &+ lane]) * east
      let squared = alongY * alongY + alongX * alongX
      let share = -(y * alongY + x * alongX) / squared
      // Comparisons that are false for NaN, the share of a segment without length.
      let least = share > 0 ? share : 0
      let clamped = least < 1 ? least : 1
      let (nearestY, nearestX) = (y + alongY * clamped, x + alongX * clamped)
      squares[lane] = nearestY * nearestY + nearestX * nearestX
    }
  }
}
