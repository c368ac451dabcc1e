/// A folded name or number with its feature, as stored in a `.skimap`: 16 bytes, little-endian.
///
/// It holds the attributes that rank the feature, so that its region need not be opened.
struct NameKey: BitwiseCopyable, Sendable {
  /// The number of the text in the string table.
  var string: UInt32 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
  var kind: UInt8 = 0
  /// The flags: bit 0 for the feature's own name, bit 1 for a feature in the network.
  var flags: UInt8 = 0
  /// The length of the feature's folded name in bytes, at most 65,534; 65,535 without a name.
  var nameLength: UInt16 = .max

  static let isName: UInt8 = 1
  static let isInNetwork: UInt8 = 2

  /// Returns the length that ranks a name.
  /// - Complexity: O(length).
  static func rankedLength(_ name: String?) -> UInt16 {
    name.map { UInt16(min(NameFolding.fold($0).utf8.count, 65_534)) } ?? .max
  }
}

/// The ``FNVHash`` of a source id with its feature, as stored in a `.skimap`: 16 bytes, little-endian.
struct IDKey: BitwiseCopyable, Sendable {
  var hash: UInt64 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
}
