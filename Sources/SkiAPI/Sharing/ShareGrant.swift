public import SkiBase

/// A permission: one person shows their position, with a precision, to an audience in one trip, for a time.
///
/// Sharing is off without a grant. Grants hold for one trip and are never carried over to another. Of several grants
/// that apply to a viewer the finest precision counts, but ``SharePrecision/hidden`` takes precedence over all.
public struct ShareGrant: Hashable, Sendable, Codable {
  /// The identifier.
  public var id: GrantID
  /// The person whose position is shown.
  public var owner: UserID
  /// The trip.
  public var trip: TripID
  /// The viewers.
  public var audience: ShareAudience
  /// The precision.
  public var precision: SharePrecision
  /// The first moment.
  public var from: UniversalTime
  /// The end, not later than the trip's.
  public var until: UniversalTime
  /// Indicates whether positions outside of ski areas are withheld.
  public var onlyInsideSkiArea: Bool
  /// The time in seconds for which the latest position is shown after its fix, 60...1800.
  public var keepSeconds: Double

  /// The time in seconds for which a position is shown by default.
  public static let defaultKeepSeconds = 300.0
  /// The range of ``keepSeconds``.
  public static let keepSecondsRange = 60.0...1800.0

  /// Creates a grant; `ShareRepository` checks it against the trip and stores it.
  public init(
    id: GrantID = .random(), owner: UserID, trip: TripID, audience: ShareAudience, precision: SharePrecision,
    from: UniversalTime, until: UniversalTime, onlyInsideSkiArea: Bool = true,
    keepSeconds: Double = defaultKeepSeconds
  ) {
    (self.id, self.owner, self.trip) = (id, owner, trip)
    (self.audience, self.precision) = (audience, precision)
    (self.from, self.until) = (from, until)
    (self.onlyInsideSkiArea, self.keepSeconds) = (onlyInsideSkiArea, keepSeconds)
  }
}

extension ShareGrant {
  /// Refuses a grant with invalid members.
  /// - Parameter roster: The people of the trip.
  /// - Throws: ``SkiError`` with code `.invalidArgument` that names the value and what is allowed; `.notFound` when the
  ///   owner or a named person is not a member.
  package func check(in roster: TripRoster) throws {
    try SkiError.require(
      from.secondsSince1970.isFinite && until.secondsSince1970.isFinite && from < until,
      "grant ends at \(until.utcText) but begins at \(from.utcText); give an end after the beginning")
    try SkiError.require(
      until <= roster.until,
      "grant ends at \(until.utcText), after the trip's end; give \(roster.until.utcText) at the latest")
    if case .grid(let metres) = precision {
      try SkiError.require(
        GridCell.sidesMetres.contains(metres),
        "grid of \(metres) m is not one of the sizes; give \(GridCell.sidesMetres.map(String.init).joined(separator: ", "))"
      )
    }
    try SkiError.require(
      Self.keepSecondsRange.contains(keepSeconds),
      "positions can't be kept for \(keepSeconds) s; give \(Int(Self.keepSecondsRange.lowerBound)) to \(Int(Self.keepSecondsRange.upperBound))"
    )
    try checkPeople(in: roster)
  }

  private func checkPeople(in roster: TripRoster) throws {
    guard roster.members.contains(owner) else { throw SkiError.unknownTrip(trip) }
    guard case .people(let people) = audience else { return }
    try SkiError.require(
      (1...ShareAudience.greatestPeopleCount).contains(people.count),
      "grant names \(people.count) people; give 1 to \(ShareAudience.greatestPeopleCount)")
    for person in people.sorted() where !roster.members.contains(person) {
      throw SkiError(.notFound, "user \(person) is not on the trip; name members only")
    }
  }
}

extension SkiError {
  /// The error for a trip that does not exist or that the asker does not belong to, which are not distinguished.
  package static func unknownTrip(_ trip: TripID) -> SkiError {
    SkiError(.notFound, "trip \(trip) is unknown; give the identifier of a trip you are on")
  }
}
