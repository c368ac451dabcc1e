import Synchronization

/// The identifiers of requests: unique in a process, and hardly ever equal in two.
package enum RequestNames {
  private static let start = UInt64.random(in: 0...UInt64.max)
  private static let count = Atomic<UInt64>(0)

  /// Returns a new identifier of 16 hexadecimal digits.
  package static func next() -> String {
    let number = start &+ count.wrappingAdd(1, ordering: .relaxed).newValue
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
