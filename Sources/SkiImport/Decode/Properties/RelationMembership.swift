import SkiFormats
import SkiModel

/// What a way's export says about a relation it is a member of, in the form of osmtogeojson and Overpass Turbo:
/// an element of `@relations` with `role`, `rel` and `reltags`.
struct RelationMembership {
  var role: String?
  /// The number of the relation.
  var number: String?
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
      } else if cursor.matches(name, "rel") || cursor.matches(name, "id") {
        membership.number = try Properties.readSingle(&cursor).flatMap(Properties.text)
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

  /// The name and the number of a piste that has the way as a member, where there are any.
  var piste: (name: String?, ref: String?)? {
    guard tags.word("piste:type") != nil || ["piste", "ski"].contains(tags.word("route") ?? "") else {
      return nil
    }
    let name = FeatureName.name(tags.text("piste:name")) ?? FeatureName.name(tags.text("name"))
    let ref = tags.text("piste:ref") ?? tags.text("ref")
    return name == nil && ref == nil ? nil : (name, ref)
  }

  /// The id of the relation, when its members are sections of one lift.
  var liftRelation: String? {
    guard let number else { return nil }
    let routes: Set<String> = ["aerialway", "funicular", "ski_lift"]
    let isLift = tags.word("aerialway") != nil || tags.word("route").map(routes.contains) ?? false
    return isLift ? "relation/\(number)" : nil
  }
}

extension Properties {
  /// The piste whose relation lists the way; nil when none or several do: then it belongs to no one of them.
  var onlyPiste: (name: String?, ref: String?)? { pistes.count == 1 ? pistes[0] : nil }

  /// The direction that relations of pistes give a way: one way only when they agree.
  var pisteDirection: OnewayTag? {
    guard relationRoles.count == 1 else { return nil }
    return relationRoles.contains("forward") ? .oneway : .reverse
  }
}
