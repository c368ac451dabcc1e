import SkiAPI
import SkiBase
import SkiPeople

/// The chats of a stream, as its request names them: all, or those with the last positions that the client has, each with the
/// time of its message in milliseconds since 1970 if it tells it.
///
/// Chats that are not named are in the stream, too, with what comes from now on.
enum ChatPositions {
  /// The greatest number of chats with positions.
  static let limit = 200

  /// Returns the position of each named chat; none for `all`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text of another form and a chat that is named twice,
  ///   `.limitExceeded` for more than ``limit``.
  /// - Complexity: O(*n*) in the text.
  static func read(_ text: String) throws -> [ChatID: ChatMark] {
    guard text != "all" else { return [:] }
    let entries = text.split(separator: ",", omittingEmptySubsequences: false)
    try SkiError.requireCount(entries.count, atMost: limit, "chats of a stream")
    var positions: [ChatID: ChatMark] = [:]
    for (index, entry) in entries.enumerated() {
      guard let colon = entry.lastIndex(of: ":"), let chat = try? ChatID(String(entry[..<colon])),
        let position = mark(entry[entry.index(after: colon)...])
      else {
        throw SkiError(
          .invalidArgument,
          "entry \(index + 1) of chats is none; write all, or CHAT:POSITION@MILLISECONDS,CHAT:POSITION@MILLISECONDS"
        )
      }
      try SkiError.require(
        positions.updateValue(position, forKey: chat) == nil,
        "entry \(index + 1) of chats names a chat again; name each once")
    }
    return positions
  }

  /// Reads a position, with or without a time.
  private static func mark(_ text: Substring) -> ChatMark? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let position = Int64(parts[0]), position >= 0 else { return nil }
    guard parts.count > 1 else { return ChatMark(position) }
    guard let time = Int64(parts[1]), timeRange.contains(time) else { return nil }
    return ChatMark(position, sent: UniversalTime(milliseconds: time))
  }

  /// The times that a message can have, in milliseconds since 1970.
  static let timeRange: ClosedRange<Int64> = 0...9_007_199_254_740_992
}
