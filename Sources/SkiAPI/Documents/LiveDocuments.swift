public import SkiBase
package import SkiGraph

// The documents of live sharing: fixes and their outcomes, positions of others, grants, the audit.

extension LocationFix: ContractDocument {
  package static let title = "Fix"
  package static let summary = "A position of a receiver at a time."

  package static func form(_ member: inout DocumentForm<LocationFix>) throws(SkiError) -> LocationFix {
    let latitude = try member("latitude", .number(-90...90, places: 7, like: 46.02), "Degrees north.") {
      $0.coordinate.latitude
    }
    let longitude = try member("longitude", .number(-180...180, places: 7, like: 7.75), "Degrees east.") {
      $0.coordinate.longitude
    }
    var fix = try LocationFix(
      Coordinate(latitude: latitude, longitude: longitude),
      time: member("time", .time, "The time of the position.") { $0.time })
    fix.horizontalAccuracyMetres = try member.given(
      "accuracyMetres", .number, "The metres around the coordinate that hold the true position with 68 %."
    ) { $0.horizontalAccuracyMetres }
    fix.elevationMetres = try member.given("elevationMetres", .number, "The elevation.") {
      $0.elevationMetres
    }
    fix.speedMetresPerSecond = try member.given("speedMetresPerSecond", .number, "The speed over ground.") {
      $0.speedMetresPerSecond
    }
    fix.courseDegrees = try member.given("courseDegrees", .number, "The course, clockwise from north.") {
      $0.courseDegrees
    }
    fix.sequence = try member.given("sequence", .sequence, "The number of the fix, which grows.") {
      $0.sequence
    }
    return fix
  }
}

extension MemberType<UInt64> {
  /// A whole number from 0 up to 2⁶⁴ − 1.
  fileprivate static var sequence: MemberType<UInt64> {
    MemberType(
      write: { $1.value(.encoded(String($0))) },
      as: MemberForm(
        "integer", ["format": .string("int64"), "minimum": .integer(0)], form: "a whole number from 0 up",
        like: 7, make: { if case .number(let text) = $0 { UInt64(text) } else { nil } }))
  }
}

/// Fixes of the user, up to 100.
package struct FixReport: ContractDocument, Hashable {
  /// The fixes.
  package var fixes: [LocationFix]

  /// Creates a report.
  package init(_ fixes: [LocationFix]) { self.fixes = fixes }

  package static let title = "FixReport"
  package static let summary = "Fixes of the user, up to 100."

  package static func form(_ member: inout DocumentForm<FixReport>) throws(SkiError) -> FixReport {
    try FixReport(member("fixes", .documents(), "The fixes.") { $0.fixes })
  }
}

extension UpdateOutcome: ContractDocument {
  private static let words = ["stored", "unchanged", "older", "refused", "outsideArea", "notSharing"]

  private var parts: (word: String, cursor: LocationCursor?, reason: FixRejection?) {
    switch self {
    case .stored(let cursor): ("stored", cursor, nil)
    case .unchanged(let cursor): ("unchanged", cursor, nil)
    case .older: ("older", nil, nil)
    case .refused(let reason): ("refused", nil, reason)
    case .outsideArea: ("outsideArea", nil, nil)
    case .notSharing: ("notSharing", nil, nil)
    }
  }

  package static let title = "FixOutcome"
  package static let summary = "The outcome of a fix."

  package static func form(_ member: inout DocumentForm<UpdateOutcome>) throws(SkiError) -> UpdateOutcome {
    let word = try member("outcome", .word(of: words), "What became of it.") { $0.parts.word }
    let cursor = try member.given("cursor", .cursor, "Its place in the changes of the trip.") {
      $0.parts.cursor
    }
    let reason = try member.given("reason", .word, "Why it was refused.") { $0.parts.reason }
    switch word {
    case "stored": return .stored(try member.require("cursor", cursor))
    case "unchanged": return .unchanged(try member.require("cursor", cursor))
    case "older": return .older
    case "refused": return .refused(try member.require("reason", reason))
    case "outsideArea": return .outsideArea
    case "notSharing": return .notSharing
    default: throw SkiError(.malformedData, "outcome of a fix is none that is known; update the app")
    }
  }
}

