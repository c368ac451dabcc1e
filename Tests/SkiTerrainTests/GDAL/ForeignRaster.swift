import Foundation
import SkiTerrain

/// The lines of ENVI's header that GDAL writes beside the numbers.
struct ENVIHeader {
  var columns = 0
  var rows = 0
  var (west, north, stepX, stepY) = (0.0, 0.0, 1.0, 1.0)
  var noData: Double?

  init(_ text: String) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "{}"))) }
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    columns = values["samples"].flatMap(Int.init) ?? 0
    rows = values["lines"].flatMap(Int.init) ?? 0
    noData = values["data ignore value"].flatMap(Double.init)
    // The name of the projection, the pixel of the place from 1, the place, and the steps.
    let numbers = (values["map info"] ?? "").split(separator: ",").dropFirst()
      .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count >= 6 else { return }
    (stepX, stepY) = (numbers[4], numbers[5])
    (west, north) = (numbers[2] - (numbers[0] - 1) * stepX, numbers[3] + (numbers[1] - 1) * stepY)
  }
}

/// One band that GDAL reads or writes: values, size and georeference.
///
/// The ENVI format is read and written, a file of numbers beside a header of a few lines.
struct ForeignRaster {
  var columns: Int
  var rows: Int
  /// The western edge of the westernmost pixels and the northern edge of the northernmost ones: pixels are areas.
  var west: Double
  var north: Double
  /// The size of a pixel, positive.
  var stepX: Double
  var stepY: Double
  /// The values in rows from the north; NaN for nodata.
  var values: [Double]

  subscript(column: Int, row: Int) -> Double { values[row * columns + column] }

  /// The position of the centre of a pixel; pixels count from the north-west, row by row.
  func place(_ index: Int) -> (x: Double, y: Double) {
    let (column, row) = (Double(index % columns) + 0.5, Double(index / columns) + 0.5)
    return (x: west + column * stepX, y: north - row * stepY)
  }

  /// The positions of the centres of all pixels.
  var places: [(x: Double, y: Double)] { values.indices.map(place) }

  /// Returns the fractional column and row of a place, counted from the first sample.
  func position(_ place: (x: Double, y: Double)) -> (column: Double, row: Double) {
    (column: (place.x - west) / stepX - 0.5, row: (north - place.y) / stepY - 0.5)
  }

  /// Returns the bilinear value at a position; NaN beyond the samples.
  func bilinear(_ column: Double, _ row: Double) -> Double {
    guard column >= 0, row >= 0, column < Double(columns - 1), row < Double(rows - 1) else { return .nan }
    let (left, top) = (Int(column), Int(row))
    let (right, down) = (column - Double(left), row - Double(top))
    let upper: Double = self[left, top] * (1 - right) + self[left + 1, top] * right
    let lower: Double = self[left, top + 1] * (1 - right) + self[left + 1, top + 1] * right
    return upper * (1 - down) + lower * down
  }

