import CLibraries
package import SkiBase

/// The reference system of a raster's coordinates: geographic in degrees, or projected.
///
/// Equality compares definition and kind, so that one system written in two ways is unequal.
package struct ReferenceSystem: Sendable, Hashable {
  /// The kind and unit of coordinates.
  package enum Kind: Sendable, Hashable {
    /// Longitude and latitude in degrees.
    case geographic
    /// Spherical Web Mercator, EPSG 3857; its unit is a metre at the equator only.
    case webMercator
    /// A projected system with a unit of length, taken as length on the ground.
    case projected(metresPerUnit: Double)
  }

  /// The definition for PROJ: `EPSG:4326`, a PROJ string or WKT.
  package let definition: String
  /// The kind and unit of coordinates.
  package let kind: Kind

  /// Creates a system of known kind, without PROJ.
  package init(definition: String, kind: Kind) {
    self.definition = definition
    self.kind = kind
  }

  /// WGS 84 longitude and latitude, EPSG 4326.
  package static let wgs84 = ReferenceSystem(definition: "EPSG:4326", kind: .geographic)
  /// Spherical Web Mercator, EPSG 3857.
  package static let webMercator = ReferenceSystem(definition: "EPSG:3857", kind: .webMercator)
}

extension ReferenceSystem {
  /// Creates the system of a definition that PROJ knows: `EPSG:31287`, a PROJ string with `+type=crs`, or WKT.
  ///
  /// A compound system is reduced to its horizontal part.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when it is unknown, or neither geographic nor projected,
  ///   `.internalInconsistency` when PROJ fails.
  /// - Complexity: about 20 ms the first time in a process, which opens PROJ's database, then 1 ms.
  package init(definition: String) throws(SkiError) {
    let context = try ProjectionContext()
    let system = try context.horizontalSystem(definition)
    let kind = try context.kind(of: system, definition)
    self.init(definition: definition, kind: kind)
  }

  /// Returns an EPSG geographic system as WKT 1, for use within a projected one.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when the code is no geographic system.
  package static func geographicText(epsg code: Int) throws(SkiError) -> String {
    let context = try ProjectionContext()
    let definition = "EPSG:\(code)"
    let system = try context.horizontalSystem(definition)
    guard case .geographic = try context.kind(of: system, definition),
      let text = proj_as_wkt(context.pointer, system.pointer, PJ_WKT1_GDAL, nil)
    else {
      throw SkiError(
        .unsupportedFormat, "reference system \(definition) is not in degrees; name a geographic system")
    }
    return String(cString: text)
  }
}

/// Indicates whether PROJ's log is off, switching it off first: contexts inherit the default one's level and may log
/// while they are made.
private let isProjectionLogOff: Bool = {
  proj_log_level(nil, PJ_LOG_NONE)
  return true
}()

/// Returns a context that writes nothing to standard error.
/// - Throws: ``SkiError`` with code `.missingInput` when PROJ can't be loaded, `.internalInconsistency` when memory is
///   exhausted.
func makeProjectionContext() throws(SkiError) -> OpaquePointer {
  try SkiError.requireLibrary(proj_library_fault())
  guard isProjectionLogOff, let context = proj_context_create() else {
    throw SkiError(.internalInconsistency, "projection library gave no context; memory may be short")
  }
  return context
}

/// A PROJ context; it belongs to one task at a time.
final class ProjectionContext {
  let pointer: OpaquePointer

  init() throws(SkiError) { pointer = try makeProjectionContext() }

  deinit { proj_context_destroy(pointer) }

  /// The last error message of PROJ, or nil.
  var message: String? {
    let code = proj_context_errno(pointer)
    return code == 0 ? nil : proj_context_errno_string(pointer, code).map { String(cString: $0) }
  }

  /// Returns the horizontal part of a definition's system.
  func horizontalSystem(_ definition: String) throws(SkiError) -> ProjectionObject {
    guard let made = proj_create(pointer, definition), proj_is_crs(made) != 0 else {
      throw SkiError(
        .unsupportedFormat,
        "reference system \(Self.short(definition)) is not known; name one by its EPSG code",
        underlying: message)
    }
    var object = ProjectionObject(made)
    // Bound systems contain a datum shift, compound ones heights.
    for _ in 0..<4 {
      let inner: OpaquePointer?
      switch proj_get_type(object.pointer) {
      case PJ_TYPE_BOUND_CRS: inner = proj_get_source_crs(pointer, object.pointer)
      case PJ_TYPE_COMPOUND_CRS: inner = proj_crs_get_sub_crs(pointer, object.pointer, 0)
      default: return object
      }
      guard let inner else { break }
      object = ProjectionObject(inner)
    }
    throw SkiError(
      .unsupportedFormat, "reference system \(Self.short(definition)) is made of too many parts; name another"
    )
  }

  /// Returns the kind and unit of a system's coordinates.
  func kind(of system: ProjectionObject, _ definition: String) throws(SkiError) -> ReferenceSystem.Kind {
    let type = proj_get_type(system.pointer)
    let isGeographic = type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS
    guard isGeographic || type == PJ_TYPE_PROJECTED_CRS else {
      throw SkiError(
        .unsupportedFormat,
        "reference system \(Self.short(definition)) is neither geographic nor projected; name one that is")
    }
    let unit = try unitSize(of: system, definition)
    if isGeographic {
      guard abs(unit - Double.pi / 180) < 1e-12 else {
        throw SkiError(
          .unsupportedFormat,
          "reference system \(Self.short(definition)) is not in degrees; name one that is")
      }
      return .geographic
    }
    return isWebMercator(system) ? .webMercator : .projected(metresPerUnit: unit)
  }

  /// Returns the size of the first axis's unit, in metres or radians.
  private func unitSize(of system: ProjectionObject, _ definition: String) throws(SkiError) -> Double {
    var size = 0.0
    if let axes = proj_crs_get_coordinate_system(pointer, system.pointer).map({ ProjectionObject($0) }) {
      _ = proj_cs_get_axis_info(pointer, axes.pointer, 0, nil, nil, nil, &size, nil, nil, nil)
    }
    guard size > 0, size.isFinite else {
      throw SkiError(
        .unsupportedFormat, "reference system \(Self.short(definition)) has axes without a unit; name another"
      )
    }
    return size
  }

  private func isWebMercator(_ system: ProjectionObject) -> Bool {
    guard let made = proj_crs_get_coordoperation(pointer, system.pointer) else { return false }
    let conversion = ProjectionObject(made)
    var code: UnsafePointer<CChar>?
    guard proj_coordoperation_get_method_info(pointer, conversion.pointer, nil, nil, &code) == 1, let code
    else {
      return false
    }
    return String(cString: code) == "1024"
  }

  /// Returns a definition shortened for a message.
  static func short(_ definition: String) -> String {
    definition.count <= 60 ? definition : definition.prefix(57) + "…"
  }
}

/// A PROJ object, destroyed with its last reference.
final class ProjectionObject {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { proj_destroy(pointer) }
}
