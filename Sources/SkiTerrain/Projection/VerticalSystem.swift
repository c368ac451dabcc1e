import CLibraries
package import SkiBase

/// The vertical part of a reference system: its name, unit and axis direction.
///
/// **Source:** PROJ's copy of the EPSG registry.
package struct VerticalSystem: Sendable, Hashable {
  /// The name of the vertical system, for example `NAVD88 height (ftUS)`.
  package let name: String
  /// The EPSG code of the vertical system; nil when it has none of its own, as ellipsoidal heights.
  package let epsg: Int?
  /// The length of one unit in metres.
  package let metresPerUnit: Double
  /// Indicates whether the axis points upwards; false for depths.
  package let pointsUp: Bool
  /// Indicates whether heights are relative to the ellipsoid rather than to the geoid.
  package let isEllipsoidal: Bool
  /// The EPSG code of the horizontal part of a compound system; nil for other systems.
  package let horizontalEPSG: Int?

  /// Creates the vertical part of an EPSG system: a vertical, compound or three-dimensional one; nil for unknown codes
  /// and systems without heights.
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when PROJ fails.
  /// - Complexity: about 20 ms the first time in a process, which opens PROJ's database, then 1 ms.
  package init?(epsg code: Int) throws(SkiError) {
    let context = try ProjectionContext()
    guard let made = proj_create(context.pointer, "EPSG:\(code)"), proj_is_crs(made) != 0 else { return nil }
    let whole = ProjectionObject(made)
    let isCompound = proj_get_type(whole.pointer) == PJ_TYPE_COMPOUND_CRS
    guard let part = isCompound ? context.part(of: whole, 1) : whole else { return nil }
    let isVertical = proj_get_type(part.pointer) == PJ_TYPE_VERTICAL_CRS
    guard let axis = context.heightAxis(of: part, index: isVertical ? 0 : 2) else { return nil }
    name = proj_get_name(part.pointer).map { String(cString: $0) } ?? "EPSG:\(code)"
    epsg = isVertical ? Self.code(of: part) : nil
    metresPerUnit = axis.metresPerUnit
    pointsUp = axis.pointsUp
    isEllipsoidal = !isVertical
    horizontalEPSG = isCompound ? context.part(of: whole, 0).flatMap { Self.code(of: $0) } : nil
  }

  /// Returns the length in metres of an EPSG unit, for example 0.3048 for 9002; nil when the code is no unit of length.
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when PROJ fails.
  /// - Complexity: as ``init(epsg:)``.
  package static func metresPerUnit(epsg code: Int) throws(SkiError) -> Double? {
    let context = try ProjectionContext()
    var metres = 0.0
    var category: UnsafePointer<CChar>?
    let isKnown = proj_uom_get_info_from_database(
      context.pointer, "EPSG", String(code), nil, &metres, &category)
    guard isKnown != 0, let category, String(cString: category) == "linear", metres > 0, metres.isFinite
    else { return nil }
    return metres
  }

  private static func code(of system: ProjectionObject) -> Int? {
    guard let authority = proj_get_id_auth_name(system.pointer, 0), String(cString: authority) == "EPSG",
      let code = proj_get_id_code(system.pointer, 0)
    else { return nil }
    return Int(String(cString: code))
  }
}

extension ProjectionContext {
  /// Returns one part of a compound system, without its datum shift.
  fileprivate func part(of system: ProjectionObject, _ index: Int32) -> ProjectionObject? {
    guard let made = proj_crs_get_sub_crs(pointer, system.pointer, index) else { return nil }
    let part = ProjectionObject(made)
    guard proj_get_type(made) == PJ_TYPE_BOUND_CRS else { return part }
    return proj_get_source_crs(pointer, part.pointer).map { ProjectionObject($0) }
  }

  /// Returns the unit and direction of the height axis; nil when there is none, or it has no length unit.
  fileprivate func heightAxis(
    of system: ProjectionObject, index: Int32
  ) -> (metresPerUnit: Double, pointsUp: Bool)? {
    guard let axes = proj_crs_get_coordinate_system(pointer, system.pointer).map({ ProjectionObject($0) }),
      proj_cs_get_axis_count(pointer, axes.pointer) > index
    else { return nil }
    var metres = 0.0
    var direction: UnsafePointer<CChar>?
    let isKnown = proj_cs_get_axis_info(
      pointer, axes.pointer, index, nil, nil, &direction, &metres, nil, nil, nil)
    guard isKnown != 0, metres > 0, metres.isFinite, let direction else { return nil }
    return (metres, String(cString: direction) != "down")
  }
}