extension MemberType<LocationCursor> {
  fileprivate static var cursor: Self {
    Self(
      write: { $1.string($0.description) },
      as: MemberForm(
        text: "a place in the changes of a trip",
        like: LocationCursor(trip: MemberType<TripID>.id.example(), number: 12),
        make: { text in
          guard let cursor = LocationCursor(text) else {
            throw SkiError(.invalidArgument, "cursor of another form")
          }
          return cursor
        }))
  }
}

// MARK: Positions of others

/// The position of another person, as precise as they allow the user.
public struct SeenPerson: Sendable, Hashable {
  /// The position in the precision of its grant.
  public enum Detail: Sendable, Hashable {
    /// The exact position: the activity, as `riding-lift`, and the speed in metres per second, nil when unknown.
    case exact(state: String, speedMetresPerSecond: Double?)
    /// A cell of a grid, with its side in metres; the coordinate is its centre.
    case cell(sideMetres: Int)
    /// A ski area, with its name; nil without one.
    case area(name: String?)
  }

  /// The person.
  public var user: UserID
  /// The coordinate that stands for the position; nil for a ski area.
  public var coordinate: Coordinate?
  /// The position.
  public var detail: Detail
  /// The time of the position; for a cell or an area to the minute.
  public var observedAt: UniversalTime
  /// The time at which the position is to be removed, also without a connection.
  public var expiresAt: UniversalTime
  /// Indicates whether the position is recent.
  public var isLive: Bool

  /// Creates a position from its parts.
  public init(
    user: UserID, coordinate: Coordinate?, detail: Detail, observedAt: UniversalTime,
    expiresAt: UniversalTime, isLive: Bool
  ) {
    (self.user, self.coordinate, self.detail) = (user, coordinate, detail)
    (self.observedAt, self.expiresAt, self.isLive) = (observedAt, expiresAt, isLive)
  }

  /// Creates the position that a viewer may see.
  package init(_ location: SharedLocation) {
    let detail: Detail =
      switch location.detail {
      case .exact(let exact):
        .exact(state: exact.state.rawValue, speedMetresPerSecond: exact.speedMetresPerSecond)
      case .cell(let cell): .cell(sideMetres: cell.sideMetres)
      case .area(let area): .area(name: area.name ?? area.id)
      }
    self.init(
      user: location.user, coordinate: location.coordinate, detail: detail, observedAt: location.observedAt,
      expiresAt: location.expiresAt, isLive: location.freshness == .live)
  }
}

extension SeenPerson: ContractDocument {
  package static let title = "Person"
  package static let summary = "The position of a person, as precise as they allow the user."

  package static func form(_ member: inout DocumentForm<SeenPerson>) throws(SkiError) -> SeenPerson {
    let user = try member("user", .id, "The person.") { $0.user }
    let place = try member.given("place", .place, "The coordinate, longitude first; none for a ski area.") {
      $0.coordinate
    }
    return try SeenPerson(
      user: user, coordinate: place, detail: Detail.form(&member),
      observedAt: member("observedAt", .second, "The time of the position.") { $0.observedAt },
      expiresAt: member("expiresAt", .second, "When the position is to be removed.") { $0.expiresAt },
      isLive: member("freshness", .word(of: ["live", "stale"]), "How recent it is.") {
        $0.isLive ? "live" : "stale"
      } == "live")
  }
}

extension SeenPerson.Detail {
  private var isExact: Bool { if case .exact = self { true } else { false } }

  private var parts: (word: String, state: String?, speed: Double?, side: Int?) {
    switch self {
    case .exact(let state, let speed): ("exact", state, speed, nil)
    case .cell(let side): ("cell", nil, nil, side)
    case .area: ("area", nil, nil, nil)
    }
  }

  private var area: String? { if case .area(let name) = self { name } else { nil } }

