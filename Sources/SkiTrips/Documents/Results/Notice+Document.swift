package import SkiFormats

extension Notice: TripsDocument {
  /// Creates a notice from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), key: try document.requiredText("key"),
      kind: try document.requiredWord("kind"), trip: try document.id("trip"),
      actor: try document.id("actor"), payload: try NoticePayload(document),
      since: try document.requiredTime("since"), isRead: try document.requiredBool("isRead"))
  }
}

extension NoticePayload {
  /// Creates particulars from the members of a notice.
  fileprivate init(_ document: DocumentReader) throws {
    self.init(
      event: try document.id("event"), chat: try document.id("chat"), message: try document.id("message"),
      lift: try document.source("lift"), day: try document.id("day"), time: try document.time("time"),
      answer: try document.text("answer"), word: try document.text("word"))
  }
}

extension NoticePage: TripsDocument {
  /// The page as an object of JSON, without the number of notices that are not read.
  package var json: JSONValue {
    .object(["notices": .documents(notices), "next": .optional(next?.description)])
  }

  /// Creates a page from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      notices: try document.documents("notices"),
      next: try document.parsed("next", as: "a position of a notice") { try NoticePosition($0) })
  }
}
