import SkiBase

/// The values of a B record of IGC.
struct IGCFix {
  /// The time in seconds since midnight, UTC.
  let secondsOfDay: Double
  /// The position and its properties, without a time.
  private(set) var draft = TrackDraft()

  /// Reads a record `B HHMMSS DDMMmmmN DDDMMmmmE V PPPPP GGGGG`, and its extensions; nil where it is malformed.
  init?(_ line: [UInt8], _ extensions: IGCExtensions) {
    guard line.count >= 35, let hour = Self.number(line[1..<3]), let minute = Self.number(line[3..<5]),
      let second = Self.number(line[5..<7]), hour < 24, minute < 60, second < 61,
      let latitude = Self.degrees(line[7..<14], extensions.digits(.latitude, in: line)),
      let longitude = Self.degrees(line[15..<23], extensions.digits(.longitude, in: line)),
      "NS".utf8.contains(line[14]), "EW".utf8.contains(line[23])
    else { return nil }
    secondsOfDay =
      Double(hour * 3600 + minute * 60 + second) + (extensions.fraction(.second, in: line) ?? 0)
    draft.latitude = line[14] == UInt8(ascii: "S") ? -latitude : latitude
    draft.longitude = line[23] == UInt8(ascii: "W") ? -longitude : longitude
    draft.hasPlace = true
    takeElevation(
      pressure: Self.number(line[25..<30]), satellites: Self.number(line[30..<35]),
      isValid: line[24] == UInt8(ascii: "A"))
    draft.horizontalAccuracyMetres = extensions.number(.accuracy, in: line)
    draft.speedMetresPerSecond = extensions.number(.speed, in: line).map { $0 / 3.6 }
    draft.courseDegrees = extensions.number(.course, in: line)
  }

  /// Takes the elevation of the satellites where it is valid (A), else that of the pressure; 0 is none.
  private mutating func takeElevation(pressure: Int?, satellites: Int?, isValid: Bool) {
    let known = isValid ? [satellites, pressure] : [pressure]
    draft.elevationMetres = known.lazy.compactMap { $0 }.first { $0 != 0 }.map(Double.init)
    if pressure == nil || satellites == nil { draft.invalidValueCount += 1 }
  }

  /// Returns degrees from whole degrees, whole minutes and thousandths of minutes, with further decimals.
  private static func degrees(_ bytes: ArraySlice<UInt8>, _ decimals: ArraySlice<UInt8>) -> Double? {
    let whole = bytes.dropLast(5)
    guard let degrees = number(whole), let minutes = number(bytes.suffix(5) + decimals) else { return nil }
    let scale = decimals.reduce(1000.0) { scale, _ in scale * 10 }
    let value = Double(minutes) / scale
    // Recorders that round write 60.000 minutes.
    return value <= 60 ? Double(degrees) + value / 60 : nil
  }

  /// Returns a number of digits, which may begin with a minus; nil for anything else.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard !rest.isEmpty, rest.count <= 15 else { return nil }
    var value = 0
    for byte in rest {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return isNegative ? -value : value
  }
}
