import SkiAPI
import SkiGraph
import SkiPeople

/// A plain account of who may say what, and of whose sessions hold, on servers over one store.
///
/// It knows the rules in words alone: lists that are searched, without digests, statements, merges and caches. Times are seconds.
struct RightsModel {
  /// The seconds for which an access token holds, a used refresh token gives its successor again, a server does not look for ended
  /// sessions, and an ended session is remembered.
  static let (access, grace, watch, memory) = (900.0, 60.0, 1.0, 960.0)

  // MARK: Sessions

  /// A login with its refresh tokens, each of which has the one behind it as successor.
  struct Session {
    var person: Int
    var id: SessionID
    var chain: [RefreshToken]
    var usedAt: [Double?] = [nil]
    /// The end of the access token that was given last.
    var accessUntil: Double
    var hasEnded = false
  }

  var now = 0.0
  var sessions: [Session] = []
  /// By server the sessions whose end it knows, and the time at which it looked.
  var known: [Set<Int>] = [[], []]
  var lookedAt: [Double?] = [nil, nil]
  private var endedAt: [Int: Double] = [:]

  /// The uses of a refresh token.
  enum Use: Equatable {
    /// It gives a successor that is new.
    case turned
    /// It gives the successor that it gave before.
    case repeated(RefreshToken)
    /// It gives nothing.
    case refused
  }

  /// Uses a refresh token of a session.
  mutating func use(_ place: Int, of session: Int, on server: Int) -> Use {
    guard !sessions[session].hasEnded else {
      look(server)
      return .refused
    }
    guard let used = sessions[session].usedAt[place] else { return .turned }
    if now - used <= Self.grace { return .repeated(sessions[session].chain[place + 1]) }
    end([session], on: server)
    return .refused
  }

  /// Notes the successor of a token that was turned.
  mutating func turn(_ place: Int, of session: Int, into token: RefreshToken) {
    sessions[session].usedAt[place] = now
    sessions[session].chain.append(token)
    sessions[session].usedAt.append(nil)
    sessions[session].accessUntil = now + Self.access
  }

  /// Ends sessions on a server, which knows at once.
  mutating func end(_ ended: [Int], on server: Int) {
    for session in ended where !sessions[session].hasEnded {
      sessions[session].hasEnded = true
      endedAt[session] = now
    }
    look(server)
  }

  /// Lets a server look which sessions have ended.
  mutating func look(_ server: Int) {
    known[server] = Set(endedAt.filter { now < $0.value + Self.memory }.keys)
    lookedAt[server] = now
  }

  /// Returns whether a server takes the access token of a session.
  mutating func isCurrent(_ session: Int, on server: Int) -> Bool {
    if lookedAt[server].map({ now - $0 >= Self.watch }) ?? true { look(server) }
    return !known[server].contains(session)
  }

  // MARK: Trips

  struct Trip {
    var area: String
    var roles: [Int: TripRole]
    var hasEnded = false
  }

  var trips: [Trip] = []
  /// The people who speak for an area, by their places.
  var speakers: [Int: String] = [:]
  /// The area of each lift.
  var areaOfLift: [String]

  init(areaOfLift: [String]) { self.areaOfLift = areaOfLift }

  func isHost(_ person: Int, of trip: Int) -> Bool { trips[trip].roles[person] == .host }
  func hosts(of trip: Int) -> [Int] { trips[trip].roles.filter { $0.value == .host }.keys.sorted() }

  // MARK: Words

  enum Scope: Hashable {
    case trip(Int)
    case area(String)
  }

  struct Word: Equatable {
    var lift: Int
    var scope: Scope
    var author: Int
    var state: OperatingState
    var saidAt: Double
    var until: Double
  }

  struct Feed: Equatable {
    var states: [OperatingState]
    var since: [Double]
    var at: Double
  }

  /// The news of the store, and what each server has read of them.
  struct News: Equatable {
    var words: [Word] = []
    var feed: Feed?
  }

  var news = News()
  var read = [News(), News()]

  /// Returns the status of a request to say a word.
  func maySpeak(_ person: Int, _ scope: Scope, of lift: Int) -> Int {
    switch scope {
    case .trip(let trip):
      guard let role = trips[trip].roles[person] else { return 404 }
      if role != .host { return 403 }
      if trips[trip].hasEnded { return 409 }
      return areaOfLift[lift] == trips[trip].area ? 204 : 403
    case .area(let area):
      return speakers[person] == area && areaOfLift[lift] == area ? 204 : 403
    }
  }

  /// Ends words for which a condition holds.
  mutating func endWords(where isEnded: (Word) -> Bool) { news.words.removeAll(where: isEnded) }

  /// The state of a lift, the source of it, and its author.
  struct Answer: Equatable {
    var state: OperatingState
    var source: String
    var author: Int?
  }

  /// Returns what a server says of a lift to a person.
  func answer(_ lift: Int, to person: Int, on server: Int) -> Answer {
    let news = read[server]
    let words = news.words.filter { word in
      guard word.lift == lift, now < word.until else { return false }
      guard case .trip(let trip) = word.scope else { return true }
      return !trips[trip].hasEnded && trips[trip].roles[person] != nil
    }
    var found = Answer(state: .scheduled, source: "map", author: nil)
    if let feed = news.feed { found = Answer(state: feed.states[lift], source: "feed", author: nil) }
    // Appointed people come first, then hosts, who may close what these opened; each later word in place of the one before.
    let areas = words.filter { if case .area = $0.scope { true } else { false } }
    let hosts = words.filter { if case .trip = $0.scope { true } else { false } }
    for word in areas + hosts.sorted(by: { ($0.saidAt, order($0)) < ($1.saidAt, order($1)) }) {
      if let feed = news.feed, feed.at > word.saidAt {
        // The feed changed since, or says the same and was seen later.
        if feed.since[lift] > word.saidAt || feed.states[lift] == word.state { continue }
      }
      if word.state == .open, found.state == .closed { continue }
      let source = if case .area = word.scope { "area" } else { "host" }
      found = Answer(state: word.state, source: source, author: word.author)
      // A person who is no member any more is not named, where a server has not read yet that the word has ended.
      if case .trip(let trip) = word.scope, trips[trip].roles[word.author] == nil { found.author = nil }
    }
    return found
  }

  /// The order of the trips' identifiers, which decides between words of one moment.
  var tripOrder: [Int] = []
  private func order(_ word: Word) -> Int {
    guard case .trip(let trip) = word.scope else { return -1 }
    return tripOrder.firstIndex(of: trip) ?? 0
  }
}
