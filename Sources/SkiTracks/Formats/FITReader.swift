import SkiBase
import SkiGraph

/// Reads FIT files of Garmin and others: the positions in record messages; see Data/Formats/tracks.md.
///
/// Lengths in the file are never trusted: bytes are read in order, and a message takes at most 130 kB.
///
/// **Source:** FIT SDK, "FIT Protocol" (Garmin).
struct FITReader: ~Copyable {
  private var input: TrackInput
  private var checksum = FITChecksum()
  /// The layouts of the local message types.
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  /// The time of the last message with one, to which compressed times refer.
  private var timestamp: UInt32?
  private var bytes: [UInt8] = []

  private init(_ input: consuming TrackInput) { self.input = input }

  /// Reads a file or several chained ones; of a truncated or damaged one the part before the fault, with a note in the
  /// report.
  /// - Throws: ``SkiError`` with code `.malformedData` for a fault before the first point, and the errors of the input
  ///   and the collector.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    tracks.positionUnit = "byte"
    var reader = FITReader(input)
    do {
      repeat { try reader.readFile(&tracks) } while try reader.hasFileNext(&tracks)
    } catch let fault as FITFault {
      let byte = reader.input.byteOffset
      guard tracks.pointCount > 0 else {
        throw SkiError(
          .malformedData, "\(fault.reason); export the recording again",
          subject: "\(tracks.name), byte \(byte)")
      }
      tracks.note(fault == .cutOff ? .cutOff : .damaged, .noted, at: byte, fault.reason)
    }
  }

  /// Returns whether another file follows; other bytes are noted.
  private mutating func hasFileNext(_ tracks: inout TrackCollector) throws -> Bool {
    guard let first = try input.peek() else { return false }
    if first >= 12 { return true }
    tracks.note(.trailingData, .noted, at: input.byteOffset)
    return false
  }

  private mutating func readFile(_ tracks: inout TrackCollector) throws {
    tracks.beginTrack(.track)
    checksum = FITChecksum()
    definitions = [FITDefinition?](repeating: nil, count: 16)
    timestamp = nil
    let dataByteCount = try readHeader(&tracks)
    let start = input.byteOffset
    guard let dataByteCount else {
      // A recording that was never finished has no length; its messages go on to the end of the file.
      while try input.peek() != nil { try readMessage(&tracks) }
      throw FITFault.cutOff
    }
    while input.byteOffset - start < dataByteCount { try readMessage(&tracks) }
    guard input.byteOffset - start == dataByteCount else {
      throw FITFault.damaged("the last message is longer than its file")
    }
    let expected = checksum.value
    let position = input.byteOffset
    guard UInt16(try take()) | UInt16(try take()) << 8 != expected else { return }
    tracks.note(.fileChecksumInvalid, .noted, at: position)
  }

  /// Reads the header and returns the number of bytes of messages; nil where it is not set.
  private mutating func readHeader(_ tracks: inout TrackCollector) throws -> Int? {
    let position = input.byteOffset
    let byteCount = Int(try take())
    try read(byteCount: max(11, byteCount - 1), checksums: 11)
    guard byteCount >= 12, bytes[7..<11].elementsEqual(".FIT".utf8) else {
      throw FITFault.damaged("a FIT header is expected")
    }
    let expected = checksum.value
    for byte in bytes[11...] { checksum.add(byte) }
    if bytes.count >= 13 {
      let written = UInt16(bytes[11]) | UInt16(bytes[12]) << 8
      if written != 0, written != expected {
        tracks.note(.fileChecksumInvalid, .noted, at: position, "header")
      }
    }
    let size = (3..<7).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 3)) }
    return size == 0 || size == 0xFFFF_FFFF ? nil : size
  }

  private mutating func readMessage(_ tracks: inout TrackCollector) throws {
    let position = input.byteOffset
    let header = try take()
    if header & 0x80 != 0 {
      advanceTime(to: header & 0x1F)
      try readData(local: Int(header >> 5 & 3), hasTime: true, at: position, &tracks)
    } else if header & 0x40 != 0 {
      try readDefinition(local: Int(header & 15), hasDeveloperFields: header & 0x20 != 0)
    } else {
      try readData(local: Int(header & 15), hasTime: false, at: position, &tracks)
    }
  }

  /// Advances the time to the next with given lowest five bits.
  private mutating func advanceTime(to lowBits: UInt8) {
    guard let last = timestamp else { return }
    timestamp = last &+ UInt32((lowBits &- UInt8(last & 0x1F)) & 0x1F)
  }

  private mutating func readDefinition(local: Int, hasDeveloperFields: Bool) throws {
    try read(byteCount: 5)
    let isBigEndian = bytes[1] == 1
    guard bytes[1] <= 1 else { throw FITFault.damaged("byte order \(bytes[1]) is unknown") }
    let (first, second) = (UInt16(bytes[2]), UInt16(bytes[3]))
    var definition = FITDefinition(
      message: isBigEndian ? first << 8 | second : second << 8 | first, isBigEndian: isBigEndian)
    try read(byteCount: 3 * Int(bytes[4]))
    for start in stride(from: 0, to: bytes.count, by: 3) {
      definition.append(number: bytes[start], byteCount: bytes[start + 1], baseType: bytes[start + 2])
    }
    if hasDeveloperFields {
      try read(byteCount: 3 * Int(try take()))
      for start in stride(from: 0, to: bytes.count, by: 3) {
        definition.appendSkipped(byteCount: bytes[start + 1])
      }
    }
    definitions[local] = definition
  }

  private mutating func readData(
    local: Int, hasTime: Bool, at position: Int, _ tracks: inout TrackCollector
  ) throws {
    guard let definition = definitions[local] else {
      throw FITFault.damaged("message type \(local) is not defined")
    }
    try read(byteCount: definition.byteCount)
    let written = definition.value(FITProfile.timestamp, in: bytes).flatMap { UInt32(exactly: $0) }
    timestamp = written ?? timestamp
    switch definition.message {
    case FITProfile.record:
      var point = FITProfile.point(bytes, definition, timestamp: hasTime ? timestamp : written)
      point.position = position
      try tracks.add(point)
    case FITProfile.event:
      if FITProfile.isTimerEvent(bytes, definition) { tracks.endSegment() }
    case FITProfile.session: tracks.beginTrack(.track)
    default: break
    }
  }

  /// Replaces `bytes` by the next ones; those after the first `checksums` are not added to the checksum.
  private mutating func read(byteCount: Int, checksums: Int = .max) throws {
    bytes.removeAll(keepingCapacity: true)
    for index in 0..<byteCount {
      guard let byte = try input.next() else { throw FITFault.cutOff }
      if index < checksums { checksum.add(byte) }
      bytes.append(byte)
    }
  }

  private mutating func take() throws -> UInt8 {
    guard let byte = try input.next() else { throw FITFault.cutOff }
    checksum.add(byte)
    return byte
  }
}

/// The reason the rest of a FIT file can't be read.
enum FITFault: Error, Hashable {
  /// The file ends too early.
  case cutOff
  /// The file violates the protocol; with the violation.
  case damaged(String)

  /// The reason in messages.
  var reason: String {
    switch self {
    case .cutOff: "file ends too early"
    case .damaged(let reason): reason
    }
  }
}

/// The cyclic redundancy check of FIT files: 16 bits, polynomial 0x8005 reflected, initially 0 (CRC-16/ARC).
///
/// **Source:** FIT SDK, "CRC" (Garmin).
struct FITChecksum {
  /// The checksum of the bytes added up to now.
  private(set) var value: UInt16 = 0

  private static let nibbles: [UInt16] = [
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000,
    0x9C01, 0x8801, 0x4400,
  ]

  /// Adds a byte.
  @inline(__always)
  mutating func add(_ byte: UInt8) {
    value = value >> 4 ^ Self.nibbles[Int(value & 15)] ^ Self.nibbles[Int(byte & 15)]
    value = value >> 4 ^ Self.nibbles[Int(value & 15)] ^ Self.nibbles[Int(byte >> 4)]
  }
}

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
