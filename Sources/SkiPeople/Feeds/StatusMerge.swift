import SkiBase
package import SkiGraph

/// The merge of feeds and words to one report; a pure function of them and the time.
///
/// 1. What is said counts from two minutes before the time it is said for (clocks differ) until it is too old: an observation of a
///    feed until its age exceeds the feed's greatest, and nothing of a feed that has not answered for that long; a word until it
///    ends.
/// 2. Of two feeds the newer observation counts, of equal ones that of the feed listed first.
/// 3. A word counts for more than a feed that repeats what it said before the word. A feed whose state began after the word, or
///    that agrees with it and was seen later, counts for more than the word, whatever other words say.
/// 4. Words close, and never open: one by which a lift runs says nothing where a feed, an appointed person or the host of
///    another trip says that it is closed or on hold, and its state says nothing where a feed gives the hours of the day. Of
///    words, those of appointed people come before those of hosts, which count for more where both say the same.
/// 5. Hours and usual waits are those of the first feed that has them. The report's day and clock are those of the first feed that
///    has them; hours of feeds of another day or clock are left out.
struct StatusMerge {
  /// The seconds by which an observation may lie in the future.
  static let toleranceSeconds = 120.0
  /// The steps in which a word that holds is renewed as an observation, in seconds: questions heed none of over half an hour.
  static let renewalSeconds = 600.0
  /// The age of a word in seconds beyond which it says nothing of the wait.
  static let waitSeconds = 1800.0
  /// The sources of words: of hosts for their trips, and of people whom the operator appointed for ski areas.
  static let (hostSource, areaSource) = ("host", "area")

  /// The report.
  private(set) var report = StatusReport()
  /// The last time at which the report changed by the passing of time, and the next one.
  private(set) var lastChange = -Double.infinity
  private(set) var nextChange = Double.infinity
  /// The words that hold.
  private(set) var words: [LiftReport] = []
  /// The words whose states the report has, by their lifts.
  private(set) var standing: [SourceID: LiftReport] = [:]

  private let now: UniversalTime
  private let names: LiftNames?
  private var observed: [FeatureStatus.Key: Observation] = [:]
  /// The observations of feeds, which each word is compared with, whatever other words say.
  private var ofFeeds: [FeatureStatus.Key: Observation] = [:]
  private var planned: [FeatureStatus.Key: FeatureStatus] = [:]

  private struct Observation {
    var status: FeatureStatus
    var at: UniversalTime
    var since: UniversalTime?
  }

  /// Merges feeds, in their order, and words.
  /// - Complexity: O(*n* log *n*) in the entries.
  init(_ feeds: [FeedSnapshot], _ words: [LiftReport], names: LiftNames?, now: UniversalTime) {
    (self.now, self.names) = (now, names)
    for feed in feeds { add(feed) }
    ofFeeds = observed
    for word in words.sorted(by: Self.isBefore) { add(word) }
    report.features = Set(observed.keys).union(planned.keys).sorted(by: Self.isBefore).map { status($0) }
  }

  private mutating func add(_ feed: FeedSnapshot) {
    guard let reading = feed.reading, let success = feed.state.history.lastSuccess,
      isCurrent(success, lifeSeconds: feed.maximumAgeSeconds)
    else { return }
    let hasHours = takeDay(reading.report)
    if hasHours, report.liftHours == nil { report.liftHours = reading.report.liftHours }
    var own: [FeatureStatus.Key: Observation] = [:]
    for status in reading.report.features {
      let features = names?.features(status.key) ?? [status.key]
      if let found = observation(status, feed) { for key in features { own[key] = found } }
      if hasHours, !status.hours.isEmpty || !status.typicalWaits.isEmpty {
        for key in features where planned[key] == nil { planned[key] = status }
      }
    }
    for (key, found) in own where observed[key].map({ $0.at < found.at }) ?? true { observed[key] = found }
  }

  /// Takes the day and the clock of a report where there are none yet; returns whether its hours can be used.
  private mutating func takeDay(_ other: StatusReport) -> Bool {
    guard report.day == nil || other.day == nil || report.day == other.day,
      report.offset == nil || other.offset == nil || report.offset == other.offset
    else { return false }
    report.day = report.day ?? other.day
    report.offset = report.offset ?? other.offset
    return true
  }

  private mutating func observation(_ status: FeatureStatus, _ feed: FeedSnapshot) -> Observation? {
    guard status.state != .scheduled || status.waitMilliseconds != nil, let at = status.observedAt,
      isCurrent(at, lifeSeconds: feed.maximumAgeSeconds)
    else { return nil }
    var named = status
    named.source = status.source ?? feed.state.feed.text
    return Observation(
      status: named, at: at, since: status.state == .scheduled ? nil : feed.since.since(status.key))
  }

