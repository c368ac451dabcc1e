import SkiBase

/// The parsed text of a place: `lift:Name@top`.
struct PlaceQuery {
  /// The end of a feature.
  enum End: String { case top, bottom }

  /// The text as written.
  let text: String
  /// The name or id without prefix and suffix.
  var name: String
  /// The kind selected by the prefix; nil without one.
  var kind: FeatureKind?
  /// The end selected by the suffix; nil without one.
  var end: End?

  /// Parses a text.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name and for `@name`, which is reserved.
  init(_ text: String) throws(SkiError) {
    self.text = text
    var rest = text[...].drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if rest.hasPrefix("@") {
      throw SkiError(
        .invalidArgument,
        "place \(text.shownSafely()) names a traveller, which is on no map; name a lift, run or hut")
    }
    for kind in [FeatureKind.lift, .run, .station, .hut]
    where rest.lowercased().hasPrefix(kind.rawValue + ":") {
      self.kind = kind
      rest = rest.dropFirst(kind.rawValue.count + 1).drop { $0.isWhitespace }
      break
    }
    for end in [End.top, .bottom] where rest.lowercased().hasSuffix("@" + end.rawValue) {
      self.end = end
      rest = rest.dropLast(end.rawValue.count + 1)
      break
    }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    name = String(rest)
    try SkiError.require(
      !name.isEmpty, "place is empty; name a lift, run or hut, or write latitude,longitude")
  }

  /// Returns whether a kind agrees with the prefix.
  func fits(_ kind: FeatureKind) -> Bool { self.kind == nil || self.kind == kind }

  /// Returns whether the kind of a key's feature agrees with the prefix.
  func fits(_ key: NameKey) -> Bool { FeatureKind(code: key.kind).map(fits) ?? false }

  /// Returns the maximum edit distance for a folded name: 0 up to 3 letters, 1 up to 7, then 2.
  static func toleratedErrors(_ folded: String) -> Int {
    switch folded.count {
    case ...3: 0
    case ...7: 1
    default: 2
    }
  }
}
