import SkiBase
import SkiSystem

/// The features of a document counted by the values of their first positions: degrees, degrees in the wrong order,
/// metres.
///
/// Single invalid features are left out and counted; a document most of whose features are wrong in one way is refused,
/// since its remedy is a conversion of the whole file.
struct CoordinateSurvey: Sendable, Hashable {
  /// The number of features with a position.
  private(set) var placedCount = 0
  /// The number of features whose position is valid only with latitude and longitude exchanged.
  private(set) var exchangedCount = 0
  /// The number of features whose position is far outside all degrees.
  private(set) var projectedCount = 0
  /// The first position of each of the two kinds.
  private var exchangedExample: PlainPosition?
  private var projectedExample: PlainPosition?
  /// The positions far outside all degrees, by the coordinate systems they fit.
  private var systems = ProjectedSystems()

  /// A position as written, with the byte of the document at which its feature begins.
  private struct PlainPosition: Sendable, Hashable {
    var x, y: Double
    var offset: Int64

    var text: String { "\(x), \(y)" }
  }

  /// The least absolute value that is no mistyped degree.
  private static let leastMetres = 1000.0
  /// The least number of features by which half of a document is judged; a smaller document by all of them.
  private static let leastCount = 3

  /// Counts the first position of a feature, which begins at an offset in the document.
  mutating func add(_ position: GeoJSONPosition?, at offset: Int64) {
    guard let position, position.longitude.isFinite, position.latitude.isFinite else { return }
    placedCount += 1
    let (x, y) = (position.longitude, position.latitude)
    if abs(y) > 90, abs(y) <= 180, abs(x) <= 90 {
      exchangedCount += 1
      if exchangedExample == nil { exchangedExample = PlainPosition(x: x, y: y, offset: offset) }
    } else if max(abs(x), abs(y)) >= Self.leastMetres {
      projectedCount += 1
      if projectedExample == nil { projectedExample = PlainPosition(x: x, y: y, offset: offset) }
      systems.add(x: x, y: y)
    }
  }

  /// Adds the counts of later features.
  mutating func merge(_ later: CoordinateSurvey) {
    placedCount += later.placedCount
    exchangedCount += later.exchangedCount
    projectedCount += later.projectedCount
    exchangedExample = exchangedExample ?? later.exchangedExample
    projectedExample = projectedExample ?? later.projectedExample
    systems.merge(later.systems)
  }

  /// Returns the error of a document whose positions are no degrees, or in the wrong order; nil for others.
  /// - Parameters:
  ///   - document: The name of the document.
  ///   - reference: The name of its coordinate reference system, where it has one.
  func fault(of document: String, reference: String?) -> SkiError? {
    if isMost(exchangedCount), let example = exchangedExample {
      return SkiError(
        .malformedData,
        "latitude and longitude are exchanged: \(exchangedCount) of \(placedCount) features begin beyond 90° of "
          + "latitude, for example at [\(example.text)]; \(CoordinateOrder.remedy)",
        subject: "\(document), byte \(example.offset)")
    }
    guard isMost(projectedCount), let example = projectedExample else { return nil }
    let count = "\(projectedCount) of \(placedCount) features, for example at [\(example.text)]"
    return SkiError(
      .malformedData, "coordinates are not degrees in \(count); \(systems.advice(reference: reference))",
      subject: "\(document), byte \(example.offset)")
  }

  /// Returns whether a number of features is at least half of the document, and enough to judge it.
  private func isMost(_ count: Int) -> Bool {
    count > 0 && 2 * count >= placedCount && (count >= Self.leastCount || count == placedCount)
  }
}

/// The order of longitude and latitude.
enum CoordinateOrder {
  /// The way to correct a file in the wrong order.
  static let remedy =
    "GeoJSON has longitude first; correct it with: "
    + "ogr2ogr -f GeoJSON -ct \"+proj=axisswap +order=2,1\" ski.geojson FILE"
}

