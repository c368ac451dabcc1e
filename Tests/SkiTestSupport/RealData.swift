import SkiSystem

/// The folder of real areas, for tests that are enabled only where there is one.
package enum RealData {
  /// The value of `SKIROUTE_REAL_DATA`; nil when it isn't set.
  package static let folder: String? = getenv("SKIROUTE_REAL_DATA").map { String(cString: $0) }
  /// Indicates whether there are real areas to test with.
  package static var isNamed: Bool { folder != nil }
}
