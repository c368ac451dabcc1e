import SkiGeo
import SkiTrips

/// The chats of a stream, as its request names them: all, or those with the last positions that the client has.
///
/// Chats that are not named are in the stream, too, with what comes from now on.
enum ChatPositions {
  /// The greatest number of chats with positions.
  static let limit = 200

  /// Returns the position of each named chat; none for `all`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text of another form and a chat that is named twice,
  ///   `.limitExceeded` for more than ``limit``.
  /// - Complexity: O(*n*) in the text.
  static func read(_ text: String) throws -> [ChatID: Int64] {
    guard text != "all" else { return [:] }
    let entries = text.split(separator: ",", omittingEmptySubsequences: false)
    try SkiError.requireCount(entries.count, atMost: limit, "chats of a stream")
    var positions: [ChatID: Int64] = [:]
    for (index, entry) in entries.enumerated() {
      guard let colon = entry.lastIndex(of: ":"), let chat = try? ChatID(String(entry[..<colon])),
        let position = Int64(entry[entry.index(after: colon)...]), position >= 0
      else {
        throw SkiError(
          .invalidArgument, "entry \(index + 1) of chats is none; write all, or CHAT:POSITION,CHAT:POSITION")
      }
      try SkiError.require(
        positions.updateValue(position, forKey: chat) == nil,
        "entry \(index + 1) of chats names a chat again; name each once")
    }
    return positions
  }
}
