import Glibc

/// The folder of real areas, for tests that are enabled only where there is one.
public enum RealData {
  /// What `SKIROUTE_REAL_DATA` says; nil when it isn't set.
  public static let folder: String? = getenv("SKIROUTE_REAL_DATA").map { String(cString: $0) }
  /// Whether there are real areas to test with.
  public static var isNamed: Bool { folder != nil }
}
