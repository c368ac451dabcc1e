import CLibraries
import Dispatch
import SkiBase
import SkiSystem
import Testing

/// The loading of system libraries: once, whole or not at all, with a reason.
struct LibraryLoaderTests {
  /// A library description whose texts live as long as it does.
  private final class Library: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<system_library>.allocate(capacity: 1)
    let functions: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let count: Int
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private var lists: [UnsafeMutablePointer<UnsafePointer<CChar>?>] = []

    init(files: [String], names: [String]) {
      count = names.count
      functions = .allocate(capacity: count)
      functions.initialize(repeating: nil, count: count)
      pointer.initialize(to: system_library())
      pointer.pointee.name = text("test")
      pointer.pointee.package = text("libtest-dev")
      pointer.pointee.files = UnsafePointer(list(files))
      pointer.pointee.names = UnsafePointer(list(names))
      pointer.pointee.functions = functions
      pointer.pointee.count = count
    }

    deinit {
      for text in texts { free(text) }
      for list in lists { list.deallocate() }
      functions.deallocate()
      pointer.deallocate()
    }

    private func text(_ string: String) -> UnsafePointer<CChar> {
      let copy = strdup(string)!
      texts.append(copy)
      return UnsafePointer(copy)
    }

    private func list(_ strings: [String]) -> UnsafeMutablePointer<UnsafePointer<CChar>?> {
      let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
      for (index, string) in strings.enumerated() { (list + index).initialize(to: text(string)) }
      (list + strings.count).initialize(to: nil)
      lists.append(list)
      return list
    }

    /// The message of the loader; nil when the library is loaded.
    func fault() -> String? { system_library_fault(pointer).map { String(cString: $0) } }
  }

  @Test func `the libraries of the headers are found, with all functions in use`() throws {
    for fault in [
      geos_library_fault(), proj_library_fault(), tiff_library_fault(), zip_library_fault(),
      sqlite_library_fault(),
    ] {
      try SkiError.requireLibrary(fault)
    }
  }

  @Test func `a missing library gives the same message each time, with its file and package`() {
    let library = Library(files: ["libnone.so.8", "libnone.so.9"], names: ["cos"])
    let message = library.fault()
    #expect(message?.hasPrefix("library test can't be loaded (libnone.so.9: ") == true, "\(message ?? "")")
    #expect(message?.hasSuffix("; install the Debian package libtest-dev") == true, "\(message ?? "")")
    #expect(library.fault() == message && library.functions[0] == nil)
    #expect {
      try SkiError.requireLibrary(system_library_fault(library.pointer))
    } throws: {
      ($0 as? SkiError)?.code == .missingInput && ($0 as? SkiError)?.message == message
    }
  }

  @Test func `the first file name that is found counts`() throws {
    let library = Library(files: ["libnone.so.9", "libm.so.6"], names: ["cos", "sin"])
    #expect(library.fault() == nil)
    let address = try #require(library.functions[1])
    let sine = unsafeBitCast(address, to: (@convention(c) (Double) -> Double).self)
    #expect(sine(0.5) == sin(0.5))
    #expect(system_library_function(library.pointer, 1) == address)
  }

  @Test func `a library that lacks a function is refused as a whole`() {
    let library = Library(files: ["libm.so.6"], names: ["cos", "no_such_function"])
    #expect(library.fault()?.contains("(it lacks no_such_function)") == true)
    #expect(library.functions[0] == nil && library.functions[1] == nil)
  }

  @Test func `a long reason is cut, not written beyond its room`() {
    let name = "lib" + String(repeating: "x", count: 200) + ".so"
    let library = Library(files: [name], names: [String(repeating: "y", count: 600)])
    #expect(library.fault()?.utf8.count ?? 0 > 200)
    let lacking = Library(files: ["libm.so.6"], names: [String(repeating: "y", count: 600)])
    #expect(lacking.fault()?.utf8.count == 511)
  }

  @Test func `threads that come at once get the same library`() {
    for _ in 0..<20 {
      let library = Library(files: ["libm.so.6"], names: ["cos", "sin", "tan"])
      let found = Locked<[UInt]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let address = UInt(bitPattern: system_library_function(library.pointer, 2))
        found.withLock { $0.append(address) }
      }
      #expect(Set(found.withLock { $0 }).count == 1 && library.fault() == nil)
    }
  }
}
