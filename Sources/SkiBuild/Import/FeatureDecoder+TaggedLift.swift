import SkiGraph

/// Decoding of lifts and their stations in raw OSM tags.
extension FeatureDecoder {
  mutating func aerialway(_ word: String, _ status: Lifecycle?) throws(FeatureRejection) -> SkiFeature {
    guard !excludedLiftWords.contains(word) else {
      throw FeatureRejection("notAPassengerLift", "aerialway=\(word)")
    }
    var lift = try taggedLift(aerialwayKind(word), status)
    lift.ropes = CabinRopes(word: word)
    return .lift(lift)
  }

  private mutating func aerialwayKind(_ word: String) -> LiftKind {
    if CabinRopes(word: word) != nil { return .gondola }
    let kinds = Set(word.split(separator: ";").compactMap { LiftKind(rawValue: String($0)) }).subtracting([
      .unknown
    ])
    if let kind = kinds.first, kinds.count == 1 { return kind }
    if kinds == [.gondola, .chairLift] { return .mixedLift }
    note("liftKindUnknown", .noted, "aerialway=\(word.prefix(60))")
    return .unknown
  }

  mutating func railway(_ word: String, _ status: Lifecycle?) throws(FeatureRejection) -> Lift {
    let isRack = tags.word(.rack).map { $0 != "no" } ?? false
    let rails: Set<String> = ["narrow_gauge", "rail", "light_rail", "tram", "monorail", "railway"]
    switch word {
    case "funicular": return try taggedLift(.funicular, status)
    case "rack", "rack_railway": return try taggedLift(.rackRailway, status)
    case _ where rails.contains(word): return try taggedLift(isRack ? .rackRailway : .railway, status)
    default: throw FeatureRejection("notAPassengerLift", "railway=\(word.prefix(60))")
    }
  }

  private mutating func taggedLift(_ kind: LiftKind, _ status: Lifecycle?) throws(FeatureRejection) -> Lift {
    let lines = try liftLines()
    if tags.word(.seasonal) == "summer" { note("summerOnly", .noted, "seasonal=summer") }
    var lift = Lift(
      id: id, name: FeatureName.name(tags.text(.name)), refs: ReferenceNumbers.list(tags.text(.ref)),
      kind: kind,
      occupancy: wholeNumber(.aerialwayOccupancy, 1...1000),
      capacityPerHour: wholeNumber(.aerialwayCapacity, 20...20_000), durationSeconds: taggedDuration(),
      isDetachable: tags.flag(.aerialwayDetachable), oneway: oneway(.oneway), status: lifecycle(status),
      parts: lines)
    lift.relationID = tags.liftRelations.first.map { SourceID($0) }
    (lift.hasBubble, lift.isHeated) = (tags.flag(.aerialwayBubble), tags.flag(.aerialwayHeating))
    addNamesAndAccess(to: &lift)
    return lift
  }

  /// Returns the duration of `aerialway:duration`; else that of `duration`, where two numbers are hours and minutes.
  private mutating func taggedDuration() -> Double? {
    let text = tags.text(.aerialwayDuration) ?? tags.text(.duration)
    guard let text else { return nil }
    let hasHours = !tags.has(.aerialwayDuration)
    let readings = [Self.durationSeconds(text, hasHours: hasHours), Self.durationSeconds(text)]
    if let seconds = readings.lazy.compactMap(\.self).first(where: { $0 > 0 && $0 <= 7200 }) {
      return seconds
    }
    note("durationUnreadable", .noted, String(text.prefix(60)))
    return nil
  }

  /// Parses a duration into seconds: minutes (`8`, `3.8`, `8 min`), `mm:ss`, `h:mm:ss`, seconds as `90 s`, or ISO 8601
  /// (`PT7M30S`); nil otherwise.
  ///
  /// Two numbers are hours and minutes with `hasHours`, and where the first is zero: no ride takes seconds.
  static func durationSeconds(_ text: String, hasHours: Bool = false) -> Double? {
    if let seconds = isoDurationSeconds(text) { return seconds }
    let words = text.lowercased().replacing(",", with: ".").split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    var number = String(first)
    var unit = words.count == 2 ? String(words[1]) : ""
    if unit.isEmpty, let letter = number.firstIndex(where: { ("a"..."z").contains($0) }) {
      unit = String(number[letter...])
      number = String(number[..<letter])
    }
    let parts = number.split(separator: ":", omittingEmptySubsequences: false).map { plainNumber($0) }
    guard !parts.contains(nil), parts.count <= 3 else { return nil }
    let values = parts.compactMap(\.self)
    switch (values.count, unit) {
    case (1, ""), (1, "min"), (1, "mins"), (1, "minutes"), (1, "minute"), (1, "m"): return values[0] * 60
    case (1, "s"), (1, "sec"), (1, "seconds"): return values[0]
    case (2, "") where hasHours || values[0] == 0: return values[0] * 3600 + values[1] * 60
    case (2, ""), (2, "min"): return values[0] * 60 + values[1]
    case (3, ""): return values[0] * 3600 + values[1] * 60 + values[2]
    default: return nil
    }
  }

  /// Parses a duration of ISO 8601 of days, hours, minutes and seconds, `PT7M30S`, into seconds; nil for other texts.
  static func isoDurationSeconds(_ text: String) -> Double? {
    let units: [(letter: Character, seconds: Double)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]
    var rest = text.lowercased().replacing(",", with: ".")[...]
    guard rest.popFirst() == "p" else { return nil }
    var (next, total, hasTime) = (0, 0.0, false)
    var digits = ""
    while let character = rest.popFirst() {
      if character == "t", !hasTime, digits.isEmpty {
        (hasTime, next) = (true, max(1, next))
      } else if let unit = units.indices.dropFirst(next).first(where: { units[$0].letter == character }) {
        guard (unit > 0) == hasTime, let count = plainNumber(digits[...]) else { return nil }
        total += count * units[unit].seconds
        (next, digits) = (unit + 1, "")
      } else {
        digits.append(character)
      }
    }
    return digits.isEmpty && next > 0 && text.last?.lowercased() != "t" ? total : nil
  }

  private static func plainNumber(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else {
      return nil
    }
    return Double(text)
  }

  /// Returns the station of a lift's tags on the outline of a building.
  mutating func stationBuilding(isRailway: Bool, _ status: Lifecycle?) throws(FeatureRejection) -> Spot {
    if let status, status != .operating { throw FeatureRejection("stationNotOperating", status.rawValue) }
    note("liftIsStation", .mended, "the outline of a building: a station of the lifts around it")
    return try station(isRailway: isRailway)
  }

  /// Returns a station: `aerialway:station` is its position, `aerialway:access` states boarding and alighting.
  ///
  /// Any point with `aerialway:access` is a station, pylons included.
  mutating func station(isRailway: Bool) throws(FeatureRejection) -> Spot {
    let status = lifecycle(nil)
    guard status == .operating else { throw FeatureRejection("stationNotOperating", status.rawValue) }
    var spot = try spot(.liftStation)
    spot.isRailway = isRailway
    spot.position = tags.word(.aerialwayStation)
    switch tags.word(.aerialwayAccess) {
    case "entry"?: (spot.allowsBoarding, spot.allowsAlighting) = (true, false)
    case "exit"?: (spot.allowsBoarding, spot.allowsAlighting) = (false, true)
    case "both"?: (spot.allowsBoarding, spot.allowsAlighting) = (true, true)
    case "no"?: (spot.allowsBoarding, spot.allowsAlighting) = (false, false)
    default: break
    }
    return spot
  }
}
