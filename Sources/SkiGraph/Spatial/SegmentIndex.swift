import CKernels
import SkiBase

/// An R-tree over segments whose blocks hold sixteen children side by side, for searches nearest first.
///
/// A block of the lowest level holds the ends of sixteen segments, a block above it the boxes of sixteen blocks; the
/// numbers of one kind are adjacent, so that vectors hold them. It takes 17 bytes a segment.
///
/// **Source:** Kamel and Faloutsos 1993, "On packing R-trees"; Roussopoulos, Kelley and Vincent 1995, "Nearest neighbor
/// queries".
final class SegmentIndex: Sendable {
  /// The number of children of a block.
  static let width = Int(SEGMENTS_WIDTH)
  /// The number of integers of a block.
  static let stride = Int(SEGMENTS_STRIDE)
  /// The greatest number of segments, for the stack of a search.
  private static let greatestCount = 1 << 28
  /// The alignment of blocks in bytes.
  static let alignment = Int(SEGMENTS_ALIGNMENT)
  /// The greatest extent in longitude, in 1e-7 degrees, so that differences to a coordinate within half a turn fit into
  /// 32 bits.
  private static let greatestSpan = 1_700_000_000

  /// The number of segments.
  let count: Int
  /// The number of blocks that hold segments, the first ones.
  let segmentBlockCount: Int
  /// The blocks: latitudes and longitudes of the starts of sixteen segments, and from those to the ends; or the southern,
  /// western, northern and eastern sides of sixteen boxes.
  ///
  /// The last block of segments repeats the last segment. They begin at a multiple of ``alignment``, behind some zeros.
  private let numbers: [Int32]
  /// The number of zeros before the blocks.
  private let padding: Int
  /// The first child of each block that holds boxes, and the end of the children of the last one, the root.
  let firstChild: [UInt32]
  /// The bounding box of all segments.
  let bounds: TreeBox
  /// The instruction set of the kernel.
  let instructionSet: Int32
  /// The greatest differences in latitude and longitude between the ends of a segment, in 1e-7 degrees.
  let longest: (latitude: Int32, longitude: Int32)

  /// Creates an index of segments in an order that keeps near ones together; an empty one if they extend so far around
  /// the Earth that one may cross the antimeridian.
  /// - Parameters:
  ///   - bounds: The bounding box of all segments.
  ///   - instructionSet: The instruction set of the kernel, one the machine has.
  ///   - ends: Returns the two ends of a segment.
  /// - Complexity: O(*n*).
  init(
    count: Int, bounds: TreeBox, instructionSet: Int32 = processor_instruction_set(),
    ends: (Int) -> (FixedCoordinate, FixedCoordinate)
  ) {
    self.instructionSet = instructionSet
    let isNarrow = Int(bounds.east) - Int(bounds.west) <= Self.greatestSpan
    let count = isNarrow && count <= Self.greatestCount ? count : 0
    let blockCount = (count + Self.width - 1) / Self.width
    var blocks: [Int32] = []
    blocks.reserveCapacity(Self.stride * (blockCount + blockCount / (Self.width - 1) + 8))
    var boxes: [TreeBox] = []
    boxes.reserveCapacity(blockCount + blockCount / (Self.width - 1) + 8)
    var (longestNorth, longestEast): (Int32, Int32) = (0, 0)
    for first in Swift.stride(from: 0, to: count, by: Self.width) {
      let start = blocks.count
      blocks.append(contentsOf: repeatElement(0, count: Self.stride))
      var box = TreeBox(ends(first).0)
      for index in first..<first + Self.width {
        let (a, b) = ends(min(index, count - 1))
        box.formUnion(TreeBox(a))
        box.formUnion(TreeBox(b))
        let (north, east) = (b.latitudeE7 &- a.latitudeE7, b.longitudeE7 &- a.longitudeE7)
        Self.set(&blocks, start + index - first, (a.latitudeE7, a.longitudeE7, north, east))
        (longestNorth, longestEast) = (max(longestNorth, abs(north)), max(longestEast, abs(east)))
      }
      boxes.append(box)
    }
    firstChild = Self.addBoxes(&boxes, to: &blocks)
    (self.count, segmentBlockCount) = (count, blockCount)
    (numbers, padding) = Self.aligned(blocks)
    self.bounds = bounds
    longest = (longestNorth, longestEast)
  }

  /// An upper bound of the memory for each of many segments in bytes: four numbers, and those of the levels above.
  static let bytesPerSegment = 20

  /// The memory of the index in bytes.
  var byteCount: Int { numbers.capacity * 4 + firstChild.capacity * 4 }

  /// Calls a closure with the numbers of all blocks.
  @inline(__always)
  func withBlocks<Result>(_ body: (UnsafePointer<Int32>) -> Result) -> Result {
    numbers.withUnsafeBufferPointer { numbers in
      guard let start = numbers.baseAddress else {
        preconditionFailure("an index without numbers has no blocks")
      }
      return body(start + padding)
    }
  }

  /// Returns blocks behind as many zeros as align them, which stay aligned while the array is not copied, and the number
  /// of zeros.
  private static func aligned(_ blocks: [Int32]) -> ([Int32], Int) {
    var padding = 0
    let numbers = [Int32](unsafeUninitializedCapacity: blocks.count + alignment / 4) { buffer, filled in
      buffer.initialize(repeating: 0)
      let beyond = Int(bitPattern: buffer.baseAddress) % alignment
      padding = (alignment - beyond) % alignment / 4
      // As many numbers as align the first one fit before the blocks.
      for index in blocks.indices { buffer[padding + index] = blocks[index] }
      filled = padding + blocks.count
    }
    return (numbers, padding)
  }

  /// Writes the numbers of a child.
  @inline(__always)
  private static func set(_ blocks: inout [Int32], _ lane: Int, _ numbers: (Int32, Int32, Int32, Int32)) {
    (blocks[lane], blocks[lane + width]) = (numbers.0, numbers.1)
    (blocks[lane + 2 * width], blocks[lane + 3 * width]) = (numbers.2, numbers.3)
  }

  /// Adds the blocks above the lowest level; the boxes become those of all blocks, that of the root last.
  private static func addBoxes(_ boxes: inout [TreeBox], to blocks: inout [Int32]) -> [UInt32] {
    var firstChild: [UInt32] = [0]
    var level = 0..<boxes.count
    while level.count > 1 {
      for first in Swift.stride(from: level.lowerBound, to: level.upperBound, by: width) {
        let start = blocks.count
        blocks.append(contentsOf: repeatElement(0, count: stride))
        let children = first..<min(level.upperBound, first + width)
        var all = boxes[first]
        for child in children {
          let box = boxes[child]
          all.formUnion(box)
          set(&blocks, start + child - first, (box.south, box.west, box.north, box.east))
        }
        boxes.append(all)
        firstChild.append(UInt32(children.upperBound))
      }
      level = level.upperBound..<boxes.count
    }
    return firstChild
  }
}

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
