import SkiBase

/// The messages and fields of the public FIT profile that are read.
///
/// **Source:** FIT SDK, Profile.xlsx (Garmin): messages `session`, `record`, `event`.
enum FITProfile {
  static let session: UInt16 = 18
  static let record: UInt16 = 20
  static let event: UInt16 = 21
  /// The field of every message with its time.
  static let timestamp: UInt8 = 253
  /// The seconds from 1970 to the epoch of FIT, 1989-12-31T00:00:00Z.
  static let epochSeconds = 631_065_600.0
  /// Times below count the seconds since the device was switched on.
  static let firstAbsoluteTime: UInt32 = 0x1000_0000

  /// Returns the point in a record message.
  /// - Parameters:
  ///   - bytes: The bytes of the message.
  ///   - definition: The layout of the message.
  ///   - timestamp: The time of the message; nil when it has none.
  static func point(_ bytes: [UInt8], _ definition: FITDefinition, timestamp: UInt32?) -> TrackDraft {
    var draft = TrackDraft()
    let degreesPerSemicircle = 180.0 / 2_147_483_648
    draft.latitude = definition.value(0, in: bytes).map { $0 * degreesPerSemicircle }
    draft.longitude = definition.value(1, in: bytes).map { $0 * degreesPerSemicircle }
    draft.hasPlace = draft.latitude != nil || draft.longitude != nil
    // Enhanced altitude, else altitude: fifths of a metre above −500 m.
    draft.elevationMetres = (definition.value(78, in: bytes) ?? definition.value(2, in: bytes))
      .map { $0 / 5 - 500 }
    // Enhanced speed, else speed: millimetres per second.
    draft.speedMetresPerSecond = (definition.value(73, in: bytes) ?? definition.value(6, in: bytes))
      .map { $0 / 1000 }
    draft.horizontalAccuracyMetres = definition.value(31, in: bytes)
    if let timestamp {
      draft.hasBadTime = timestamp < firstAbsoluteTime
      let time = UniversalTime(secondsSince1970: epochSeconds + Double(timestamp))
      draft.time = draft.hasBadTime ? nil : ParsedTime(time: time, hasZone: true)
    }
    return draft
  }

  /// Returns whether an event message starts or stops the timer.
  static func isTimerEvent(_ bytes: [UInt8], _ definition: FITDefinition) -> Bool {
    // Event 0 is the timer; types are start, stop, stop all, stop and disable, stop and disable all.
    guard definition.value(0, in: bytes) == 0, let type = definition.value(1, in: bytes) else { return false }
    return [0, 1, 4, 8, 9].contains(type)
  }
}
