import SkiGeo

extension NearbyPreferences: TripsBody {
  /// The members of preferences, of which they have one.
  package static let names = ["metres", "minutes"]

  /// Creates preferences from their document.
  package init(_ document: DocumentReader) throws {
    switch (try document.number("metres"), try document.number("minutes")) {
    case (let metres?, nil): self = .metres(metres)
    case (nil, let minutes?): self = .minutes(minutes)
    default:
      throw SkiError(
        .invalidArgument, "\(document.noun) needs one of the members metres and minutes; send one of them")
    }
  }
}

extension NoticePreferences: TripsBody {
  /// The members of preferences.
  package static let names = ["muted", "quiet", "zone", "digestMinutes"]

  /// Creates preferences from their document; without the member `muted` all kinds are sent.
  package init(_ document: DocumentReader) throws {
    let muted: [NoticeKind] = try document.words("muted") ?? []
    self.init(
      muted: Set(muted), quiet: try document.part("quiet"),
      zone: try document.require("zone", document.zone("zone")),
      digestMinutes: try document.integer("digestMinutes"))
  }
}

extension QuietHours: TripsBody {
  /// The members of quiet hours.
  package static let names = ["fromMinute", "untilMinute"]

  /// Creates quiet hours from their document.
  package init(_ document: DocumentReader) throws {
    self.init(
      fromMinute: try document.requiredInteger("fromMinute"),
      untilMinute: try document.requiredInteger("untilMinute"))
  }
}
