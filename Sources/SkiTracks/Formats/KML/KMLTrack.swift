import SkiBase

/// A `gx:Track` while it is read: times and positions are written apart and belong together by their order.
struct KMLTrack {
  private enum Quantity { case speed, course, accuracy }

  /// The times; nil for those that can't be read.
  private var times: [ParsedTime?] = []
  /// The positions; nil for empty ones.
  private var positions: [KMLPosition?] = []
  private var values: [Quantity: [Double?]] = [:]
  /// The quantity of the open array of values.
  private var quantity: Quantity?
  /// Indicates whether elevations are heights above the ground.
  private var isAboveGround = false

  /// Begins an array of values; one value for each position.
  mutating func beginValues(_ name: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "speed": quantity = .speed
    case "bearing", "course", "heading": quantity = .course
    case "accuracy": quantity = .accuracy
    default: quantity = nil
    }
  }

  /// Takes the text of an element inside the track.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  mutating func take(
    _ text: ArraySlice<UInt8>, of name: [UInt8], line: Int, _ tracks: borrowing TrackCollector
  ) throws(SkiError) {
    if name.equals("when") {
      times.append(ParsedTime(iso8601: text, offsetWithoutZone: tracks.options.offsetWithoutZone))
    } else if name.equals("coord") {
      positions.append(text.isEmpty ? nil : KMLPosition(text, line: line) { $0.isXMLBlank })
    } else if name.equals("value"), let quantity {
      values[quantity, default: []].append(DecimalNumber.read(text))
    } else if name.equals("SimpleArrayData") {
      quantity = nil
    } else if name.equals("altitudeMode") {
      isAboveGround = Array(text).equals("relativeToGround")
    }
    let count = max(times.count, positions.count, values.values.lazy.map(\.count).max() ?? 0)
    guard count <= tracks.options.pointLimit else { throw tracks.tooMany() }
  }

  /// Adds the points of the track.
  func add(to tracks: inout TrackCollector) throws(SkiError) {
    for index in 0..<max(times.count, positions.count) {
      var draft = TrackDraft()
      if index < positions.count, let place = positions[index] { draft.take(place) }
      if isAboveGround { draft.elevationMetres = nil }
      if index < times.count {
        draft.time = times[index]
        draft.hasBadTime = times[index] == nil
      }
      draft.speedMetresPerSecond = value(.speed, index)
      draft.courseDegrees = value(.course, index)
      draft.horizontalAccuracyMetres = value(.accuracy, index)
      try tracks.add(draft)
    }
  }

  private func value(_ quantity: Quantity, _ index: Int) -> Double? {
    guard let list = values[quantity], index < list.count else { return nil }
    return list[index]
  }
}
