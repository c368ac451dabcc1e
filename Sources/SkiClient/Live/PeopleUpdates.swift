public import SkiAPI
import SkiBase

/// Changes of the positions that the user may see, which belong together.
public struct PeopleUpdate: Sendable, Hashable {
  /// A change of one person.
  public enum Change: Sendable, Hashable {
    /// The person is at a position.
    case present(SeenPerson)
    /// The person is not to be shown.
    case gone(UserID)
  }

  /// The changes.
  public var changes: [Change]
  /// Indicates whether these are all positions that may be seen, so that every other one is to be removed.
  public var isSnapshot: Bool

  /// Creates an update from its parts.
  public init(changes: [Change], isSnapshot: Bool) { (self.changes, self.isSnapshot) = (changes, isSnapshot) }
}

/// The positions that the user may see in a trip: first all of them, then each change.
///
/// A connection that breaks is opened again after the last update. The sequence ends when its task is cancelled; it throws
/// `SkiError` with code `.notFound` when the user has left the trip. One task may iterate.
public struct PeopleUpdates: AsyncSequence, Sendable {
  /// The changes that are delivered at once.
  public typealias Element = PeopleUpdate

  private let reader: PeopleReader

  /// Creates the updates of a stream.
  init(_ reader: PeopleReader) { self.reader = reader }

  /// Creates an iterator.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<PeopleUpdate, any Error> {
    Iterator(reader: reader)
  }

  /// The iterator of the updates.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: PeopleReader

    /// Returns the next update as soon as there is one; nil at the end.
    /// - Throws: `SkiError`, see ``PeopleUpdates``.
    mutating func next() async throws -> PeopleUpdate? { try await reader.next() }
  }
}

/// The reading of people's events into updates.
actor PeopleReader {
  private let stream: EventStream
  private let lastID: Locked<String?>
  private var changes: [PeopleUpdate.Change] = []
  private var isSnapshot = false

  /// The greatest number of changes of an update.
  static let greatestCount = 10_000

  /// Creates a reader.
  /// - Parameters:
  ///   - session: The session of the reader.
  ///   - options: The waits.
  ///   - call: The request of the stream.
  init(_ session: ClientSession, options: StreamOptions, call: ServerCall) {
    let lastID = Locked<String?>(nil)
    self.lastID = lastID
    stream = EventStream(session, options: options) { _ in (call, lastID.withLock { $0 }) }
  }

  /// Returns the next update; nil at the end.
  func next() async throws -> PeopleUpdate? {
    while let item = try await stream.next() {
      switch item {
      case .opened: (changes, isSnapshot) = ([], false)
      case .event(let event):
        if let update = try take(event) { return update }
      }
    }
    return nil
  }

  private func take(_ event: ServerEvent) throws -> PeopleUpdate? {
    switch event.name {
    case "snapshot": (changes, isSnapshot) = ([], true)
    case "person":
      let person = try Self.document(event)
      try add(.present(ServerDocument.read { try SeenPerson(person) }))
    case "gone":
      let person = try Self.document(event)
      try add(.gone(ServerDocument.read { try person.require("user", person.id("user", UserID.self)) }))
    case "cursor":
      defer { (changes, isSnapshot) = ([], false) }
      lastID.withLock { $0 = event.id }
      return PeopleUpdate(changes: changes, isSnapshot: isSnapshot)
    default: break
    }
    return nil
  }

  private func add(_ change: PeopleUpdate.Change) throws {
    guard changes.count < Self.greatestCount else {
      throw SkiError(.limitExceeded, "an update has more than \(Self.greatestCount) people; ask for fewer")
    }
    changes.append(change)
  }

  private static func document(_ event: ServerEvent) throws -> DocumentReader {
    try ClientReply(status: 200, body: Array(event.data.utf8)).document("event")
  }
}