  private var isArea: Bool { if case .area = self { true } else { false } }

  /// Visits the members that tell the position.
  fileprivate static func form(_ member: inout DocumentForm<SeenPerson>) throws(SkiError) -> SeenPerson.Detail
  {
    let isInexact: (SeenPerson) -> Bool = { !$0.detail.isExact }
    let isNoArea: (SeenPerson) -> Bool = { !$0.detail.isArea }
    let word = try member("precision", .word(of: ["exact", "cell", "area"]), "The precision.") {
      $0.detail.parts.word
    }
    let state = try member.given("state", .text(like: "riding-lift"), "What the person does, if exact.") {
      $0.detail.parts.state
    }
    let speed = try member.optional(
      "speedMetresPerSecond", .number(0...200, places: 1, like: 8.5),
      "The speed, if exact; null when unknown.",
      unless: isInexact
    ) { $0.detail.parts.speed }
    let side = try member.given("sideMetres", .integer, "The side of the cell, whose centre is the place.") {
      $0.detail.parts.side
    }
    let area = try member.optional(
      "area", .text(like: "Zermatt"), "The ski area.", unless: isNoArea
    ) { $0.detail.area }
    switch word {
    case "exact": return .exact(state: state ?? "unknown", speedMetresPerSecond: speed)
    case "cell": return .cell(sideMetres: try member.require("sideMetres", side))
    case "area": return .area(name: area)
    default: throw SkiError(.malformedData, "precision of a person is none that is known; update the app")
    }
  }
}

// MARK: Grants

/// A grant of the user, as the server lists it.
public struct OwnGrant: Sendable, Hashable {
  /// The people who see the position.
  public enum Audience: Sendable, Hashable {
    /// All current members of the trip.
    case trip
    /// The current hosts of the trip.
    case hosts
    /// The named people.
    case people(Set<UserID>)
    /// The holders of a link.
    case link

    /// Creates the audience of a grant, without the hash of a link.
    package init(_ audience: ShareAudience) {
      switch audience {
      case .trip: self = .trip
      case .hosts: self = .hosts
      case .people(let people): self = .people(people)
      case .link: self = .link
      }
    }
  }

  /// The identifier.
  public var id: GrantID
  /// The trip.
  public var trip: TripID
  /// The people who see the position.
  public var audience: Audience
  /// The precision.
  public var precision: SharePrecision
  /// The first moment.
  public var from: UniversalTime
  /// The end.
  public var until: UniversalTime
  /// Indicates whether positions outside of ski areas are withheld.
  public var onlyInsideSkiArea: Bool
  /// The time in seconds for which the latest position is shown after its fix.
  public var keepSeconds: Double

  /// Creates a grant from its parts.
  public init(
    id: GrantID, trip: TripID, audience: Audience, precision: SharePrecision, from: UniversalTime,
    until: UniversalTime, onlyInsideSkiArea: Bool, keepSeconds: Double
  ) {
    (self.id, self.trip, self.audience, self.precision) = (id, trip, audience, precision)
    (self.from, self.until) = (from, until)
    (self.onlyInsideSkiArea, self.keepSeconds) = (onlyInsideSkiArea, keepSeconds)
  }

  /// Creates the grant that its owner sees.
  package init(_ grant: ShareGrant) {
    self.init(
      id: grant.id, trip: grant.trip, audience: Audience(grant.audience), precision: grant.precision,
      from: grant.from, until: grant.until, onlyInsideSkiArea: grant.onlyInsideSkiArea,
      keepSeconds: grant.keepSeconds)
  }
}

extension OwnGrant: ContractDocument {
  package static let title = "Grant"
  package static let summary = "A grant: the user's position is shown to others in a trip for a time."