  /// Creates a raster of a function of x and y, evaluated at the centres of pixels.
  init(
    columns: Int, rows: Int, west: Double, north: Double, stepX: Double, stepY: Double,
    value: (Double, Double) -> Double
  ) {
    (self.columns, self.rows, self.west, self.north) = (columns, rows, west, north)
    (self.stepX, self.stepY) = (stepX, stepY)
    values = []
    values.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        values.append(value(west + (Double(column) + 0.5) * stepX, north - (Double(row) + 0.5) * stepY))
      }
    }
  }

  /// Creates a raster from one band of any file that GDAL reads.
  ///
  /// - Parameter options: More arguments for `gdal_translate`.
  init(reading path: String, band: Int = 1, options: [String] = [], in folder: String) throws {
    self = try Self.bands([band], of: path, options: options, in: folder)[0]
  }

  /// Returns bands of any file that GDAL reads, by one run of `gdal_translate`: starting GDAL takes longer than reading.
  static func bands(_ numbers: [Int], of path: String, options: [String] = [], in folder: String) throws
    -> [ForeignRaster]
  {
    let plain = folder + "/" + UUID().uuidString
    let arguments =
      ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ", "-ot", "Float64"]
      + numbers.flatMap { ["-b", String($0)] }
    try GDAL.run("gdal_translate", arguments + options + [path, plain])
    let header = ENVIHeader(try String(contentsOfFile: plain + ".hdr", encoding: .utf8))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: plain))
    let values = bytes.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    for suffix in ["", ".hdr"] { try? FileManager.default.removeItem(atPath: plain + suffix) }
    let count = header.columns * header.rows
    guard count > 0, values.count == count * numbers.count else {
      throw GDAL.Failure(description: "\(path): \(values.count) numbers for \(header)")
    }
    return numbers.indices.map { index in
      ForeignRaster(header, Array(values[index * count..<(index + 1) * count]))
    }
  }

  private init(_ header: ENVIHeader, _ values: [Double]) {
    (columns, rows) = (header.columns, header.rows)
    (west, north, stepX, stepY) = (header.west, header.north, header.stepX, header.stepY)
    self.values = values
    guard let empty = header.noData else { return }
    // The header has 15 digits, which single precision does not need.
    for index in values.indices where values[index] == empty || Float(values[index]) == Float(empty) {
      self.values[index] = .nan
    }
  }

  /// The sample types of ENVI, by their codes.
  enum DataType: Int {
    case byte = 1
    case int16 = 2
    case float32 = 4
    case float64 = 5
    case uint16 = 12
  }

  /// Writes a GeoTIFF with GDAL and returns its path.
  ///
  /// - Parameter options: More arguments for `gdal_translate`, such as creation options.
  func write(
    _ name: String, reference: String, dataType: DataType = .float32, noData: Double = -9999,
    options: [String] = [],
    in folder: String
  ) throws -> String {
    let (plain, path) = (folder + "/" + name + ".raw", folder + "/" + name)
    try bytes(dataType, noData).write(to: URL(fileURLWithPath: plain))
    try """
    ENVI
    samples = \(columns)
    lines = \(rows)
    bands = 1
    header offset = 0
    file type = ENVI Standard
    data type = \(dataType.rawValue)
    interleave = bsq
    byte order = 0

    """.write(toFile: folder + "/" + name + ".hdr", atomically: false, encoding: .utf8)
    let corners = [west, north, west + Double(columns) * stepX, north - Double(rows) * stepY]
    let place = ["-a_srs", reference, "-a_ullr"] + corners.map { String($0) }
    let arguments = ["-q", "-a_nodata", String(noData)] + place + options
    try GDAL.run("gdal_translate", arguments + [plain, path])
    for file in [plain, folder + "/" + name + ".hdr"] { try? FileManager.default.removeItem(atPath: file) }
    return path
  }

  private func bytes(_ dataType: DataType, _ noData: Double) -> Data {
    let numbers = values.map { $0.isNaN ? noData : $0 }
    switch dataType {
    case .byte: return Data(numbers.map { UInt8($0.rounded()) })
    case .int16: return numbers.map { Int16($0.rounded()) }.withUnsafeBytes { Data($0) }
    case .uint16: return numbers.map { UInt16($0.rounded()) }.withUnsafeBytes { Data($0) }
    case .float32: return numbers.map { Float($0) }.withUnsafeBytes { Data($0) }
    case .float64: return numbers.withUnsafeBytes { Data($0) }
    }
  }

  /// Returns the same values as a raster in memory, without a reader of SkiTerrain.
  func memory(_ reference: ReferenceSystem) -> MemoryRaster {
    MemoryRaster(
      grid: RasterGrid(
        columns: columns, rows: rows, reference: reference, originX: west + stepX / 2,
        originY: north - stepY / 2, stepX: stepX, stepY: stepY), elevationsMetres: values.map { Float($0) })
  }
}
