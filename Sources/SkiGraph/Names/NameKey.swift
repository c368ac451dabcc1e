/// A folded name or reference with the feature that bears it, as it lies in a `.skimap`: 16 bytes, little-endian.
///
/// It says enough about the feature to rank it among others without opening its region.
struct NameKey: BitwiseCopyable, Sendable {
  /// The text.
  var string: UInt32 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
  var kind: UInt8 = 0
  /// Bit 0 the text is the feature's name, bit 1 the feature is part of the network.
  var flags: UInt8 = 0
  /// Bytes of the feature's folded name, at most 65,534; 65,535 for a feature without a name.
  var nameLength: UInt16 = .max

  static let isName: UInt8 = 1
  static let isInNetwork: UInt8 = 2

  /// Returns the length that names are ranked by. Complexity: O(length).
  static func rankedLength(_ name: String?) -> UInt16 {
    name.map { UInt16(min(NameFolding.fold($0).utf8.count, 65_534)) } ?? .max
  }
}

/// The ``FNVHash`` of a source id with the feature that bears it, as it lies in a `.skimap`: 16 bytes, little-endian.
struct IDKey: BitwiseCopyable, Sendable {
  var hash: UInt64 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
}
