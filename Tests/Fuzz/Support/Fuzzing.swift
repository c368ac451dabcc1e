import CFuzzer
import Synchronization

/// The function libFuzzer calls for each input.
package typealias OneInput = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// Runs libFuzzer with the command line of the process and returns its exit code.
package func fuzz(
  _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ one: OneInput
) -> Int32 {
  var count = argumentCount
  var list = arguments
  return LLVMFuzzerRunDriver(&count, &list, one)
}

/// Copies an input, whose memory is valid only during the call of libFuzzer.
package func copied(_ data: UnsafePointer<UInt8>?, _ size: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size))
}

/// Ends the process with a finding where a condition is not met; libFuzzer stores the input.
@inline(__always)
package func require(_ holds: Bool, _ promise: @autoclosure () -> String) {
  if !holds { fatalError("broken promise: \(promise())") }
}

/// Returns a hash of an input (FNV-1a), for choices that use no bytes of the input.
package func choice(from bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// Alters the first bytes of a buffer by libFuzzer's default mutations.
package func mutate(_ bytes: inout [UInt8], atMost limit: Int) {
  let count = bytes.count
  guard limit > 0 else { return }
  bytes += [UInt8](repeating: 0, count: max(0, limit - count))
  let left = bytes.withUnsafeMutableBufferPointer { LLVMFuzzerMutate($0.baseAddress, count, limit) }
  bytes.removeLast(bytes.count - left)
}
