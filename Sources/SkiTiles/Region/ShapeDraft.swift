/// A shape that may be made from a region, known by the box it lies in before its points are read.
struct ShapeDraft: BitwiseCopyable, Sendable {
  /// The part of the region that the shape is made from.
  enum Source: UInt8, Sendable {
    /// The feature of the index.
    case feature
    /// The start of the lift of the index.
    case liftStart
    /// The end of the lift of the index.
    case liftEnd
    /// The link of the index.
    case link
    /// The node of the index.
    case node
    /// The ski area of the index.
    case area
  }

  var source: Source
  var index: Int32
  /// The least first zoom that the shape may have.
  var firstZoom: UInt8
  /// A box that contains the shape.
  var box: WorldBox

  init(_ source: Source, _ index: Int, firstZoom: Int, box: WorldBox) {
    self.source = source
    self.index = Int32(index)
    self.firstZoom = UInt8(clamping: firstZoom)
    self.box = box
  }
}

extension VectorLayer {
  /// Indicates whether a draft's box and first zoom are those of its shape, not bounds of them.
  var hasExactDrafts: Bool { self != .areas && self != .labels }
}
