import SkiSystem

/// The environment of the process.
enum ProcessEnvironment {
  /// Returns the value of a variable; nil when it is not set.
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
