import Synchronization

/// The identifiers of requests: unique in a process, and hardly ever equal in two.
package enum RequestNames {
  private static let start = UInt64.random(in: 0...UInt64.max)
  private static let count = Atomic<UInt64>(0)

  /// Returns a new identifier of 16 hexadecimal digits.
  package static func next() -> String {
    let number = start &+ count.wrappingAdd(1, ordering: .relaxed).newValue
    return String(unsafeUninitializedCapacity: 16) { text in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15
        text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 16
    }
  }
}
