import CZip
import SkiGeo

/// A zip archive opened for one caller; libzip's handle belongs to one task at a time.
final class ZipFile {
  /// A file within the archive.
  struct Member {
    let index: UInt64
    /// Its name with the folders it lies in.
    let name: String
    /// What it will be when unpacked, bytes, as the archive claims.
    let size: UInt64
  }

  /// The most files an archive may hold.
  static let memberLimit = 100_000

  private let handle: OpaquePointer
  private let path: String

  /// - Throws: ``SkiError`` with code `.malformedData` when the file is no zip archive, `.limitExceeded` when it holds
  ///   more files than can be believed.
  init(_ path: String) throws {
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw SkiError(
        .malformedData, "zip archive can't be opened; fetch it again", subject: path,
        underlying: "libzip code \(code)")
    }
    self.handle = handle
    self.path = path
    let count = zip_get_num_entries(handle, 0)
    guard (0...Int64(Self.memberLimit)).contains(count) else {
      throw SkiError(
        .limitExceeded, "zip archive holds \(count) files, more than \(Self.memberLimit); unpack it",
        subject: path)
    }
  }

  deinit { zip_discard(handle) }

  /// The files whose names end in `.hgt`, in their order. Complexity: O(*n*) in the files of the archive.
  func heightMembers() -> [Member] {
    (0..<UInt64(max(0, zip_get_num_entries(handle, 0)))).compactMap { index in
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(handle, index, 0, &status) == 0, let text = status.name,
        status.valid & UInt64(ZIP_STAT_SIZE) != 0
      else { return nil }
      let name = String(cString: text)
      let isHeights = name.lowercased().hasSuffix(".hgt") && !name.hasPrefix("__MACOSX/")
      return isHeights ? Member(index: index, name: name, size: status.size) : nil
    }
  }

  /// Unpacks a file that must be of a known size; its checksum is checked.
  /// - Throws: ``SkiError`` with code `.malformedData`.
  /// - Complexity: O(size).
  func contents(ofMember index: UInt64, byteCount: Int) throws -> [UInt8] {
    guard let member = zip_fopen_index(handle, index, 0) else {
      throw SkiError(
        .malformedData, "file in the zip archive can't be unpacked; fetch it again", subject: path,
        underlying: String(cString: zip_strerror(handle)))
    }
    defer { zip_fclose(member) }
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      while filled < byteCount, let base = buffer.baseAddress {
        let got = zip_fread(member, base + filled, UInt64(byteCount - filled))
        if got <= 0 { break }
        filled += Int(got)
      }
    }
    // The end must be here, and reaching it makes libzip check the sum.
    var more: UInt8 = 0
    guard bytes.count == byteCount, zip_fread(member, &more, 1) == 0 else {
      throw SkiError(
        .malformedData,
        "file in the zip archive gave \(bytes.count) bytes or is damaged, not \(byteCount); fetch it again",
        subject: path)
    }
    return bytes
  }
}
