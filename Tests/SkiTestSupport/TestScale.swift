import Foundation

/// The number of seeds, places or questions of tests whose cost grows with it.
///
/// A run takes a sample of them, the same one each time; with `SKIROUTE_THOROUGH=1` it takes all, as a change of a search, a matcher or a
/// store deserves.
package enum TestScale {
  /// Indicates whether all are taken.
  package static let isThorough = variable("SKIROUTE_THOROUGH") == "1"

  /// Returns the number of a test.
  /// - Parameters:
  ///   - name: A variable of the environment that names the number itself.
  ///   - all: The number of a thorough run.
  ///   - sample: The number of every other run.
  package static func count(_ name: String? = nil, all: Int, sample: Int) -> Int {
    name.flatMap(variable).flatMap { Int($0) } ?? (isThorough ? all : sample)
  }

  private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
