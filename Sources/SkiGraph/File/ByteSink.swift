import SkiBase

/// An output for the bytes of a map, written in order except for its header, which is written last.
protocol ByteSink: AnyObject {
  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws
  /// Replaces the first bytes.
  func overwriteStart(_ bytes: [UInt8]) throws
}

/// A byte sink in memory.
final class ByteArraySink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func append(_ more: [UInt8]) { bytes += more }
  func overwriteStart(_ start: [UInt8]) { bytes.replaceSubrange(0..<start.count, with: start) }
}

extension ReplacementFile: ByteSink {}
