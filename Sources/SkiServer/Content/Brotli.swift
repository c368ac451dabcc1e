#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's encoder of Brotli, which the server does without where Debian's libbrotli1 is not installed.
///
/// **Source:** RFC 7932, "Brotli Compressed Data Format".
struct Brotli: Sendable {
  /// `BrotliEncoderCompress`: quality, window, mode, input size, input, output size, output; 0 for a failure.
  private typealias Compress =
    @convention(c) (
      Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>?
    ) -> Int32

  private let compress: Compress

  /// The encoder; nil where the library is not there.
  static let system = Brotli()

  private static let (window, text): (Int32, Int32) = (18, 1)

  private init?() {
    guard let library = dlopen("libbrotlienc.so.1", RTLD_LAZY | RTLD_LOCAL),
      let function = dlsym(library, "BrotliEncoderCompress")
    else { return nil }
    compress = unsafeBitCast(function, to: Compress.self)
  }

  /// Returns compressed bytes; nil unless they are fewer.
  /// - Parameter quality: The effort, 0 (fast) to 11 (small).
  /// - Complexity: O(bytes).
  func packed(_ bytes: UnsafeBufferPointer<UInt8>, quality: Int32) -> [UInt8]? {
    var count = bytes.count
    var isShorter = false
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, filled in
      let status = compress(
        quality, Self.window, Self.text, bytes.count, bytes.baseAddress, &count, target.baseAddress)
      isShorter = status != 0
      filled = isShorter ? count : 0
    }
    return isShorter ? packed : nil
  }
}
