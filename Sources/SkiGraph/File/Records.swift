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

extension FeatureRecord {
  /// An attribute of a feature that is true, false or unknown, stored in two bits of its record.
  enum OptionalFlag {
    case groomed, detachable, gladed, lit, patrolled, snowmaking, bubble, heated, funitel, tricable

    /// The bit set when the attribute is known; the next bit holds its value. Bits from 16 on are in `moreFlags`.
    fileprivate var bit: UInt32 {
      switch self {
      case .groomed: 1
      case .detachable: 3
      case .gladed: 5
      case .lit: 7
      case .patrolled: 9
      case .snowmaking: 11
      case .bubble: 13
      case .heated: 16
      case .funitel: 18
      case .tricable: 20
      }
    }
  }

  private var allFlags: UInt32 { UInt32(flags) | UInt32(moreFlags) << 16 }

  /// Returns the value of an attribute; nil when it is unknown.
  func flag(_ claim: OptionalFlag) -> Bool? {
    let bits = allFlags >> claim.bit
    return bits & 1 == 0 ? nil : bits & 2 != 0
  }

  /// Sets an attribute that was not set before.
  mutating func setFlag(_ claim: OptionalFlag, _ holds: Bool?) {
    guard let holds else { return }
    let all = allFlags | (holds ? 3 : 1) << claim.bit
    (flags, moreFlags) = (UInt16(truncatingIfNeeded: all), UInt16(truncatingIfNeeded: all >> 16))
  }

  /// The ropes of a cabin lift; nil in maps of earlier formats.
  var ropes: CabinRopes? {
    flag(.funitel) == true ? .funitel : flag(.tricable) == true ? .tricable : nil
  }

  /// Sets the ropes of a lift, which were not set before.
  mutating func setRopes(_ ropes: CabinRopes?) {
    switch ropes {
    case .funitel?: setFlag(.funitel, true)
    case .tricable?: setFlag(.tricable, true)
    case nil: break
    }
  }

  /// The grooming of a run, and whether it is gladed or lit. Maps of earlier formats store only whether it is groomed.
  var terrain: RunTerrain {
    let known = grooming == 0 ? nil : Grooming(code: grooming - 1)
    return RunTerrain(
      grooming: known ?? flag(.groomed).map { $0 ? .classic : .ungroomed }, isGladed: flag(.gladed),
      isLit: flag(.lit), isPatrolled: flag(.patrolled), hasSnowmaking: flag(.snowmaking))
  }

  /// Sets the terrain of a run, which was not set before.
  mutating func setTerrain(_ terrain: RunTerrain) {
    grooming = terrain.grooming.map { $0.code + 1 } ?? 0
    setFlag(.groomed, terrain.isGroomed)
    setFlag(.gladed, terrain.isGladed)
    setFlag(.lit, terrain.isLit)
    setFlag(.patrolled, terrain.isPatrolled)
    setFlag(.snowmaking, terrain.hasSnowmaking)
  }
}
