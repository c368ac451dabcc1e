import Foundation

/// The output of `gdalinfo -json`.
struct GDALInfo {
  var columns: Int
  var rows: Int
  /// GDAL's six numbers: west, step to the east, 0, north, 0, step to the north (negative).
  var transform: [Double]
  /// The nodata value of each band; nil without one.
  var noData: [Double?]
  /// The type of each band: `Byte`, `Float32` and so on.
  var types: [String]
  /// The unit of each band; nil without one.
  var units: [String?]
  /// The checksum of each band over all its pixels.
  var checksums: [Int]
  /// The reference system as WKT.
  var wkt: String
  /// The size of the blocks of the first band.
  var block: [Int]

  /// - Parameter silent: True if a warning is a failure.
  init(of path: String, checksum: Bool = false, silent: Bool = false) throws {
    let arguments = ["-json", "-nomd"] + (checksum ? ["-checksum"] : [])
    let text = try GDAL.run("gdalinfo", arguments + [path], silent: silent)
    // JSON has no NaN, but gdalinfo prints it.
    let repaired = text.replacingOccurrences(of: ":NaN", with: ":null")
    guard let all = try JSONSerialization.jsonObject(with: Data(repaired.utf8)) as? [String: Any],
      let size = all["size"] as? [Int], let bands = all["bands"] as? [[String: Any]]
    else { throw GDAL.Failure(description: "gdalinfo says of \(path): \(text.prefix(500))") }
    (columns, rows) = (size[0], size[1])
    transform = all["geoTransform"] as? [Double] ?? [0, 1, 0, 0, 0, -1]
    noData = bands.map { ($0["noDataValue"] as? NSNumber)?.doubleValue }
    types = bands.map { $0["type"] as? String ?? "" }
    units = bands.map { $0["unit"] as? String }
    checksums = bands.map { $0["checksum"] as? Int ?? -1 }
    wkt = (all["coordinateSystem"] as? [String: Any])?["wkt"] as? String ?? ""
    block = bands.first?["block"] as? [Int] ?? []
  }
}
