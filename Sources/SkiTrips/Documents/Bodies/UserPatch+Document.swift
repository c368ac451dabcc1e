package import SkiFormats

extension UserPatch: TripsBody {
  /// The members of a body.
  package static let names = ["name", "links", "skier"]

  /// The changes as an object of JSON, without members that stay as they are.
  package var json: JSONValue {
    .given([
      "name": name.map { JSONValue.string($0) }, "links": links.map { JSONValue.documents($0) },
      "skier": skier?.json,
    ])
  }

  /// Creates changes from a body.
  package init(_ document: DocumentReader) throws {
    self.init(
      name: try document.text("name"), links: try document.parts("links"), skier: try document.part("skier"))
  }
}

extension UserLink: TripsBody {
  /// The members of a link.
  package static let names = ["label", "address", "audience"]

  /// Creates a link from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      label: try document.requiredText("label"), address: try document.requiredText("address"),
      audience: try document.requiredWord("audience"))
  }
}

extension SkierWords: TripsBody {
  /// The members of a profile.
  package static let names = ["ability", "board", "maxDifficulty", "ungraded", "avoid", "allow"]

  /// Creates a profile from its document; members that are absent are those of an intermediate skier on skis.
  package init(_ document: DocumentReader) throws {
    var words = SkierWords()
    words.ability = try document.text("ability") ?? words.ability
    words.board = try document.bool("board") ?? words.board
    words.maxDifficulty = try document.text("maxDifficulty")
    words.ungraded = try document.text("ungraded") ?? words.ungraded
    words.avoid = try document.texts("avoid") ?? []
    words.allow = try document.texts("allow") ?? []
    self = words
  }
}
