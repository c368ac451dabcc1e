import CLibraries
import SkiBase

/// An open zip archive; libzip's handle belongs to one task at a time.
final class ZipFile {
  /// A member of the archive.
  struct Member {
    let index: UInt64
    /// The name with its folders.
    let name: String
    /// The decompressed size in bytes, as the archive claims.
    let size: UInt64
  }

  /// The maximum number of members.
  static let memberLimit = 100_000

  private let handle: OpaquePointer
  private let path: String

  /// Creates an archive by opening a file.
  /// - Throws: ``SkiError`` with code `.missingInput` when libzip can't be loaded, `.malformedData` when the file is no
  ///   zip archive, `.limitExceeded` when it has more members than the limit.
  init(_ path: String) throws(SkiError) {
    try SkiError.requireLibrary(zip_library_fault())
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

  /// Returns the members whose names end in `.hgt`, in their order.
  /// - Complexity: O(*n*) in the members of the archive.
  func elevationMembers() -> [Member] {
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

  /// Decompresses a member of a known size and verifies its checksum.
  /// - Throws: ``SkiError`` with code `.malformedData` when the member is damaged or has another size.
  /// - Complexity: O(*n*) in the bytes.
  func contents(ofMember index: UInt64, byteCount: Int) throws(SkiError) -> [UInt8] {
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
    // The member must end here; reading its end makes libzip verify the checksum.
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
