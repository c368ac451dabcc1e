import SkiBase
import SkiGraph

/// A way's membership in a relation, in the form of osmtogeojson and Overpass Turbo: an element of `@relations` with
/// `role`, `rel` and `reltags`.
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
        if case .text(let role)? = try Properties.readSingle(&cursor) {
          membership.role = role.raw.lowercased()
        }
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

  /// The role when it states the direction of a piste: `forward` or `backward` in a piste route.
  var directionRole: String? {
    guard let role, role == "forward" || role == "backward" else { return nil }
    let isPiste = tags.word(.pisteType) != nil || ["piste", "ski"].contains(tags.word(.route) ?? "")
    return isPiste ? role : nil
  }

  /// The name and number of a piste relation, if it has any.
  var piste: (name: String?, ref: String?)? {
    guard tags.word(.pisteType) != nil || ["piste", "ski"].contains(tags.word(.route) ?? "") else {
      return nil
    }
    let name = FeatureName.name(tags.text(.pisteName)) ?? FeatureName.name(tags.text(.name))
    let ref = tags.text(.pisteRef) ?? tags.text(.ref)
    return name == nil && ref == nil ? nil : (name, ref)
  }

  /// The id of the relation when its members are sections of one lift.
  var liftRelation: String? {
    guard let number else { return nil }
    let routes: Set<String> = ["aerialway", "funicular", "ski_lift"]
    let isLift = tags.word(.aerialway) != nil || tags.word(.route).map(routes.contains) ?? false
    return isLift ? "relation/\(number)" : nil
  }
}

extension Properties {
  /// The only piste relation of the way; nil when there is none or several, which is ambiguous.
  var onlyPiste: (name: String?, ref: String?)? { pistes.count == 1 ? pistes[0] : nil }

  /// The direction of the way in piste relations; nil unless they agree.
  var pisteDirection: OnewayTag? {
    guard relationRoles.count == 1 else { return nil }
    return relationRoles.contains("forward") ? .oneway : .reverse
  }
}
