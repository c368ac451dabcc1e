/// An immutable array in fixed memory, read without bounds checks in inner loops.
///
/// `@unchecked Sendable`: the memory is written in `init` only.
final class FixedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafePointer<Element>
  let count: Int
  private let memory: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer {
      if let source = $0.baseAddress { fresh.initialize(from: source, count: elements.count) }
    }
    memory = fresh
    base = UnsafePointer(fresh)
  }

  deinit { memory.deallocate() }

  @inline(__always) subscript(_ index: Int) -> Element { base[index] }
}
