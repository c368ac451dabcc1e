import Glibc
import SkiGeo

extension RoutingGraph {
  /// Opens a `.skimap` file and checks all of it.
  ///
  /// The file is mapped, not read: pages come in as they are needed. It must not be truncated while it is open; the
  /// writer here never does that, it renames.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.unsupportedFormat` for another version,
  ///   `.malformedData` when it is truncated, altered or no map.
  /// - Complexity: O(size of the file).
  public static func open(path: String) throws -> RoutingGraph {
    do {
      return try RoutingGraph(storage: GraphStorage(bytes: MapBytes(mapping: path)))
    } catch var error as SkiError {
      error.subject = error.subject ?? path
      throw error
    }
  }
}

extension MapBytes {
  /// Maps a file for reading.
  convenience init(mapping path: String) throws {
    // Without O_NONBLOCK a pipe with no writer would hold the caller for ever.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw SkiError(
        .missingInput,
        "map can't be opened: \(String(cString: strerror(errno))); make one with skiroute build",
        subject: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SkiError(.malformedData, "map is not a file; name a .skimap", subject: path)
    }
    guard status.st_size >= SectionTable.headerSize else {
      throw SkiError(
        .malformedData, "map of \(status.st_size) bytes is too short to be one; build it again", subject: path
      )
    }
    guard let memory = mmap(nil, status.st_size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else {
      throw SkiError(.inputOutput, "map can't be mapped: \(String(cString: strerror(errno)))", subject: path)
    }
    self.init(taking: UnsafeRawBufferPointer(start: memory, count: status.st_size)) { buffer in
      munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }
  }
}
