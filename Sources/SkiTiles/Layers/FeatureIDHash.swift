import SkiBase

/// The ID of a feature for tiles, hashed from a text that is never put together; equal to ``StableHash/featureID(_:)``
/// of that text.
struct FeatureIDHash {
  private var hash = FNVHash([])

  /// Creates the hash of the start of a text.
  init(_ text: String) { add(text) }

  /// The ID of the text so far.
  var id: UInt64 { hash.value.mixed() >> 15 }

  /// Adds text. Complexity: O(*n*) in its bytes.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { hash.add($0) }
  }

  /// Adds the words that describe a place in a string. Complexity: O(1).
  mutating func add(_ place: FixedCoordinate) {
    add("FixedCoordinate(latitudeE7: ")
    add(place.latitudeE7)
    add(", longitudeE7: ")
    add(place.longitudeE7)
    add(")")
  }

  private mutating func add(_ number: Int32) {
    if number < 0 { hash.add(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    var power: UInt32 = 1
    while magnitude / power >= 10 { power *= 10 }
    while power > 0 {
      hash.add(UInt8(ascii: "0") + UInt8(magnitude / power % 10))
      power /= 10
    }
  }
}
