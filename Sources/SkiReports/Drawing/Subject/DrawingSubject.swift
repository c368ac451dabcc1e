import SkiGeo
import SkiGraph

/// One thing a picture is about.
struct DrawingSubject: Sendable {
  /// Where in the graph of its region it is found.
  enum Form: Sendable {
    case link(LinkIndex)
    case node(NodeIndex)
    case run(FeatureIndex)
  }

  var region: RegionIndex
  var form: Form
  /// The group it is sampled from: a cause, or what meets there.
  var stratum: String
  /// Its place in the order of the sample; follows from the seed and where it lies.
  var key: UInt64

  /// The position of the link, node or feature, to put equal keys in order.
  var position: Int {
    switch form {
    case .link(let link): link.position
    case .node(let node): node.position
    case .run(let feature): feature.position
    }
  }
}

/// Mixes numbers into one that looks random, the same on every machine.
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
