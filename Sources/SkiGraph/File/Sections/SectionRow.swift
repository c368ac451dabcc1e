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
