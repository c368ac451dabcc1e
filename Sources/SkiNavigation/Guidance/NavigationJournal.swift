public import SkiBase
import SkiGraph
import SkiRouting
import SkiTracks

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
          "event": .string(JournalEventName.fix.rawValue), "fix": fix.journal,
          "matched": matched?.journal(beside: fix), "ride": ride?.journal,
        ])
      ]
    case .liftStatusChanged(let lift, let isOpen):
      return [
        .object([
          "event": .string(JournalEventName.liftStatusChanged.rawValue), "lift": .number(lift.rawValue),
          "isOpen": .bool(isOpen),
        ])
      ]
    case .routeCleared: return [line(.routeCleared)]
    case .rerouteFailed: return [line(.rerouteFailed)]
    case .paused: return [line(.paused)]
    case .resumed: return [line(.resumed)]
    }
  }

  private static func line(_ word: JournalEventName) -> JSONValue {
    .object(["event": .string(word.rawValue)])
  }

  private static func lines(of route: Route, as word: JournalEventName) -> [JSONValue] {
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
enum JournalEventName: String {
  case routeSet = "route-set"
  case routeCleared = "route-cleared"
  case fix
  case rerouteAnswered = "reroute-answered"
  case rerouteFailed = "reroute-failed"
  case liftStatusChanged = "lift-status-changed"
  case paused
  case resumed
}

/// The replay of journals: every event is reduced again and must give the recorded result.
extension NavigationJournal {
  /// Replays a journal, and checks that every event gives the recorded effects and state.
  ///
  /// - Parameters:
  ///   - bytes: The whole journal in UTF-8, each line terminated by a line feed.
  ///   - body: A function called after each event with it, its effects and the new state.
  /// - Returns: The state at the end.
  /// - Throws: ``SkiError`` with code `.emptyInput` for an empty journal, `.unsupportedFormat` for another version,
  ///   `.limitExceeded` for a line above ``greatestLineLength``, a route above 10,000 steps and a step above a million
  ///   points or edges, `.malformedData` for an invalid journal and when an event gives another result than recorded,
  ///   each with the line; the errors of `body`.
  /// - Complexity: O(*n*) in bytes, and that of ``NavigationReducer/reduce(_:_:)`` for each event.
  @discardableResult
  public static func replay(
    _ bytes: [UInt8],
    _ body: (NavigationEvent, [NavigationEffect], NavigationState) throws -> Void = { _, _, _ in }
  ) throws -> NavigationState {
    var reader = JournalReader(bytes)
    let reducer = NavigationReducer(options: try reader.header())
    var state = NavigationState()
    while let event = try reader.event() {
      let effects = reducer.reduce(&state, event)
      try reader.check(result(effects, state))
      try body(event, effects, state)
    }
    return state
  }
}

/// Reads a journal line by line.
struct JournalReader {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 0
  private static let greatestStepCount = 10_000
  private static let greatestPartCount = 1_000_000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the header line.
  mutating func header() throws -> NavigationOptions {
    guard let text = try nextLine() else {
      throw SkiError(.emptyInput, "journal is empty; record one first", subject: "line 1")
    }
    return try named {
      var fields = try JournalFields(.journal(text), "the first line")
      guard try fields.required("journal", \.text) == NavigationJournal.name else {
        throw SkiError(.malformedData, "journal is not one of navigation; name a navigation journal")
      }
      let version = try fields.required("version") { $0.integer(Int.self) }
      guard version == NavigationJournal.version else {
        throw SkiError(
          .unsupportedFormat,
          "journal has version \(version), not \(NavigationJournal.version); record it again")
      }
      let options = try fields.required("options") { try Self.options($0) }
      try fields.end()
      return options
    }
  }

  /// Reads the next event; nil at the end.
  mutating func event() throws -> NavigationEvent? {
    guard let text = try nextLine() else { return nil }
    var fields = try named { try JournalFields(.journal(text), "an event") }
    let word: JournalEventName = try named { try fields.required("event") { $0.word() } }
    switch word {
    case .routeSet: return .routeSet(try route(&fields))
    case .rerouteAnswered: return .rerouteAnswered(try route(&fields))
    default:
      return try named {
        let event = try Self.event(word, &fields)
        try fields.end()
        return event
      }
    }
  }

  /// Reads the line after an event and compares it with a result.
  mutating func check(_ result: JSONValue) throws(SkiError) {
    guard let text = try nextLine() else {
      throw SkiError(
        .malformedData, "journal ends before the effects of its last event; cut that off", subject: subject)
    }
    guard text.elementsEqual(result.text().utf8) else {
      throw SkiError(
        .malformedData,
        "journal plays back differently: it was altered, or recorded by another version or machine; record it again",
        subject: subject)
    }
  }

  private static func event(_ word: JournalEventName, _ fields: inout JournalFields) throws -> NavigationEvent
  {
    switch word {
    case .fix:
      let fix = try fields.required("fix") { try LocationFix(journal: $0) }
      return .fix(
        fix, matched: try fields.optional("matched") { try MatchedFix(journal: $0, beside: fix) },
        ride: try fields.optional("ride") { try RiddenLift(journal: $0) })
    case .liftStatusChanged:
      let lift = FeatureIndex(try fields.required("lift") { $0.integer(UInt32.self) })
      return .liftStatusChanged(lift, isOpen: try fields.required("isOpen", \.bool))
    case .routeCleared: return .routeCleared
    case .rerouteFailed: return .rerouteFailed
    case .resumed: return .resumed
    case .paused, .routeSet, .rerouteAnswered: return .paused
    }
  }

  private static func options(_ value: JSONTree) throws -> NavigationOptions {
    var fields = try JournalFields(value, "the options")
    var options = NavigationOptions()
    options.offRouteMetres = try fields.required("offRouteMetres", \.double)
    options.announcementSeconds = try fields.required("announcementSeconds", \.double)
    options.liftAnnouncementSeconds = try fields.required("liftAnnouncementSeconds", \.double)
    options.announcementMetres = try fields.required("announcementMetres", \.double)
    options.firstRerouteSeconds = try fields.required("firstRerouteSeconds", \.double)
    options.lastRerouteSeconds = try fields.required("lastRerouteSeconds", \.double)
    try fields.end()
    guard options.isMeaningful else {
      throw SkiError(.malformedData, "journal has options out of range; record it again")
    }
    return options
  }

  /// Reads a route, whose steps are on the following lines.
  private mutating func route(_ fields: inout JournalFields) throws -> Route {
    let (region, count) = try named {
      let region = RegionIndex(try fields.required("region") { $0.integer(UInt32.self) })
      let count = try fields.required("steps") { $0.integer(Int.self) }
      try fields.end()
      return (region, try Self.believed(count, atMost: Self.greatestStepCount, "steps"))
    }
    var steps: [RouteStep] = []
    for _ in 0..<count {
      var (step, points, edges) = try part("step") { try RouteStep.facts(journal: $0) }
      points = try named { try Self.believed(points, atMost: Self.greatestPartCount, "points") }
      edges = try named { try Self.believed(edges, atMost: Self.greatestPartCount, "edges") }
      while step.points.count < points { step.points += try part("points", GraphPoint.read) }
      while step.edges.count < edges {
        step.edges += try part("edges") { value in
          try value.elements?.map { number in
            guard let edge = number.integer(UInt32.self) else {
              throw SkiError(.malformedData, "journal has an edge that is not a number; record it again")
            }
            return EdgeIndex(edge)
          }
        }
      }
      guard step.points.count == points, step.edges.count == edges else {
        throw SkiError(
          .malformedData, "journal has more points or edges than it states; record it again", subject: subject
        )
      }
      steps.append(step)
    }
    return Route(steps: steps, region: region)
  }

  private static func believed(_ count: Int, atMost limit: Int, _ what: String) throws(SkiError) -> Int {
    guard count >= 0 else {
      throw SkiError(.malformedData, "journal states \(count) \(what), which is negative; record it again")
    }
    guard count <= limit else {
      throw SkiError(
        .limitExceeded, "journal has a route of \(count) \(what), more than \(limit); record a shorter one")
    }
    return count
  }

  /// Reads a line that continues an event: an object of one member that is not empty.
  private mutating func part<Value>(_ name: String, _ read: (JSONTree) throws -> Value?) throws -> Value {
    guard let text = try nextLine() else {
      throw SkiError(.malformedData, "journal ends inside a route; cut that off", subject: subject)
    }
    return try named {
      var fields = try JournalFields(.journal(text), "a route")
      let value = try fields.required(name) { $0 == .array([]) ? nil : try read($0) }
      try fields.end()
      return value
    }
  }

  /// Returns the next line; nil at the end.
  private mutating func nextLine() throws(SkiError) -> ArraySlice<UInt8>? {
    guard at < bytes.count else { return nil }
    line += 1
    let start = at
    while at < bytes.count, bytes[at] != 0x0A {
      at += 1
      guard at - start <= NavigationJournal.greatestLineLength else {
        throw SkiError(
          .limitExceeded,
          "journal line is longer than \(NavigationJournal.greatestLineLength) bytes; record it again",
          subject: subject)
      }
    }
    guard at < bytes.count else {
      throw SkiError(
        .malformedData, "journal is cut off: its last line has no end; cut that off", subject: subject)
    }
    at += 1
    return bytes[start..<at - 1]
  }

  private var subject: String { "line \(line)" }

  /// Adds the current line to errors.
  private func named<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch var error as SkiError {
      error.subject = error.subject ?? subject
      throw error
    }
  }
}
