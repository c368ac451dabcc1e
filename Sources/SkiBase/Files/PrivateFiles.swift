import SkiSystem

/// Reads a whole regular file that may hold secrets; see ``readFile(_:as:atMostBytes:)``.
/// - Parameters:
///   - path: The path of the file.
///   - what: The expected file in messages.
///   - limit: The greatest size.
///   - holdsSecrets: Returns whether the bytes have a secret, so that the file must be for its owner alone.
/// - Throws: The errors of ``readFile(_:as:atMostBytes:)``, and ``SkiError`` with code `.notPermitted` for a file with a secret
///   that others than its owner may read or write.
package func readSecretFile(
  _ path: String, as what: String, atMostBytes limit: Int, holdsSecrets: (_ bytes: [UInt8]) throws -> Bool
) throws -> [UInt8] {
  let (bytes, mode) = try readFileWithMode(path, as: what, atMostBytes: limit)
  guard try !holdsSecrets(bytes) || mode & 0o077 == 0 else {
    throw SkiError(
      .notPermitted,
      "the file can be read or written by others than its owner (mode \(String(mode, radix: 8))); run chmod 600 on it",
      subject: path)
  }
  return bytes
}

extension [UInt8] {
  /// Overwrites the bytes with zeros, also where the optimiser sees no use of them.
  ///
  /// Copies that others hold stay.
  package mutating func wipe() {
    withUnsafeMutableBytes { zeroSecurely($0) }
  }
}

/// Makes a folder for its owner alone, unless it is there.
/// - Parameters:
///   - path: The path of the folder.
///   - what: The noun for the folder in messages.
/// - Returns: The permissions of the folder when others than its owner may use it; nil when none may.
/// - Throws: ``SkiError`` with code `.unwritableOutput` when it can't be made, or the path is no folder.
package func makePrivateFolder(_ path: String, what: String) throws(SkiError) -> UInt32? {
  var status = stat()
  let isThere = mkdir(path, 0o700) == 0 || errno == EEXIST
  guard isThere, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    throw SkiError(
      .unwritableOutput, "the \(what) can't be made; name one in a folder that you may write to",
      subject: path,
      underlying: systemMessage(errno))
  }
  let mode = UInt32(status.st_mode & 0o777)
  return mode & 0o077 == 0 ? nil : mode
}
