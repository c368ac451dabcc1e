import SkiBase

/// The leaves of the spatial index, in storage order once sorted.
struct TreeItems {
  private(set) var boxes: [TreeBox] = []
  private(set) var links: [UInt32] = []
  private(set) var points: [UInt32] = []

  /// Adds a leaf for each segment of a run or street; a segment over the antimeridian takes two.
  ///
  /// - Parameters:
  ///   - shape: The link's points.
  ///   - link: The final position of the link.
  ///   - firstPoint: The position of its first point.
  mutating func addSegments(_ shape: [GraphPoint], link: UInt32, firstPoint: UInt32) {
    for index in shape.indices.dropLast() {
      let around = SegmentBoxes(shape[index].position, shape[index + 1].position)
      for box in [around.first] + [around.second].compactMap(\.self) {
        boxes.append(box)
        links.append(link)
        points.append(firstPoint + UInt32(index))
      }
    }
  }

  /// Adds a leaf for a lift's station.
  mutating func addStation(_ position: FixedCoordinate, node: UInt32) {
    boxes.append(TreeBox(position))
    links.append(.max)
    points.append(node)
  }

  /// Sorts the leaves along the Hilbert curve by the centres of their boxes.
  /// - Complexity: O(*n* log *n*).
  mutating func sort() {
    let keys = boxes.map { box in
      hilbertKey(
        FixedCoordinate(
          latitudeE7: Int32((Int64(box.south) + Int64(box.north)) / 2),
          longitudeE7: Int32((Int64(box.west) + Int64(box.east)) / 2)))
    }
    let order = boxes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    boxes = order.map { boxes[$0] }
    links = order.map { links[$0] }
    points = order.map { points[$0] }
  }
}
