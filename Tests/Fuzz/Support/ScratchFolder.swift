import Foundation

/// A folder of the process for the inputs that are read from files.
package enum ScratchFolder {
  /// Runs a body with an empty folder, and removes it.
  package static func with<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    let path = NSTemporaryDirectory() + "skiroute-fuzz-\(getpid())"
    let files = FileManager.default
    try? files.removeItem(atPath: path)
    defer { try? files.removeItem(atPath: path) }
    return try body(path)
  }

  /// Writes a file and the folders above it.
  package static func write(_ bytes: [UInt8], to path: String) {
    let address = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: address.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: address)
    } catch {
      fatalError("scratch file can't be written: \(error)")
    }
  }
}
