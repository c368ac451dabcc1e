import SkiAPI
import SkiBase

/// A channel that writes each delivery into a folder, as a file of JSON that another program takes from there.
///
/// Files can be read and written by their owner alone, and so is a folder that is made. Files are written beside their place and renamed: names that end in `.json` are whole. The name follows from the
/// recipient and the keys, so that a double replaces a file which was not taken yet.
package struct SpoolChannel: NotificationChannel {
  /// The name of the channel.
  package let name: String
  private let folder: String

  /// Creates the channel.
  /// - Parameters:
  ///   - folder: The path of the folder, which exists; see ``makeFolder()``.
  ///   - name: The name of the channel.
  package init(folder: String, name: String = "spool") { (self.folder, self.name) = (folder, name) }

  /// Makes the folder for its owner alone, unless it is there.
  /// - Returns: The permissions of the folder when others than its owner may use it; nil when none may.
  /// - Throws: `SkiError` with code `.unwritableOutput` when it can't be made, or the path is no folder.
  package func makeFolder() throws -> UInt32? {
    try makePrivateFolder(folder, what: "spool folder")
  }

  /// Writes a file.
  /// - Throws: `SkiError` with code `.unwritableOutput` or `.inputOutput` when the file can't be written.
  package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
    let keys = delivery.notices.map(\.key).joined(separator: "\n")
    let digest = SecretDigest(of: "\(delivery.recipient)\n\(keys)")
    let path = "\(folder)/\(digest.text).json"
    var bytes: [UInt8] = []
    delivery.json.write(to: &bytes)
    try await BlockingWork.run { [bytes] in
      let file = try ReplacementFile(path, what: "notice")
      try file.restrictToOwner()
      try file.append(bytes)
      try file.commit()
    }
    return .delivered
  }
}
