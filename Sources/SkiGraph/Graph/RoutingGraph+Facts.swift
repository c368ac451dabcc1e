package import SkiBase

extension RoutingGraph {
  /// Returns whether a node is a cabin that passes a station between two sections of a lift.
  ///
  /// No route starts or ends there, and no features meet: it is entered by a ride that goes on (``LinkFlags/goesOn``),
  /// and left by the next (``LinkFlags/staysOn``).
  package func isAboard(_ node: NodeIndex) -> Bool {
    guard let edge = edges(from: node).first else { return false }
    return LinkFlags(rawValue: storage.linkFlags[Int(storage.edgeLink[edge] / 2)]).contains(.staysOn)
  }

  /// Returns whether a link is a lift ride that begins with boarding, not a continuation from another section.
  package func isBoarded(_ link: Int) -> Bool {
    storage.linkKind[link] == LinkKind.lift.code
      && !LinkFlags(rawValue: storage.linkFlags[link]).contains(.staysOn)
  }

  /// Returns whether a lift link begins or ends in a cabin that passes a station.
  package func isThroughRide(_ link: Int) -> Bool {
    !LinkFlags(rawValue: storage.linkFlags[link]).isDisjoint(with: [.staysOn, .goesOn])
  }
}

/// The single attributes of features as stored, for passes over all links that need no whole ``GraphFeature``.
extension RoutingGraph {
  /// Returns the code of the difficulty convention of a feature.
  package func conventionCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].convention }

  /// Returns whether a run is harder than its grade suggests: gladed or ungroomed.
  package func isHarderThanGraded(_ feature: FeatureIndex) -> Bool {
    terrain(of: feature).isHarderThanGraded
  }

  /// Returns the grooming of a run, and whether it is gladed or lit.
  package func terrain(of feature: FeatureIndex) -> RunTerrain {
    storage.featureRecord[feature.position].terrain
  }

  /// Returns the code of a feature's ``FeatureKind``.
  package func kindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].kind }

  /// Returns the number of persons a carrier of a lift holds, and whether it has bubbles and heated seats; nil where
  /// unknown.
  package func carrier(of feature: FeatureIndex) -> (occupancy: Int?, hasBubble: Bool?, isHeated: Bool?) {
    let record = storage.featureRecord[feature.position]
    return (
      record.occupancy == 0 ? nil : Int(record.occupancy), record.flag(.bubble), record.flag(.heated)
    )
  }

  /// Returns the kind of a street; nil when it is unknown, and for other features.
  package func streetKind(of feature: FeatureIndex) -> StreetKind? {
    let code = streetCode(of: feature.position)
    return code == 0 ? nil : StreetKind(code: code - 1)
  }

  /// Returns the code of a feature's kind of lift; that of ``/SkiGraph/LiftKind/gondola`` for other features.
  package func liftKindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].liftKind }

  /// Returns the code of a street's kind plus 1; 0 when it is unknown.
  package func streetCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].streetKind }

  /// Returns the position of the ski area that contains a feature; `UInt32.max` without one.
  package func areaPosition(of feature: Int) -> UInt32 { storage.featureRecord[feature].area }

  /// Returns the positions of a feature's start and end.
  package func endPlaces(of feature: FeatureIndex) -> (start: FixedCoordinate, end: FixedCoordinate) {
    let record = storage.featureRecord[feature.position]
    return (
      FixedCoordinate(latitudeE7: record.startLatitude, longitudeE7: record.startLongitude),
      FixedCoordinate(latitudeE7: record.endLatitude, longitudeE7: record.endLongitude)
    )
  }

  /// Returns the lift that a station belongs to; nil when there is none.
  package func parent(of feature: FeatureIndex) -> FeatureIndex? {
    let parent = storage.featureRecord[feature.position].parent
    return parent == .max ? nil : FeatureIndex(parent)
  }

  /// Returns the code of a feature's lifecycle.
  package func statusCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].status }
}
