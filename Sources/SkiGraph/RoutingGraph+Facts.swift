import SkiModel

/// Single facts as stored, without making a whole ``GraphFeature``: what a pass over all links needs.
extension RoutingGraph {
  /// Returns the code of the convention a feature's colours follow. Complexity: O(1).
  package func conventionCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].convention }

  /// Returns the code of what a feature is. Complexity: O(1).
  package func kindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].kind }

  /// Returns the code of a street's kind plus 1; 0 when it is unknown. Complexity: O(1).
  package func streetCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].streetKind }

  /// Returns the position of a feature's measured area; `UInt32.max` without one. Complexity: O(1).
  package func areaPosition(of feature: Int) -> UInt32 { storage.featureRecord[feature].area }

  /// Returns the code of a feature's lifecycle. Complexity: O(1).
  package func statusCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].status }
}