/// The coordinate systems that positions in metres fit.
struct ProjectedSystems: Sendable, Hashable {
  /// The number of positions.
  private var count = 0
  /// The number of positions within each of ``known``.
  private var fitting = [Int](repeating: 0, count: known.count)

  /// The share of positions that must fit a system; the others may be invalid.
  private static let fittingShare = 0.9

  /// Counts a position.
  mutating func add(x: Double, y: Double) {
    count += 1
    for (index, system) in Self.known.enumerated() where system.contains(x: x, y: y) { fitting[index] += 1 }
  }

  /// Adds the counts of later positions.
  mutating func merge(_ later: ProjectedSystems) {
    count += later.count
    for index in fitting.indices { fitting[index] += later.fitting[index] }
  }

  /// Returns the name of the coordinate system, as far as it is known, and the command that converts it.
  /// - Parameter reference: The name of the coordinate reference system in the file.
  func advice(reference: String?) -> String {
    if let code = Self.code(in: reference) {
      return "they are in EPSG:\(code), as the file's crs says; \(Self.command(nil))"
    }
    let systems = zip(Self.known, fitting).filter { Double($1) >= Self.fittingShare * Double(count) }.map(\.0)
    guard let first = systems.first else {
      return "give WGS 84 degrees, longitude first; \(Self.command("CODE"))"
    }
    let names = systems.map { "EPSG:\($0.code) (\($0.name))" }.joined(separator: " or ")
    // A command with the wrong one of two systems would put the runs elsewhere, without an error.
    return "their values fit \(names); \(Self.command(systems.count == 1 ? first.code : "CODE"))"
  }

  private static func command(_ code: String?) -> String {
    let source = code.map { " -s_srs EPSG:\($0)" } ?? ""
    return "convert it with: ogr2ogr -f GeoJSON\(source) -t_srs EPSG:4326 ski.geojson FILE"
  }

  /// Returns the EPSG code of a name such as `urn:ogc:def:crs:EPSG::3857`; nil for geographic ones and other names.
  static func code(in reference: String?) -> String? {
    guard let reference, reference.uppercased().contains("EPSG") else { return nil }
    let digits = reference.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    guard (4...6).contains(digits.count) else { return nil }
    let code = String(digits)
    return ["4326", "4258", "4269", "4979"].contains(code) ? nil : code
  }

  // MARK: - Coordinate systems known by their range

  /// A coordinate system with the extent in which ski areas lie.
  private struct System {
    var code, name: String
    var x, y: ClosedRange<Double>
    var isMercator = false

    func contains(x: Double, y: Double) -> Bool {
      self.x.contains(x) && self.y.contains(y)
        && (!isMercator || SkiLatitudes.contains(Self.mercatorLatitude(ofY: y)))
    }

    /// Returns the latitude in degrees of a northing in Web Mercator, in metres.
    private static func mercatorLatitude(ofY metres: Double) -> Double {
      atan(sinh(metres / 6_378_137)) * 180 / .pi
    }
  }

  /// The systems by decreasing certainty.
  private static let known = [
    System(code: "2056", name: "Swiss LV95", x: 2_480_000...2_840_000, y: 1_070_000...1_300_000),
    System(code: "21781", name: "Swiss LV03", x: 480_000...840_000, y: 70_000...300_000),
    System(
      code: "3857", name: "Web Mercator", x: -20_037_509...20_037_509, y: -11_000_000...11_000_000,
      isMercator: true),
    System(
      code: "326ZZ", name: "UTM, ZZ the zone; 327ZZ in the south", x: 100_000...900_000,
      y: 2_200_000...9_400_000),
    System(code: "2154", name: "French Lambert-93", x: 100_000...1_250_000, y: 6_050_000...7_150_000),
  ]
}

/// The latitudes of ski areas, which tell apart the orders of degrees and the coordinate systems.
enum SkiLatitudes {
  /// Returns whether there are ski areas at a latitude in degrees.
  static func contains(_ latitude: Double) -> Bool {
    (24...72).contains(latitude) || (-57 ... -27).contains(latitude)
  }
}