  package static func form(_ member: inout DocumentForm<OwnGrant>) throws(SkiError) -> OwnGrant {
    try OwnGrant(
      id: member("id", .id, "The identifier.") { $0.id },
      trip: member("trip", .id, "The trip.") { $0.trip },
      audience: Audience.form(&member, of: ["trip", "hosts", "people", "link"]) { $0.audience },
      precision: member("precision", .precision, "The precision.") { $0.precision },
      from: member("from", .second, "The first moment.") { $0.from },
      until: member("until", .second, "The end.") { $0.until },
      onlyInsideSkiArea: member(
        "onlyInsideSkiArea", .flag, "Whether positions outside of ski areas are withheld.", default: true
      ) { $0.onlyInsideSkiArea },
      keepSeconds: member(
        "keepSeconds", .keepSeconds, "For how long the latest position is shown after its fix.",
        default: ShareGrant.defaultKeepSeconds
      ) { $0.keepSeconds })
  }
}

extension OwnGrant.Audience {
  private var parts: (word: String, people: [UserID]?) {
    switch self {
    case .trip: ("trip", nil)
    case .hosts: ("hosts", nil)
    case .people(let people): ("people", people.sorted())
    case .link: ("link", nil)
    }
  }

  /// Visits the members `audience` and `people`.
  fileprivate static func form<Document>(
    _ member: inout DocumentForm<Document>, of words: [String], _ value: (Document) -> OwnGrant.Audience
  ) throws(SkiError) -> OwnGrant.Audience {
    let word = try member("audience", .word(of: words), "The people who see the position.") {
      value($0).parts.word
    }
    let people = try member.given("people", .ids(), "The people, for the audience people alone.") {
      value($0).parts.people
    }
    switch word {
    case "trip": return .trip
    case "hosts": return .hosts
    case "people": return .people(Set(try member.require("people", people)))
    case "link" where words.contains("link"): return .link
    default: throw member.wrong("audience", "one of \(words.joined(separator: ", "))")
    }
  }
}

extension MemberType<SharePrecision> {
  fileprivate static var precision: Self {
    Self(
      write: { $1.string($0.description) },
      as: MemberForm(
        text: "exact, grid:METRES, area or hidden", like: .grid(metres: 500),
        make: { text in
          guard let precision = SharePrecision(text) else {
            throw SkiError(.invalidArgument, "precision of another form")
          }
          return precision
        }))
  }
}

extension MemberType<Double> {
  fileprivate static var keepSeconds: Self {
    number(ShareGrant.keepSecondsRange, places: 0, like: ShareGrant.defaultKeepSeconds)
  }
}

/// The values of a new grant.
package struct GrantDraft: ContractDocument, Hashable {
  /// The trip.
  package var trip: TripID
  /// The people who see the position; never a link.
  package var audience: OwnGrant.Audience
  /// The precision.
  package var precision: SharePrecision
  /// The first moment; nil for now.
  package var from: UniversalTime?
  /// The end.
  package var until: UniversalTime
  /// Indicates whether positions outside of ski areas are withheld.
  package var onlyInsideSkiArea: Bool
  /// The time in seconds for which the latest position is shown after its fix.
  package var keepSeconds: Double

  /// Creates the values of a grant.
  /// - Throws: `SkiError` with code `.invalidArgument` for a grant to the holders of a link.
  package init(_ grant: ShareGrant) throws(SkiError) {
    if case .link = grant.audience {
      throw SkiError(.invalidArgument, "a link can't be made over HTTP; grant to the trip, hosts or people")
    }
    self.init(
      trip: grant.trip, audience: OwnGrant.Audience(grant.audience), precision: grant.precision,
      from: grant.from, until: grant.until, onlyInsideSkiArea: grant.onlyInsideSkiArea,
      keepSeconds: grant.keepSeconds)
  }

  private init(
    trip: TripID, audience: OwnGrant.Audience, precision: SharePrecision, from: UniversalTime?,
    until: UniversalTime, onlyInsideSkiArea: Bool, keepSeconds: Double
  ) {
    (self.trip, self.audience, self.precision) = (trip, audience, precision)
    (self.from, self.until) = (from, until)
    (self.onlyInsideSkiArea, self.keepSeconds) = (onlyInsideSkiArea, keepSeconds)
  }

  /// Returns the grant of a user.
  package func grant(of owner: UserID, now: UniversalTime) -> ShareGrant {
    let audience: ShareAudience =
      switch audience {
      case .trip, .link: .trip
      case .hosts: .hosts
      case .people(let people): .people(people)
      }
    return ShareGrant(
      owner: owner, trip: trip, audience: audience, precision: precision, from: from ?? now, until: until,
      onlyInsideSkiArea: onlyInsideSkiArea, keepSeconds: keepSeconds)
  }

  package static let title = "GrantDraft"
  package static let summary = "The values of a new grant."

  package static func form(_ member: inout DocumentForm<GrantDraft>) throws(SkiError) -> GrantDraft {
    try GrantDraft(
      trip: member("trip", .id, "The trip.") { $0.trip },
      audience: OwnGrant.Audience.form(&member, of: ["trip", "hosts", "people"]) { $0.audience },
      precision: member("precision", .precision, "The precision.") { $0.precision },
      from: member.given("from", .time, "The first moment; now without.") { $0.from },
      until: member("until", .time, "The end, not later than the trip's.") { $0.until },
      onlyInsideSkiArea: member(
        "onlyInsideSkiArea", .flag, "Whether positions outside of ski areas are withheld.", default: true
      ) { $0.onlyInsideSkiArea },
      keepSeconds: member(
        "keepSeconds", .keepSeconds, "For how long the latest position is shown after its fix.",
        default: ShareGrant.defaultKeepSeconds
      ) { $0.keepSeconds })
  }
}

