public import SkiBase

/// A position in the itinerary of a trip: after one event, in the order of their starts.
public struct EventPosition: Sendable, Hashable {
  /// The start of the event.
  public var start: UniversalTime
  /// The event.
  public var event: EventID

  /// Creates the position after an event.
  public init(start: UniversalTime, event: EventID) { (self.start, self.event) = (start, event) }

  /// The position as text for links: milliseconds, a point and the identifier.
  public var text: String { "\(start.milliseconds).\(event.rawValue)" }

  /// Creates a position from the text of another.
  /// - Throws: `SkiError` with code `.invalidArgument` for another text.
  public init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, text.utf8.count <= 160, let milliseconds = Int64(parts[0]) else {
      throw SkiError(
        .invalidArgument,
        "position in the itinerary has \(text.utf8.count) bytes of another form; give one of an earlier page")
    }
    self.init(start: UniversalTime(milliseconds: milliseconds), event: try EventID(parts[1]))
  }
}

/// A part of the itinerary of a trip.
public struct EventPage: Sendable, Hashable {
  /// The events, in the order of their starts.
  public var events: [TripEvent]
  /// The position from which the itinerary goes on; nil at its end.
  public var next: EventPosition?

  /// Creates a page from its parts.
  public init(events: [TripEvent], next: EventPosition?) { (self.events, self.next) = (events, next) }

  /// The range of the number of events of a page.
  public static let countRange = 1...100
}
