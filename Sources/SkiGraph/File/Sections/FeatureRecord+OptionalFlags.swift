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
