import SkiBase
import SkiSystem

/// The functions of librsvg and its dependencies, loaded on first use: linking would add milliseconds to every start.
///
/// For use by one thread. **Source:** the C interfaces of librsvg 2.46, Cairo 1.14 and Pango 1.38 or newer.
struct RasterLibrary {
  typealias Handle = OpaquePointer
  typealias Surface = OpaquePointer
  typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  typealias Writer = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

  let newHandle: @convention(c) (UInt32) -> Handle?
  let write: @convention(c) (Handle, UnsafePointer<UInt8>?, Int, Failure) -> Int32
  let close: @convention(c) (Handle, Failure) -> Int32
  let setResolution: @convention(c) (Handle, Double) -> Void
  /// The viewport is x, y, width and height in pixels.
  let render: @convention(c) (Handle, OpaquePointer, UnsafePointer<Double>, Failure) -> Int32
  let release: @convention(c) (OpaquePointer) -> Void
  let freeFailure: @convention(c) (UnsafeMutableRawPointer) -> Void
  let newSurface: @convention(c) (Int32, Int32, Int32) -> Surface?
  let status: @convention(c) (Surface) -> Int32
  let destroySurface: @convention(c) (Surface) -> Void
  let newContext: @convention(c) (Surface) -> OpaquePointer?
  let destroyContext: @convention(c) (OpaquePointer) -> Void
  let writePNG: @convention(c) (Surface, Writer, UnsafeMutableRawPointer?) -> Int32
  let loadFonts: @convention(c) () -> Int32
  /// The fonts of the system (0) in the current configuration (nil); the first member of a set is its count.
  let fonts: @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<Int32>?

  /// Loads the library; it stays loaded until the program ends.
  /// - Throws: ``SkiError`` with code `.missingInput` when the library or one of its functions is missing.
  init(_ name: String = "librsvg-2.so.2") throws {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "not found"
      throw SkiError(
        .missingInput,
        "picture needs \(name) to become a .png (\(reason)); install the Debian packages librsvg2-2 and "
          + "fonts-dejavu-core, or write .svg")
    }
    newHandle = try Self.symbol("rsvg_handle_new_with_flags", library)
    write = try Self.symbol("rsvg_handle_write", library)
    close = try Self.symbol("rsvg_handle_close", library)
    setResolution = try Self.symbol("rsvg_handle_set_dpi", library)
    render = try Self.symbol("rsvg_handle_render_document", library)
    release = try Self.symbol("g_object_unref", library)
    freeFailure = try Self.symbol("g_error_free", library)
    newSurface = try Self.symbol("cairo_image_surface_create", library)
    status = try Self.symbol("cairo_surface_status", library)
    destroySurface = try Self.symbol("cairo_surface_destroy", library)
    newContext = try Self.symbol("cairo_create", library)
    destroyContext = try Self.symbol("cairo_destroy", library)
    writePNG = try Self.symbol("cairo_surface_write_to_png_stream", library)
    fonts = try Self.symbol("FcConfigGetFonts", library)
    loadFonts = try Self.symbol("FcInit", library)
  }

  /// Returns a function of the library or its dependencies by name.
  private static func symbol<Function>(_ name: String, _ library: UnsafeMutableRawPointer) throws -> Function
  {
    guard let address = dlsym(library, name) else {
      throw SkiError(
        .missingInput,
        "picture needs \(name), which this librsvg does not have; install librsvg 2.46 or newer, or write .svg"
      )
    }
    return unsafeBitCast(address, to: Function.self)
  }

  /// Returns whether any font is installed.
  ///
  /// Queries fontconfig, because font families are listed even without an installed font.
  func hasFonts() -> Bool {
    guard loadFonts() != 0, let set = fonts(nil, 0) else { return false }
    return set.pointee > 0
  }

  /// Returns the message of a GError, after its domain and code of four bytes each, and frees it.
  func words(of failure: UnsafeMutableRawPointer?) -> String {
    guard let failure else { return "no reason given" }
    defer { freeFailure(failure) }
    let words = failure.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return words.map { String(cString: $0) } ?? "no reason given"
  }
}
