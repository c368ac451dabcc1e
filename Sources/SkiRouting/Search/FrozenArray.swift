/// An immutable array at a fixed address, for loops that read it by a pointer.
///
/// `@unchecked Sendable`: the memory is written by `init` alone, and freed with the last reference.
final class FrozenArray<Element: BitwiseCopyable>: @unchecked Sendable {
  /// The address of the first element; one element that is not initialised when the array is empty.
  let base: UnsafePointer<Element>
  /// The number of elements.
  let count: Int
  private let memory: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer {
      if let source = $0.baseAddress { memory.initialize(from: source, count: elements.count) }
    }
    (count, base, self.memory) = (elements.count, UnsafePointer(memory), memory)
  }

  deinit { memory.deallocate() }
}
