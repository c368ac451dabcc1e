import CFuzzer
import Synchronization

/// The function libFuzzer calls for each input.
package typealias OneInput = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// Hands the process over to libFuzzer, with its own command line; returns its exit code.
package func fuzz(
  _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ one: OneInput
) -> Int32 {
  var count = argumentCount
  var list = arguments
  return LLVMFuzzerRunDriver(&count, &list, one)
}

/// Copies an input, which libFuzzer lends for the length of a call only.
package func copied(_ data: UnsafePointer<UInt8>?, _ size: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size))
}

/// Ends the process with a finding where a promise is broken; libFuzzer keeps the input.
@inline(__always)
package func require(_ holds: Bool, _ promise: @autoclosure () -> String) {
  if !holds { fatalError("broken promise: \(promise())") }
}

/// A number made from an input, the same on each run, for choices that are not worth bytes of their own (FNV-1a).
package func choice(from bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// Lets libFuzzer change the first bytes of a buffer in its own ways; returns their new count.
package func mutate(_ bytes: inout [UInt8], atMost limit: Int) {
  let count = bytes.count
  guard limit > 0 else { return }
  bytes += [UInt8](repeating: 0, count: max(0, limit - count))
  let left = bytes.withUnsafeMutableBufferPointer { LLVMFuzzerMutate($0.baseAddress, count, limit) }
  bytes.removeLast(bytes.count - left)
}
