package import SkiModel

extension RoutingGraph {
  /// Returns true for a node that is a cabin passing a station between two sections of a lift.
  ///
  /// Nobody starts, ends or meets there: one comes by a ride that goes on (``LinkFlags/goesOn``), and leaves by the next
  /// (``LinkFlags/staysOn``). Complexity: O(1).
  package func isAboard(_ node: NodeIndex) -> Bool {
    guard let edge = edges(from: node).first else { return false }
    return LinkFlags(rawValue: storage.linkFlags[Int(storage.edgeLink[edge] / 2)]).contains(.staysOn)
  }

  /// Returns true for a link of a lift that is boarded: not one ridden on from another section. Complexity: O(1).
  package func isBoarded(_ link: Int) -> Bool {
    storage.linkKind[link] == LinkKind.lift.code
      && !LinkFlags(rawValue: storage.linkFlags[link]).contains(.staysOn)
  }

  /// Returns true for a link of a lift that begins or ends in a cabin passing a station; others tell the lift whole.
  /// Complexity: O(1).
  package func isThroughRide(_ link: Int) -> Bool {
    !LinkFlags(rawValue: storage.linkFlags[link]).isDisjoint(with: [.staysOn, .goesOn])
  }
}

/// Single facts as stored, without making a whole ``GraphFeature``: what a pass over all links needs.
extension RoutingGraph {
  /// Returns the code of the convention a feature's colours follow. Complexity: O(1).
  package func conventionCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].convention }

  /// Whether a run asks for more than its grade says: between trees or ungroomed. Complexity: O(1).
  package func isHarderThanGraded(_ feature: FeatureIndex) -> Bool {
    terrain(of: feature).isHarderThanGraded
  }

  /// Returns the terrain of a run. Complexity: O(1).
  package func terrain(of feature: FeatureIndex) -> RunTerrain {
    storage.featureRecord[feature.position].terrain
  }

  /// Returns the code of what a feature is. Complexity: O(1).
  package func kindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].kind }

  /// Returns the code of a street's kind plus 1; 0 when it is unknown. Complexity: O(1).
  package func streetCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].streetKind }

  /// Returns the position of a feature's measured area; `UInt32.max` without one. Complexity: O(1).
  package func areaPosition(of feature: Int) -> UInt32 { storage.featureRecord[feature].area }

  /// Returns the code of a feature's lifecycle. Complexity: O(1).
  package func statusCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].status }
}
