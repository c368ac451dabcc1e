package import SkiFormats
import SkiSharing

extension Chat: TripsDocument {
  /// The chat as an object of JSON.
  package var json: JSONValue {
    let (word, trip, event, person): (String, TripID?, EventID?, UserID?) =
      switch subject {
      case .trip(let trip): ("trip", trip, nil, nil)
      case .event(let event, let trip): ("event", trip, event, nil)
      case .person(let person): ("person", nil, nil, person)
      }
    let preview: JSONValue = preview?.json ?? .null
    return .object([
      "id": .string(id.rawValue), "subject": .string(word), "trip": .optional(trip?.rawValue),
      "event": .optional(event?.rawValue), "person": .optional(person?.rawValue),
      "lastPosition": .integer(Int(lastPosition)), "readPosition": .integer(Int(readPosition)),
      "unread": .integer(unread), "preview": preview,
    ])
  }

  /// Creates a chat from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), subject: try ChatSubject(document),
      lastPosition: Int64(try document.requiredInteger("lastPosition")),
      readPosition: Int64(try document.requiredInteger("readPosition")),
      unread: try document.requiredInteger("unread"), preview: try document.document("preview"))
  }
}

extension ChatSubject {
  /// Creates a subject from the members of a chat.
  fileprivate init(_ document: DocumentReader) throws {
    switch try document.requiredText("subject") {
    case "trip": self = .trip(try document.requiredID("trip"))
    case "event": self = .event(try document.requiredID("event"), try document.requiredID("trip"))
    case "person": self = .person(try document.requiredID("person"))
    default: throw document.wrong("subject", "one of trip, event, person")
    }
  }
}

extension ChatMessage: TripsDocument {
  /// The message as an object of JSON; a gap has its position and time alone.
  package var json: JSONValue {
    guard let content else {
      return .object(["position": .integer(Int(position)), "sent": .time(sent)])
    }
    return .object([
      "position": .integer(Int(position)), "author": .optional(author?.rawValue),
      "role": .optional(role?.rawValue), "id": .optional(id?.rawValue),
      "kind": .string(content.kind.rawValue), "body": .string(content.body),
      "sent": .time(sent),
    ])
  }

  /// Creates a message, or a gap, from its document.
  package init(_ document: DocumentReader) throws {
    let kind: ChatContentKind? = try document.word("kind")
    self.init(
      position: Int64(try document.requiredInteger("position")), author: try document.id("author"),
      role: try document.word("role"), id: try document.id("id"),
      content: try kind.map { ChatContent($0, stored: try document.requiredText("body")) },
      sent: try document.requiredTime("sent"))
  }
}

extension ChatPage: TripsDocument {
  /// The page as an object of JSON.
  package var json: JSONValue {
    .object(["messages": .documents(messages), "lastPosition": .integer(Int(lastPosition))])
  }

  /// Creates a page from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      messages: try document.documents("messages"),
      lastPosition: Int64(try document.requiredInteger("lastPosition")))
  }
}