  private mutating func add(_ word: LiftReport) {
    let end = word.until.secondsSince1970 - word.saidAt.secondsSince1970
    guard isCurrent(word.saidAt, lifeSeconds: end) else { return }
    words.append(word)
    let key = FeatureStatus.Key.id(word.lift)
    if let feed = ofFeeds[key], feed.at > word.saidAt {
      let isNews = feed.since.map { $0 > word.saidAt } ?? false
      if isNews || feed.status.state == word.state { return }
    }
    let age = max(0, now.secondsSince1970 - word.saidAt.secondsSince1970)
    let renewals = (age / Self.renewalSeconds).rounded(.down)
    let renewed = word.saidAt.advanced(bySeconds: renewals * Self.renewalSeconds)
    notice(renewed, renewed.advanced(bySeconds: Self.renewalSeconds))
    notice(word.saidAt.advanced(bySeconds: Self.waitSeconds))
    let wait = age < Self.waitSeconds ? word.waitMilliseconds : nil
    var state = word.state
    if !state.stops {
      if observed[key]?.status.state.stops == true { return }
      if planned[key]?.hours.isEmpty == false { state = .scheduled }
    }
    guard state != .scheduled || wait != nil else { return }
    let source =
      switch word.scope {
      case .trip: Self.hostSource
      case .area: Self.areaSource
      }
    standing[word.lift] = word
    observed[key] = Observation(
      status: FeatureStatus(
        key: key, state: state, waitMilliseconds: wait, observedAt: renewed, source: source),
      at: renewed)
  }

  /// Orders words by their lifts, those of appointed people before those of hosts, and of these the later ones last.
  private static func isBefore(_ a: LiftReport, _ b: LiftReport) -> Bool {
    func rank(_ word: LiftReport) -> Int { if case .area = word.scope { 0 } else { 1 } }
    return (a.lift.rawValue, rank(a), a.saidAt, a.scope.text) < (
      b.lift.rawValue, rank(b), b.saidAt, b.scope.text
    )
  }

  /// Returns whether what was said at a time counts now, and notes when that changes.
  private mutating func isCurrent(_ at: UniversalTime, lifeSeconds: Double) -> Bool {
    let begin = at.advanced(bySeconds: -Self.toleranceSeconds)
    let end = at.advanced(bySeconds: lifeSeconds)
    notice(begin, end)
    return begin <= now && now < end
  }

  private mutating func notice(_ times: UniversalTime...) {
    for time in times.map(\.secondsSince1970) {
      if time <= now.secondsSince1970 {
        lastChange = max(lastChange, time)
      } else {
        nextChange = min(nextChange, time)
      }
    }
  }

  private func status(_ key: FeatureStatus.Key) -> FeatureStatus {
    var status = observed[key]?.status ?? FeatureStatus(key: key)
    status.key = key
    status.hours = planned[key]?.hours ?? []
    status.typicalWaits = planned[key]?.typicalWaits ?? []
    if observed[key] == nil { status.source = planned[key]?.source }
    return status
  }

  /// Orders names before ids, since the last entry of a feature counts.
  private static func isBefore(_ a: FeatureStatus.Key, _ b: FeatureStatus.Key) -> Bool {
    switch (a, b) {
    case (.name(let a), .name(let b)): a < b
    case (.id(let a), .id(let b)): a.rawValue < b.rawValue
    case (.name, .id): true
    case (.id, .name): false
    }
  }
}

/// The lifts and runs of a map: their ids, the ids of each name, and their ski areas.
///
/// With it, what feeds say by name and hosts by id is compared; without it a name and an id are two features.
package struct LiftNames: Sendable {
  private var idsByName: [String: [SourceID]] = [:]
  private var areas: [SourceID: [SourceID]] = [:]

  /// Creates a list of lifts and runs.
  /// - Complexity: O(*n*) in their number.
  package init(_ features: some Sequence<(id: SourceID, name: String?, area: SourceID?)>) {
    for feature in features {
      if areas[feature.id] == nil, let name = feature.name {
        idsByName[name.lowercased(), default: []].append(feature.id)
      }
      areas[feature.id, default: []] += feature.area.map { [$0] } ?? []
    }
  }

  /// Returns whether there is a lift or run of an id.
  package func contains(_ id: SourceID) -> Bool { areas[id] != nil }

  /// Returns the ski areas that a lift or run is measured in; empty for an unknown one.
  package func areas(of id: SourceID) -> [SourceID] { areas[id] ?? [] }

  /// Returns the features that are meant: each by its id, or the name where there is none of that name.
  func features(_ key: FeatureStatus.Key) -> [FeatureStatus.Key] {
    guard case .name(let name) = key, let ids = idsByName[name.lowercased()] else { return [key] }
    return ids.map { .id($0) }
  }
}