// MARK: Rights

/// A line of the user's audit: the positions that one viewer received by one grant within an hour.
public struct OwnAuditRecord: Sendable, Hashable {
  /// The viewer: a member's identifier, or `link:` and the first digits of the link's hash.
  public var viewer: String
  /// The trip.
  public var trip: TripID
  /// The grant; nil when positions were refused.
  public var grant: GrantID?
  /// The start of the hour.
  public var hour: UniversalTime
  /// The number of positions, or of refusals.
  public var count: Int

  /// Creates a line from its parts.
  public init(viewer: String, trip: TripID, grant: GrantID?, hour: UniversalTime, count: Int) {
    (self.viewer, self.trip, self.grant) = (viewer, trip, grant)
    (self.hour, self.count) = (hour, count)
  }

  /// Creates a line from the record of a store.
  package init(_ record: AuditRecord) {
    self.init(
      viewer: record.viewer, trip: record.trip, grant: record.grant, hour: record.hour,
      count: Int(record.count))
  }
}

extension OwnAuditRecord: ContractDocument {
  package static let title = "AuditRecord"
  package static let summary = "The positions that one viewer received by one grant within an hour."

  package static func form(_ member: inout DocumentForm<OwnAuditRecord>) throws(SkiError) -> OwnAuditRecord {
    try OwnAuditRecord(
      viewer: member("viewer", .text(like: "ben"), "A member, or link: and the first digits of its hash.") {
        $0.viewer
      },
      trip: member("trip", .id, "The trip.") { $0.trip },
      grant: member.optional("grant", .id, "The grant; null when positions were refused.") { $0.grant },
      hour: member("hour", .second, "The start of the hour.") { $0.hour },
      count: member("count", .integer, "The number of positions, or of refusals.") { $0.count })
  }
}

extension EraseReceipt: ContractDocument {
  package static let title = "EraseReceipt"
  package static let summary = "The numbers of removed records."

  package static func form(_ member: inout DocumentForm<EraseReceipt>) throws(SkiError) -> EraseReceipt {
    try EraseReceipt(
      grants: member("grants", .integer, "Grants.") { $0.grants },
      positions: member("positions", .integer, "Positions.") { $0.positions },
      auditRecords: member("auditRecords", .integer, "Records of the audit.") { $0.auditRecords },
      remainders: member(
        "remainders", .texts, "Where bytes of the identifier may remain for a while, and why."
      ) {
        $0.remainders
      })
  }
}
