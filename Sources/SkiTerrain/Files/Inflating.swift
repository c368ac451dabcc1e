import CDeflate
package import SkiBase

/// Decompresses gzip data whose size is bounded before memory is allocated.
/// - Parameters:
///   - bytes: One gzip member.
///   - limitBytes: The maximum decompressed size.
///   - subject: The subject of errors.
/// - Throws: ``SkiError`` with code `.malformedData` when it is no complete gzip member, `.limitExceeded` when it
///   claims more than the limit.
/// - Complexity: O(*n*) in the decompressed bytes.
package func gunzipped(_ bytes: [UInt8], limitBytes: Int, subject: String) throws(SkiError) -> [UInt8] {
  try bytes.span.withUnsafeBytes { bytes throws(SkiError) in
    try gunzipped(bytes, limitBytes: limitBytes, subject: subject)
  }
}

/// Decompresses gzip data in memory; see ``gunzipped(_:limitBytes:subject:)``.
func gunzipped(_ bytes: UnsafeRawBufferPointer, limitBytes: Int, subject: String) throws(SkiError) -> [UInt8]
{
  guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B else {
    throw SkiError(
      .malformedData, "\(bytes.count) bytes are not gzip data; fetch the file again", subject: subject)
  }
  let tail = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
  let size = Int(UInt32(littleEndian: tail))
  guard size <= limitBytes else {
    throw SkiError(
      .limitExceeded,
      "gzip data claims to hold \(size) bytes, more than the limit of \(limitBytes); remove it",
      subject: subject)
  }
  // Deflate's maximum ratio is 1032:1: a larger claim is false.
  guard size <= bytes.count * 1040, let decompressor = libdeflate_alloc_decompressor() else {
    throw SkiError(
      .malformedData, "gzip data of \(bytes.count) bytes claims to hold \(size); fetch the file again",
      subject: subject)
  }
  defer { libdeflate_free_decompressor(decompressor) }
  var result = LIBDEFLATE_BAD_DATA
  let unpacked = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
    result = libdeflate_gzip_decompress(
      decompressor, bytes.baseAddress, bytes.count, target.baseAddress, size, &filled)
    if result != LIBDEFLATE_SUCCESS { filled = 0 }
  }
  guard result == LIBDEFLATE_SUCCESS, unpacked.count == size else {
    throw SkiError(
      .malformedData, "gzip data can't be unpacked; fetch the file again", subject: subject,
      underlying: "libdeflate code \(result.rawValue)")
  }
  return unpacked
}
