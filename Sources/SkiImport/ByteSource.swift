import Glibc
import SkiGeo

/// Where the bytes of one input come from: an open file, or memory.
///
/// A file is read with positioned reads, never mapped, so that a file that shrinks meanwhile can't crash us.
final class ByteSource: Sendable {
  private enum Storage: Sendable {
    case file(descriptor: Int32)
    case memory([UInt8])
  }

  /// The path, or the name of a document in memory.
  let name: String
  /// The size when it was opened, for progress.
  let size: Int64
  private let storage: Storage

  /// Takes bytes in memory.
  init(name: String, bytes: [UInt8]) {
    self.name = name
    size = Int64(bytes.count)
    storage = .memory(bytes)
  }

  /// Opens a file. - Throws: `SkiError.Code.missingInput` when it can't be opened or is a folder.
  init(path: String) throws(SkiError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SkiError(
        .missingInput, "the file can't be opened, check its path and permissions", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw SkiError(.missingInput, "this is a folder, expected a GeoJSON file", subject: path)
    }
    name = path
    size = Int64(information.st_size)
    storage = .file(descriptor: descriptor)
  }

  deinit {
    if case .file(let descriptor) = storage { close(descriptor) }
  }

  /// The last component of the path.
  var lastComponent: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Fills a window from an offset and returns how many bytes there were; 0 at the end.
  /// - Throws: `SkiError.Code.inputOutput` when reading fails.
  func read(into window: inout [UInt8], at offset: Int64) throws(SkiError) -> Int {
    switch storage {
    case .memory(let bytes):
      let start = min(Int(offset), bytes.count)
      let count = min(window.count, bytes.count - start)
      window.replaceSubrange(0..<count, with: bytes[start..<(start + count)])
      return count
    case .file(let descriptor):
      while true {
        let count = window.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
        }
        if count >= 0 { return count }
        guard errno == EINTR else {
          throw SkiError(
            .inputOutput, "reading failed at byte \(offset)", subject: name,
            underlying: String(cString: strerror(errno)))
        }
      }
    }
  }
}
