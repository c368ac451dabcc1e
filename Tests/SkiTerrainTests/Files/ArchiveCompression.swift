import CDeflate
import CLibraries

/// Compression with gzip and zip.
enum ArchiveCompression {
  /// One gzip member, by libdeflate.
  static func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(level)
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
  }

  /// Writes a zip archive by libzip.
  static func zip(_ members: [(name: String, bytes: [UInt8])], to path: String) {
    var code: Int32 = 0
    let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code)
    var buffers: [UnsafeMutableRawBufferPointer] = []
    for (name, bytes) in members {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
      copy.copyBytes(from: bytes)
      buffers.append(copy)
      let source = zip_source_buffer(archive, copy.baseAddress, UInt64(bytes.count), 0)
      precondition(zip_file_add(archive, name, source, 0) >= 0, "\(name) can't be added")
    }
    precondition(zip_close(archive) == 0, "\(path) can't be written")
    for copy in buffers { copy.deallocate() }
  }
}
