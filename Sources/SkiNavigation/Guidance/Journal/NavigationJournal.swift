public import SkiBase
import SkiGraph
import SkiRouting

/// A recorder of navigation: writes events and results as lines of text, which can be replayed exactly.
///
/// ```swift
/// var navigation = try NavigationJournal(NavigationReducer())
/// file.write(navigation.header)
/// let (effects, entry) = try navigation.reduce(.fix(fix))
/// file.write(entry)
/// ```
/// Each line is one JSON object of at most ``greatestLineLength`` bytes. The first holds version and options; each
/// event is followed by its effects and the new state. A route takes a line for each step, and more for its points. See
/// Data/Formats/navigation-journal.md.
public struct NavigationJournal: Sendable {
  /// The version of the format; journals of other versions are not replayed.
  public static let version = 3
  /// The greatest length of a line in bytes, without its terminator.
  public static let greatestLineLength = 65_536

  static let name = "skiroute-navigation"
  static let pointsOnLine = 1000
  static let edgesOnLine = 4000

  /// The reducer of the events.
  public let reducer: NavigationReducer
  /// The state after the last event.
  public private(set) var state = NavigationState()

  /// Creates a journal; write ``header`` first.
  /// - Parameter reducer: The reducer of the events.
  public init(_ reducer: NavigationReducer) { self.reducer = reducer }

  /// The first line of the journal with its terminator: version and options as JSON.
  public var header: String {
    let options = reducer.options
    let line = JSONValue.object([
      "journal": .string(Self.name), "version": .number(Self.version),
      "options": .object([
        "offRouteMetres": .exact(options.offRouteMetres),
        "announcementSeconds": .exact(options.announcementSeconds),
        "liftAnnouncementSeconds": .exact(options.liftAnnouncementSeconds),
        "announcementMetres": .exact(options.announcementMetres),
        "firstRerouteSeconds": .exact(options.firstRerouteSeconds),
        "lastRerouteSeconds": .exact(options.lastRerouteSeconds),
      ]),
    ])
    return line.text() + "\n"
  }

  /// Reduces an event, and returns its effects with the lines to write.
  ///
  /// - Parameter event: The event; its numbers are recorded in full precision.
  /// - Returns: The effects in order, and the entry of the journal: one or more lines, each with its terminator.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when a line would exceed ``greatestLineLength``, as for a name
  ///   of 60 kB; the event is then ignored.
  /// - Complexity: That of ``NavigationReducer/reduce(_:_:)``, and O(*n*) in bytes of the entry.
  public mutating func reduce(
    _ event: NavigationEvent
  ) throws(SkiError) -> (effects: [NavigationEffect], entry: String) {
    var lines = Self.lines(of: event)
    var next = state
    let effects = reducer.reduce(&next, event)
    lines.append(Self.result(effects, next))
    let texts = lines.map { $0.text() }
    guard let longest = texts.map(\.utf8.count).max(), longest <= Self.greatestLineLength else {
      throw SkiError(
        .limitExceeded,
        "journal line of more than \(Self.greatestLineLength) bytes can't be written; shorten the names of the route"
      )
    }
    state = next
    return (effects, texts.joined(separator: "\n") + "\n")
  }

  /// Returns the line that follows an event.
  static func result(_ effects: [NavigationEffect], _ state: NavigationState) -> JSONValue {
    .object(["effects": .array(effects.map(\.journal)), "state": state.journal])
  }

  private static func lines(of event: NavigationEvent) -> [JSONValue] {
    switch event {
    case .routeSet(let route): return lines(of: route, as: .routeSet)
    case .rerouteAnswered(let route): return lines(of: route, as: .rerouteAnswered)
    case .fix(let fix, let matched, let ride):
      return [
        .present([
          "event": .string(EventWord.fix.rawValue), "fix": fix.journal,
          "matched": matched?.journal(beside: fix), "ride": ride?.journal,
        ])
      ]
    case .liftStatusChanged(let lift, let isOpen):
      return [
        .object([
          "event": .string(EventWord.liftStatusChanged.rawValue), "lift": .number(lift.rawValue),
          "isOpen": .bool(isOpen),
        ])
      ]
    case .routeCleared: return [line(.routeCleared)]
    case .rerouteFailed: return [line(.rerouteFailed)]
    case .paused: return [line(.paused)]
    case .resumed: return [line(.resumed)]
    }
  }

  private static func line(_ word: EventWord) -> JSONValue { .object(["event": .string(word.rawValue)]) }

  private static func lines(of route: Route, as word: EventWord) -> [JSONValue] {
    var lines: [JSONValue] = [
      .object([
        "event": .string(word.rawValue), "region": .number(route.region.rawValue),
        "steps": .number(route.steps.count),
      ])
    ]
    for step in route.steps {
      lines.append(.object(["step": step.journalFacts()]))
      for part in parts(step.points, of: pointsOnLine) {
        lines.append(.object(["points": GraphPoint.journal(part)]))
      }
      for part in parts(step.edges, of: edgesOnLine) {
        lines.append(.object(["edges": .array(part.map { .number($0.rawValue) })]))
      }
    }
    return lines
  }

  private static func parts<Item>(_ items: [Item], of count: Int) -> [ArraySlice<Item>] {
    stride(from: 0, to: items.count, by: count).map { items[$0..<min(items.count, $0 + count)] }
  }
}

/// The names of events in journals.
enum EventWord: String {
  case routeSet = "route-set"
  case routeCleared = "route-cleared"
  case fix
  case rerouteAnswered = "reroute-answered"
  case rerouteFailed = "reroute-failed"
  case liftStatusChanged = "lift-status-changed"
  case paused
  case resumed
}
