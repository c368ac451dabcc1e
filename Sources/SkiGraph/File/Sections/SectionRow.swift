/// The elements of one section of a map, one behind the other; every access is checked, in release builds too.
///
/// A view that does not keep the map alive; whoever holds one holds the map. Searches that touch millions of elements take
/// ``unchecked`` and answer for their indices: they come from rows that were checked when the region was opened.
package struct SectionRow<Element: BitwiseCopyable>: RandomAccessCollection {
  /// The elements without checks, for the inner loops of searches.
  package let unchecked: UnsafeBufferPointer<Element>

  /// Makes a row of memory that somebody else keeps.
  @inlinable
  package init(_ elements: UnsafeBufferPointer<Element>) { unchecked = elements }

  /// Makes the row of a section that a map does not have.
  @inlinable
  package init() { unchecked = UnsafeBufferPointer(start: nil, count: 0) }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { unchecked.count }
  @inlinable package var count: Int { unchecked.count }

  // The defaults of the standard library are generic, and not specialised for a package type in another target (Swift 6.3).
  @inlinable package func index(after position: Int) -> Int { position + 1 }
  @inlinable package func index(before position: Int) -> Int { position - 1 }
  @inlinable package func formIndex(after position: inout Int) { position += 1 }
  @inlinable package func formIndex(before position: inout Int) { position -= 1 }
  @inlinable package func makeIterator() -> UnsafeBufferPointer<Element>.Iterator { unchecked.makeIterator() }

  /// Returns an element.
  /// - Precondition: `0 <= position < count`.
  @inlinable
  package subscript(position: Int) -> Element {
    precondition(
      UInt(bitPattern: position) < UInt(bitPattern: unchecked.count), "position is outside its section")
    return unchecked[position]
  }

  /// Returns a part of the row.
  /// - Precondition: the positions lie in the row.
  func row(_ positions: Range<Int>) -> SectionRow {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "positions are outside their section")
    return SectionRow(UnsafeBufferPointer(rebasing: unchecked[positions]))
  }
}
