import CSegments
import SkiBase

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
  /// a segment, and that of the coordinate, rounded to 1e-7 degrees, below 1 cm: the reach of the kernel includes both.
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
    var origin = segments_origin(
      latitude: place.latitudeE7, longitude: place.longitudeE7,
      north: Float(scale.metresPerDegreeLatitude / 1e7), east: Float(scale.metresPerDegreeLongitude / 1e7))
    let slack =
      0.02 + 8e-6
      * (Double(longest.latitude) * Double(origin.north) + Double(longest.longitude) * Double(origin.east))
    withBlocks { numbers in
      firstChild.withUnsafeBufferPointer { firstChild in
        withUnsafeTemporaryAllocation(
          byteCount: MemoryLayout<segments_search>.size, alignment: Self.alignment
        ) { memory in
          guard let search = memory.baseAddress?.bindMemory(to: segments_search.self, capacity: 1) else {
            return
          }
          // There are segments. Each block of boxes has a first child, and there is one more; children are blocks.
          var tree = segments_tree(
            blocks: numbers, first_child: firstChild.baseAddress, segment_block_count: segmentBlockCount,
            box_block_count: firstChild.count - 1)
          segments_begin(search, &tree, &origin)
          var segment = segments_next(instructionSet, search, Self.reach(visitor.boundMetres, slack))
          while segment >= 0 {
            // The lanes beyond the last segment repeat it.
            let (start, end) = Self.ends(segment, in: numbers)
            visitor.visit(min(segment, count &- 1), start, end, where: isWanted)
            segment = segments_next(instructionSet, search, Self.reach(visitor.boundMetres, slack))
          }
        }
      }
    }
  }

  /// Returns the square of a distance, enlarged by the errors of squares of 32 bits.
  @inline(__always)
  private static func reach(_ metres: Double, _ slack: Double) -> Float {
    let enlarged = metres * 1.00001 + slack
    return Float(enlarged * enlarged).nextUp
  }

  /// Returns the ends of a segment.
  @inline(__always)
  func ends(_ segment: Int) -> (FixedCoordinate, FixedCoordinate) {
    precondition(segment >= 0 && segment < count, "segment must be below \(count), got \(segment)")
    // Every segment has a lane of its block, and all four numbers of a lane lie in the array.
    return withBlocks { Self.ends(segment, in: $0) }
  }

  @inline(__always)
  private static func ends(
    _ segment: Int, in blocks: UnsafePointer<Int32>
  ) -> (FixedCoordinate, FixedCoordinate) {
    let numbers = blocks + (segment / width &* stride &+ segment % width)
    let (latitude, longitude) = (numbers[0], numbers[width])
    return (
      FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude),
      FixedCoordinate(
        latitudeE7: latitude &+ numbers[2 &* width], longitudeE7: longitude &+ numbers[3 &* width])
    )
  }
}
