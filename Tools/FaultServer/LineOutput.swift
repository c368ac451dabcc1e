import Foundation
import SkiBase
import SkiSystem

/// Standard output as whole lines of JSON; a line is in the pipe when the call returns.
final class LineOutput: Sendable {
  private let isOpen = Locked(true)

  func write(_ value: some Encodable) {
    guard var line = try? JSONEncoder().encode(value) else { return }
    line.append(UInt8(ascii: "\n"))
    isOpen.withLock { isOpen in
      var rest = line[...]
      while isOpen, !rest.isEmpty {
        let count = rest.withUnsafeBytes { SkiSystem.write(1, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else { isOpen = errno == EINTR }
      }
    }
  }
}
