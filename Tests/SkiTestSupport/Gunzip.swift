import Foundation

/// Reading of files packed by gzip.
package enum Gunzip {
  /// Returns the text of a packed file.
  /// - Throws: `RawCheckError` when gzip fails.
  package static func text(_ path: String) throws -> String {
    let folder = ScratchFolder()
    let output = folder.path + "/text"
    let end = try ChildProcess(
      "/bin/gzip", ["-dc", path], environment: [:], streams: ChildProcess.Streams(output: output)
    ).wait()
    guard end == .exit(0) else { throw RawCheckError("\(path) can't be unpacked: \(end)") }
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}
