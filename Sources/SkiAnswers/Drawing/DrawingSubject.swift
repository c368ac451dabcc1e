import SkiBase
import SkiGraph

/// The subject of a picture.
struct DrawingSubject: Sendable {
  /// The position of the subject in the graph of its region.
  enum Form: Sendable {
    case link(LinkIndex)
    case node(NodeIndex)
    case run(FeatureIndex)
  }

  var region: RegionIndex
  var form: Form
  /// The group of the sample: a cause, or the kind of a junction.
  var stratum: String
  /// The order in the sample, from the seed and the coordinates.
  var key: UInt64

  /// The position of the link, node or feature, to order equal keys.
  var position: Int {
    switch form {
    case .link(let link): link.position
    case .node(let node): node.position
    case .run(let feature): feature.position
    }
  }
}

/// A hash of numbers for pseudo-random order, the same on every platform.
struct SampleKey {
  private(set) var value: UInt64

  init(seed: UInt64) { value = (seed &+ 0x9E37_79B9_7F4A_7C15).mixed() }

  mutating func combine(_ number: Int32) {
    value = ((value ^ UInt64(UInt32(bitPattern: number))) &+ 0x9E37_79B9_7F4A_7C15).mixed()
  }

  mutating func combine(_ place: FixedCoordinate) {
    combine(place.latitudeE7)
    combine(place.longitudeE7)
  }
}
