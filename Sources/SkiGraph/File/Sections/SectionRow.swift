/// The elements of one section of a map, with bounds checks in release builds too.
///
/// A view that does not keep the map alive. Inner loops of searches use ``unchecked`` with indices from sections
/// checked when the region was opened.
package struct SectionRow<Element: BitwiseCopyable>: RandomAccessCollection {
  /// The elements without bounds checks, for the inner loops of searches.
  package let unchecked: UnsafeBufferPointer<Element>

  /// Creates a view of memory owned by the caller.
  @inlinable
  package init(_ elements: UnsafeBufferPointer<Element>) { unchecked = elements }

  /// Creates an empty view, for a section the map does not have.
  @inlinable
  package init() { unchecked = UnsafeBufferPointer(start: nil, count: 0) }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { unchecked.count }
  @inlinable package var count: Int { unchecked.count }

  // Spelled out, since the generic defaults are not specialised for a package type in other targets (Swift 6.3).
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

  /// Returns the elements of a range of positions.
  /// - Precondition: The positions lie in the section.
  func row(_ positions: Range<Int>) -> SectionRow {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "positions are outside their section")
    return SectionRow(UnsafeBufferPointer(rebasing: unchecked[positions]))
  }
}
