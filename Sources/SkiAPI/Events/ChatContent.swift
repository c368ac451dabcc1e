import SkiBase

/// The content of a message.
@nonexhaustive
public enum ChatContent: Sendable, Hashable {
  /// A text of 1 to 4,000 characters.
  case text(String)
  /// A route, as a JSON object of at most 8 KiB.
  case route(String)
  /// A place, as a JSON object of at most 8 KiB.
  case place(String)

  /// The greatest length of a card, in bytes of UTF-8.
  public static let greatestCardByteCount = 8192
  private static let textLimit = TextLimit("text of the message", atMost: 4000, allowsLines: true)
  private static let greatestDepth = 32

  /// Returns the content as it was given, when it is allowed.
  /// - Throws: `SkiError` with code `.invalidArgument` for an empty text, one with control characters, and a card that is no
  ///   JSON object; `.limitExceeded` for a longer text or card.
  package func checked() throws -> ChatContent {
    switch self {
    case .text(let text): _ = try Self.textLimit.checked(text)
    case .route(let card), .place(let card): try Self.check(card)
    }
    return self
  }

  /// The word of the kind in the store.
  package var kind: ChatContentKind {
    switch self {
    case .text: .text
    case .route: .route
    case .place: .place
    }
  }

  /// The text, or the JSON of a card.
  package var body: String {
    switch self {
    case .text(let body), .route(let body), .place(let body): body
    }
  }

  /// Creates a stored content.
  package init(_ kind: ChatContentKind, stored body: String) {
    switch kind {
    case .text: self = .text(body)
    case .route: self = .route(body)
    case .place: self = .place(body)
    }
  }

  /// Refuses a card that other readers of JSON could read differently.
  private static func check(_ card: String) throws {
    let count = card.utf8.count
    guard count <= greatestCardByteCount else {
      throw SkiError(.limitExceeded, "card has \(count) bytes; give at most \(greatestCardByteCount)")
    }
    let tree: JSONTree
    do {
      tree = try JSONTree.read(Array(card.utf8), depthLimit: greatestDepth, doubts: .refused)
    } catch {
      throw SkiError(
        .invalidArgument, "card is no JSON at byte \(error.position) of \(count); give a JSON object")
    }
    guard case .object = tree else {
      throw SkiError(.invalidArgument, "card of \(count) bytes is no JSON object; give one")
    }
  }
}

/// The kind of a message's content, as it is stored.
package enum ChatContentKind: String, Sendable, CaseIterable {
  /// A text.
  case text
  /// The card of a route.
  case route
  /// The card of a place.
  case place
}
