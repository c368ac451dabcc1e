package import SkiAPI
package import SkiBase

/// A way on which notices leave the server: an app's push, mail or chat, a webhook, a folder.
///
/// Delivery is at least once: a notice may come again after a lost connection or a worker that ended. Doubles have the same
/// recipient and the same key, by which receivers recognise them.
package protocol NotificationChannel: Sendable {
  /// The name in the store, 1 to 40 lower-case letters, digits and hyphens; another one for each channel.
  var name: String { get }

  /// Delivers notices to one person. A person without an address in the channel counts as delivered.
  /// - Returns: The outcome; notices of a channel that is busy are delivered later.
  /// - Throws: Any error for a delivery that failed; it is tried again with growing intervals. The store keeps the code of a
  ///   `SkiError`, never its text.
  func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome
}

/// The outcome of a delivery that did not fail.
@nonexhaustive
package enum DeliveryOutcome: Sendable, Hashable {
  /// The channel has taken the notices over.
  case delivered
  /// The channel asks to rest for a number of seconds; this is no failed attempt.
  case busy(seconds: Double)
}

/// Notices for one person: a single one, or those of a digest.
package struct NoticeDelivery: Sendable, Hashable {
  /// The person.
  package var recipient: UserID
  /// The notices, the earliest first; at least one.
  package var notices: [Notice]

  /// Creates a delivery from its parts.
  package init(recipient: UserID, notices: [Notice]) { (self.recipient, self.notices) = (recipient, notices) }
}

extension NoticeDelivery {
  /// The delivery as JSON.
  package var json: JSONValue {
    .object([
      "recipient": .string(recipient.rawValue), "notices": .array(notices.map(\.json)),
    ])
  }
}

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
