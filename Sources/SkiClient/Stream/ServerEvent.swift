/// An event of a stream of server-sent events.
package struct ServerEvent: Sendable, Hashable {
  /// The name; `message` for an event without one.
  package var name: String
  /// The data, lines separated by a line feed.
  package var data: String
  /// The last identifier that the stream gave, of this event or of one before; empty for none.
  package var id: String

  /// Creates an event from its parts.
  package init(name: String, data: String, id: String) {
    (self.name, self.data, self.id) = (name, data, id)
  }
}
