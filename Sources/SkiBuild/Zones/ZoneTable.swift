package import SkiBase
import SkiTerrain

/// The time zones of the Earth by coordinate, as quadtrees over squares of 4°.
///
/// On land and within territorial waters the zone is that of the source but for coordinates nearer to a border between
/// zones than 0.7 km, half the diagonal of a cell at the equator. On the high seas it is that of the nearest land, found to
/// half a degree. Where states disagree about an area, the smaller zone holds.
///
/// **Source:** timezone-boundary-builder, © OpenStreetMap contributors, ODbL 1.0; Data/Formats/zones.md has its licence,
/// exactness and form.
package struct ZoneTable: Sendable {
  /// The table of this version, decoded when it is first used.
  package static let shipped: ZoneTable = {
    do throws(SkiError) {
      return try ZoneTable(text: packed)
    } catch {
      preconditionFailure("the shipped table of time zones can't be read: \(error)")
    }
  }()

  /// The release of timezone-boundary-builder the shipped table was made from, for example `2026c`.
  package static var release: String { shipped.release }

  /// The release of timezone-boundary-builder the table was made from.
  package let release: String
  /// The IANA names of all zones of the table, in order.
  package let names: [String]

  /// The levels below the root squares; a cell of the finest is `4 / 2^depth` degrees wide.
  let depth: Int
  /// The roots in rows from the south-west, then four children of each divided node: south-west, south-east, north-west,
  /// north-east. An entry is ``leaf`` and the index of a name, or the index of the first of four children.
  let entries: [UInt32]

  static let leaf: UInt32 = 1 << 31
  static let rootDegrees = 4
  static let rootColumns = 90
  static let rootRows = 45

  /// Returns the IANA name of the time zone at a coordinate, for example `Europe/Zurich`; nil for an invalid coordinate only.
  /// - Complexity: O(``depth``), at most 16 steps.
  package func zone(at coordinate: Coordinate) -> String? {
    guard coordinate.isValid else { return nil }
    let cellsPerDegree = Double(1 << depth) / Double(Self.rootDegrees)
    // The eastern and northern edges of the globe belong to the last cells.
    let column = min(Int((coordinate.longitude + 180) * cellsPerDegree), Self.rootColumns << depth - 1)
    let row = min(Int((coordinate.latitude + 90) * cellsPerDegree), Self.rootRows << depth - 1)
    var entry = entries[(row >> depth) * Self.rootColumns + column >> depth]
    var level = depth
    while entry & Self.leaf == 0 {
      level -= 1
      entry = entries[Int(entry) + (row >> level & 1) * 2 + column >> level & 1]
    }
    return names[Int(entry & ~Self.leaf)]
  }
}

extension ZoneTable {
  /// The largest size in bytes of an unpacked table.
  static let unpackedLimitBytes = 16 << 20

  /// Reads a table from the text of Tools/make-zones: base64 for URLs of a gzip member, in lines.
  /// - Throws: ``SkiError`` with code `.malformedData` for damaged text, `.unsupportedFormat` for another version of the
  ///   format, `.limitExceeded` for a table of more than 16 MiB.
  /// - Complexity: O(*n*) in the unpacked bytes.
  init(text: StaticString) throws(SkiError) {
    let bytes = text.withUTF8Buffer { Base64URL.decoded(utf8: $0.lazy.filter { $0 != UInt8(ascii: "\n") }) }
    guard let bytes else { throw Self.damaged("is no base64 text") }
    try self.init(packed: bytes)
  }

  /// Reads a table from a gzip member; see ``init(text:)`` for errors.
  init(packed: [UInt8]) throws(SkiError) {
    try self.init(bytes: gunzipped(packed, limitBytes: Self.unpackedLimitBytes, subject: Self.subject))
  }

  /// Reads a table from its unpacked bytes; see ``init(text:)`` for errors.
  init(bytes: [UInt8]) throws(SkiError) {
    var reader = ZoneTableReader(bytes: bytes)
    let lines = try reader.header()
    (depth, release, names) = (reader.depth, lines[0], Array(lines.dropFirst()))
    entries = try reader.entries(nameCount: names.count)
  }

  static let subject = "table of time zones"

  static func damaged(_ problem: String) -> SkiError {
    SkiError(.malformedData, "the table \(problem); make it anew by Tools/make-zones", subject: subject)
  }
}
