/// A feature as stored in a `.skimap`: 80 bytes, little-endian, no padding.
package struct FeatureRecord: BitwiseCopyable, Sendable {
  package var kind: UInt8 = 0
  package var status: UInt8 = 0
  var convention: UInt8 = 0
  var difficulty: UInt8 = 0
  var estimatedDifficulty: UInt8 = 0
  var liftKind: UInt8 = 0
  /// The area flag in bit 0, then two bits for each ``OptionalFlag``.
  var flags: UInt16 = 0
  var uses: UInt16 = 0
  var occupancy: UInt16 = 0
  var capacityPerHour: UInt32 = 0
  var durationMilliseconds: UInt32 = 0
  var id: UInt32 = .max
  var name: UInt32 = .max
  var ref: UInt32 = .max
  var parent: UInt32 = .max
  package var area: UInt32 = .max
  package var startNode: UInt32 = .max
  var endNode: UInt32 = .max
  var startLatitude: Int32 = 0
  var startLongitude: Int32 = 0
  var startElevation: Int32 = .min
  var endLatitude: Int32 = 0
  var endLongitude: Int32 = 0
  var endElevation: Int32 = .min
  /// The code of a street's kind plus 1; 0 when unknown or not a street.
  var streetKind: UInt8 = 0
  /// The code of a run's grooming plus 1; 0 when unknown or not a run.
  var grooming: UInt8 = 0
  /// The two bits of each further ``OptionalFlag``, from bit 16 on.
  var moreFlags: UInt16 = 0
  /// The number of the string of its time zone plus 1; 0 when unknown or that of its area.
  var zone: UInt32 = 0
}

/// A ski area as stored in a `.skimap`: 32 bytes, little-endian.
package struct AreaRecord: BitwiseCopyable, Sendable {
  var name: UInt32 = .max
  var id: UInt32 = .max
  var operatingLiftCount: UInt32 = 0
  /// The number of the string of its time zone plus 1; 0 when unknown.
  var zone: UInt32 = 0
  var south: Int32 = 0
  var west: Int32 = 0
  var north: Int32 = 0
  var east: Int32 = 0
}
