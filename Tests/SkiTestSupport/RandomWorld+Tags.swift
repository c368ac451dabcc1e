import SkiBase
package import SkiGraph

extension RandomWorld {
  /// Returns the random world of a seed with tags: some runs and lifts are closed to skiers, and some have opening
  /// hours.
  package static func tagged(seed: UInt64) throws -> RandomWorld {
    let plain = try RandomWorld(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0x7A65)
    var builder = plain.builder
    for index in builder.features.indices {
      let kind = builder.features[index].facts.kind
      guard kind == .run || kind == .lift else { continue }
      if random.happens(0.2) { builder.features[index].facts.access = tags(&random) }
      if random.happens(0.3) {
        builder.features[index].facts.openingHours = random.pick(TaggedHours.all).text
      }
    }
    return try RandomWorld(plain, builder)
  }

  /// Access tags, half of which exclude skiers.
  private static func tags(_ random: inout SeededGenerator) -> AccessTags {
    let choices: [[(AccessTags.Key, String)]] = [
      [(.access, "private")], [(.ski, "no")], [(.pisteStatus, "closed")], [(.seasonal, "summer")],
      [(.access, "permit;no")], [(.operationalStatus, "closed")], [(.access, "customers")],
      [(.access, "private"), (.ski, "yes")], [(.access, "private"), (.highway, "track")], [(.foot, "no")],
      [(.seasonal, "winter")], [(.access, "private;customers")],
    ]
    var tags = AccessTags()
    for (key, word) in random.pick(choices) { tags[key] = word }
    return tags
  }
}

extension ReferenceRouting {
  /// Returns whether one of the tags of ``RandomWorld/tagged(seed:)`` excludes skiers, by a list of tags.
  static func isBarred(_ tags: AccessTags) -> Bool {
    if tags[.pisteStatus] == "closed" || tags[.operationalStatus] == "closed" { return true }
    if tags[.seasonal] == "summer" || tags[.ski] == "no" { return true }
    guard tags[.ski] == nil, tags[.highway] == nil else { return false }
    return tags[.access] == "private" || tags[.access] == "permit;no"
  }
}

/// Opening hours of small worlds, whose days are four hours long, as texts and their open spans on every day.
package struct TaggedHours: Sendable {
  package var text: String
  /// The open spans; nil for an unreadable text.
  package var hours: [OpenHours]?

  package static let all: [TaggedHours] = [
    TaggedHours(text: "01:00-03:00", hours: [hours(60, 180)]),
    TaggedHours(text: "00:20-01:30,02:10-03:40", hours: [hours(20, 90), hours(130, 220)]),
    TaggedHours(text: "off", hours: []),
    TaggedHours(text: "24/7; 00:30-02:00 off", hours: [hours(0, 30), hours(120, 1470)]),
    TaggedHours(text: "00:00-02:00 \"by request\"", hours: [hours(0, 120)]),
    TaggedHours(text: "Mo-Su 03:00-26:00", hours: [hours(0, 120), hours(180, 1560)]),
    TaggedHours(text: "when it snows", hours: nil),
  ]

  private static func hours(_ first: Int, _ last: Int) -> OpenHours {
    OpenHours(opens: DayTime(hour: 0, minute: first), closes: DayTime(hour: 0, minute: last))
  }
}
