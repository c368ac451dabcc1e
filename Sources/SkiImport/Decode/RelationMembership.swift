import SkiModel

/// What a way's export says about a relation it is a member of, in the form of osmtogeojson and Overpass Turbo:
/// an element of `@relations` with `role`, `rel` and `reltags`.
struct RelationMembership {
  var role: String?
  var tags = Properties()

  /// Reads one element; nil when it is no object.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return nil
    }
    var membership = Self()
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.matches(name, "role") {
        if case .text(let role)? = try Properties.readSingle(&cursor) { membership.role = role.lowercased() }
      } else if cursor.matches(name, "reltags") || cursor.matches(name, "tags") {
        membership.tags = try Properties.read(&cursor)
      } else {
        try cursor.skipValue()
      }
    }
    return membership
  }

  /// The role, when it tells the direction of a piste: `forward` or `backward` in a route of pistes.
  var directionRole: String? {
    guard let role, role == "forward" || role == "backward" else { return nil }
    let isPiste = tags.word("piste:type") != nil || ["piste", "ski"].contains(tags.word("route") ?? "")
    return isPiste ? role : nil
  }
}

extension Properties {
  /// The direction that relations of pistes give a way: one way only when they agree.
  var pisteDirection: OnewayTag? {
    guard relationRoles.count == 1 else { return nil }
    return relationRoles.contains("forward") ? .oneway : .reverse
  }
}
