import SkiBase

/// The table of the sections of one part of a `.skimap`; see Data/Formats/skimap.md.
struct SectionTable {
  static let headerSize = 32
  static let entrySize = 32
  static let alignment = 64

  /// The part's name in errors: `region 3`.
  let partName: String
  private let buffer: UnsafeRawBufferPointer
  private var entries: [UInt32: Entry] = [:]

  /// The location of a section in the part.
  private struct Entry {
    var offset: Int
    var count: Int
    var elementSize: Int
  }

  /// Reads and checks the table of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when the table or an entry is out of bounds, or a section occurs
  ///   twice.
  init(_ buffer: UnsafeRawBufferPointer, of partName: String) throws(SkiError) {
    self.buffer = buffer
    self.partName = partName
    let sections =
      buffer.count < Self.headerSize ? 0 : Int(buffer.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    guard buffer.count >= Self.headerSize,
      Self.headerSize + sections * Self.entrySize <= buffer.count
    else { throw MapRule.sectionTable.broken(at: "the section table of its \(partName)") }
    for index in 0..<sections {
      let (id, entry) = try entry(at: Self.headerSize + index * Self.entrySize)
      guard entries[id] == nil else { throw broken(.sectionOnce, id) }
      entries[id] = entry
    }
  }

  private func entry(at start: Int) throws(SkiError) -> (UInt32, Entry) {
    let id = buffer.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    let elementSize = buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
    let offset = buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
    let count = buffer.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)
    let limit = elementSize == 1 ? MapLimits.mostTextBytes : MapLimits.mostElements
    guard count < limit else { throw broken(.sectionLimit, id) }
    guard elementSize > 0, elementSize <= 4096, offset % UInt64(Self.alignment) == 0,
      offset <= UInt64(buffer.count), count <= (UInt64(buffer.count) - offset) / UInt64(elementSize)
    else { throw broken(.sectionPlace, id) }
    return (id, Entry(offset: Int(offset), count: Int(count), elementSize: Int(elementSize)))
  }

  private func broken(_ rule: MapRule, _ id: UInt32) -> SkiError {
    rule.broken(at: "section \(id) of its \(partName)")
  }

  /// Returns whether the part has a section.
  func holds(_ id: SectionID) -> Bool { entries[id.rawValue] != nil }

  /// Returns a typed view of a section.
  /// - Throws: ``SkiError`` with code `.malformedData` when it is missing or its elements have another width.
  func section<T: BitwiseCopyable>(_ id: SectionID, as: T.Type = T.self) throws(SkiError) -> SectionRow<T> {
    guard let entry = entries[id.rawValue], entry.elementSize == MemoryLayout<T>.stride else {
      throw broken(.sectionWidth, id.rawValue)
    }
    return SectionRow(
      UnsafeRawBufferPointer(rebasing: buffer[entry.offset..<entry.offset + entry.count * entry.elementSize])
        .bindMemory(to: T.self))
  }
}

/// A set of strings, numbered in order of first use.
///
/// Strings are compared by their bytes: Swift treats composed and decomposed letters as equal, but an id has to be
/// stored as written, and folded names are ordered by bytes.
struct StringTable {
  private(set) var offsets: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [Key: UInt32] = [:]

  /// Returns the number of a string, adding it when needed; `UInt32.max` for nil.
  ///
  /// Beyond 4 GiB of text no string is added; see ``isFull``.
  mutating func number(_ text: String?) -> UInt32 {
    guard let text else { return .max }
    let key = Key(text: text)
    if let known = numbers[key] { return known }
    let end = UInt32(exactly: bytes.count + text.utf8.count)
    guard let end else {
      isFull = true
      return .max
    }
    let number = UInt32(offsets.count - 1)
    bytes.append(contentsOf: text.utf8)
    offsets.append(end)
    numbers[key] = number
    return number
  }

  /// Indicates whether a string was refused because the table holds 4 GiB.
  private(set) var isFull = false

  /// A string compared by its bytes.
  private struct Key: Hashable {
    var text: String

    static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    func hash(into hasher: inout Hasher) {
      var bytes = text
      bytes.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// The elements of one section of a map, with bounds checks in release builds too.
///
/// A view that does not keep the map alive. Inner loops of searches use ``unchecked`` with indices from sections
/// checked when the region was opened. It is public because generic code of a package type is not specialised in other
/// targets (Swift 6.3), which searches and drawing need.
@usableFromInline
package struct SectionRow<Element: BitwiseCopyable>: RandomAccessCollection {
  /// The elements without bounds checks, for the inner loops of searches.
  @usableFromInline package let unchecked: UnsafeBufferPointer<Element>

  /// Creates a view of memory owned by the caller.
  @inlinable
  package init(_ elements: UnsafeBufferPointer<Element>) { unchecked = elements }

  /// Creates an empty view, for a section the map does not have.
  @inlinable
  package init() { unchecked = UnsafeBufferPointer(start: nil, count: 0) }

  /// The first position: 0.
  @inlinable package var startIndex: Int { 0 }
  /// The position after the last element.
  @inlinable package var endIndex: Int { unchecked.count }

  /// Returns an iterator over the elements.
  @inlinable package func makeIterator() -> UnsafeBufferPointer<Element>.Iterator { unchecked.makeIterator() }

  /// Returns an element.
  /// - Precondition: `0 <= position < count`.
  @inlinable
  package subscript(position: Int) -> Element {
    precondition(
      UInt(bitPattern: position) < UInt(bitPattern: unchecked.count), "position is outside its section")
    return unchecked[position]
  }

  /// Returns the elements of a range of positions.
  /// - Precondition: The positions lie in the section.
  func row(_ positions: Range<Int>) -> SectionRow {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "positions are outside their section")
    return SectionRow(UnsafeBufferPointer(rebasing: unchecked[positions]))
  }
}
