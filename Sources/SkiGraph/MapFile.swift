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
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
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

extension RoutingGraphBuilder {
  /// Freezes what was collected into a `.skimap` file, beside its place first and then renamed into it.
  ///
  /// Whatever stood there before stays until the new map is whole on disk; nothing is left behind on failure.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file can't be made, `.inputOutput` when writing fails.
  /// - Complexity: O(*n* log *n*) in nodes, links and features.
  public func write(toFile path: String) throws {
    let bytes = try encoded()
    let temporary = "\(path).part-\(getpid())"
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "map can't be written: \(String(cString: strerror(errno))); choose a folder you may write to",
        subject: path)
    }
    do {
      try Self.writeAll(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw Self.writeFailure() }
    } catch var error as SkiError {
      close(descriptor)
      unlink(temporary)
      error.subject = path
      throw error
    }
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw SkiError(.unwritableOutput, "map can't be put in place: \(reason)", subject: path)
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var done = 0
      while done < buffer.count {
        let written = Glibc.write(descriptor, base + done, min(buffer.count - done, 1 << 26))
        if written > 0 {
          done += written
        } else if errno != EINTR {
          throw writeFailure()
        }
      }
    }
  }

  private static func writeFailure() -> SkiError {
    SkiError(.inputOutput, "writing failed: \(String(cString: strerror(errno))); nothing was left there")
  }
}
