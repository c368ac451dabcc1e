extension [UInt8] {
  /// Appends a whole number.
  package mutating func append(integer value: Int) {
    append(addingCapacity: OutputSpan<UInt8>.numberCapacity) { output in
      if value < 0 { output.append(UInt8(ascii: "-")) }
      output.put(UInt64(value.magnitude))
    }
  }

  /// Appends a number of units of 10^−`places` with at most that many decimals, without trailing zeros.
  /// - Precondition: `0 <= places <= 9`
  package mutating func append(scaled value: Int64, places: Int) {
    precondition((0...9).contains(places), "places must be 0...9, got \(places)")
    append(addingCapacity: OutputSpan<UInt8>.numberCapacity) { $0.put(scaled: value, places: places) }
  }

  /// Appends a number as ``decimalText(_:places:)`` returns it.
  /// - Returns: False when the number is not finite or too great; nothing is appended then.
  /// - Precondition: `0 <= places <= 9`
  package mutating func append(decimal value: Double, places: Int) -> Bool {
    guard let units = DecimalScale.units(value, places: places) else { return false }
    append(addingCapacity: OutputSpan<UInt8>.numberCapacity) { $0.put(scaled: units, places: places) }
    return true
  }

  /// Appends the UTF-8 of a literal.
  package mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { text in
      append(addingCapacity: text.count) { $0.put(text) }
    }
  }
}

/// Returns a number with a maximum number of decimals, without trailing zeros; nil when it is not finite or its scaled
/// value is 2^53 or more.
/// - Parameters:
///   - value: The number.
///   - places: The maximum number of decimals, 0...9.
/// - Precondition: `0 <= places <= 9`
public func decimalText(_ value: Double, places: Int) -> String? {
  guard let units = DecimalScale.units(value, places: places) else { return nil }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: OutputSpan<UInt8>.numberCapacity) { memory in
    var output = OutputSpan(buffer: memory, initializedCount: 0)
    output.put(scaled: units, places: places)
    let count = output.finalize(for: memory)
    return String(decoding: UnsafeBufferPointer(rebasing: memory[..<count]), as: UTF8.self)
  }
}

/// The scaling of numbers to whole units of their last decimal.
enum DecimalScale {
  /// Returns 10^`places`.
  @inline(__always)
  static func factor(_ places: Int) -> UInt64 {
    switch places {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: 1_000_000_000
    }
  }

  /// Returns a number in units of 10^−`places`, rounded to the nearest, halves away from zero; nil when it is not finite
  /// or the units are 2^53 or more.
  /// - Precondition: `0 <= places <= 9`
  @inline(__always)
  static func units(_ value: Double, places: Int) -> Int64? {
    precondition((0...9).contains(places), "places must be 0...9, got \(places)")
    let scaled = value * Double(Int64(bitPattern: factor(places)))
    guard abs(scaled) < 9_007_199_254_740_992 else { return nil }
    // Below 2^53 the whole part and the rest are exact.
    let whole = Int64(scaled)
    let rest = scaled - Double(whole)
    return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
  }
}
