import SkiBase
import SkiGraph
import Testing

/// The meaning of the colour words around the world.
struct CeilingColourTests {
  private static let places: [(name: String, latitude: Double, longitude: Double)] = [
    ("Courchevel, France", 45.415, 6.634),
    ("Soldeu, Andorra", 42.577, 1.668),
    ("Mayrhofen, Austria", 47.15, 11.86),
    ("Åre, Sweden", 63.4, 13.08),
    ("Bláfjöll, Iceland", 63.98, -21.65),
    ("Gudauri, Georgia", 42.47, 44.48),
    ("Shymbulak, Kazakhstan", 43.11, 77.08),
    ("Sheregesh, Siberia", 52.95, 87.93),
    ("Afriski, Lesotho", -28.82, 28.73),
    ("Bariloche, Argentina", -41.17, -71.44),
    ("Portillo, Chile", -32.84, -70.13),
    ("Crystal Mountain, USA", 46.93, -121.49),
    ("Whistler, Canada", 50.06, -122.96),
    ("Karakol, Kyrgyzstan", 42.4, 78.48),
    ("Gulmarg, India", 34.04, 74.38),
    ("Malam Jabba, Pakistan", 34.8, 72.57),
    ("Chongli, China", 40.96, 115.4),
    ("Yongpyong, Korea", 37.64, 128.68),
    ("Thredbo, Australia", -36.5, 148.3),
    ("Cardrona, New Zealand", -44.87, 168.95),
    ("Niseko, Hokkaido", 42.86, 140.7),
    ("Yuzhno-Sakhalinsk, Sakhalin", 46.95, 142.79),
  ]

  /// Place, convention, and the hardest grade a ceiling of each colour admits there.
  private static let golden = """
    place                        convention     green     blue          red           black     double-black
    Courchevel, France           Europe         novice    easy          intermediate  expert    expert
    Soldeu, Andorra              Europe         novice    easy          intermediate  expert    expert
    Mayrhofen, Austria           Europe         novice    easy          intermediate  expert    expert
    Åre, Sweden                  Europe         novice    easy          intermediate  expert    expert
    Bláfjöll, Iceland            Europe         novice    easy          intermediate  expert    expert
    Gudauri, Georgia             Europe         novice    easy          intermediate  expert    expert
    Shymbulak, Kazakhstan        Europe         novice    easy          intermediate  expert    expert
    Sheregesh, Siberia           Europe         novice    easy          intermediate  expert    expert
    Afriski, Lesotho             Europe         novice    easy          intermediate  expert    expert
    Bariloche, Argentina         Europe         novice    easy          intermediate  expert    expert
    Portillo, Chile              Europe         novice    easy          intermediate  expert    expert
    Crystal Mountain, USA        North America  easy      intermediate  intermediate  advanced  expert
    Whistler, Canada             North America  easy      intermediate  intermediate  advanced  expert
    Karakol, Kyrgyzstan          North America  easy      intermediate  intermediate  advanced  expert
    Gulmarg, India               North America  easy      intermediate  intermediate  advanced  expert
    Malam Jabba, Pakistan        North America  easy      intermediate  intermediate  advanced  expert
    Chongli, China               North America  easy      intermediate  intermediate  advanced  expert
    Yongpyong, Korea             North America  easy      intermediate  intermediate  advanced  expert
    Thredbo, Australia           North America  easy      intermediate  intermediate  advanced  expert
    Cardrona, New Zealand        North America  easy      intermediate  intermediate  advanced  expert
    Niseko, Hokkaido             Japan          easy      easy          intermediate  expert    expert
    Yuzhno-Sakhalinsk, Sakhalin  Japan          easy      easy          intermediate  expert    expert
    """

  @Test func `a ceiling colour admits the expected hardest grade at each of 22 places`() {
    let words = ["green", "blue", "red", "black", "double-black"]
    let rows = Self.places.map { place in
      let convention = DifficultyConvention(
        at: Coordinate(latitude: place.latitude, longitude: place.longitude))
      let grades = words.map { DifficultyCeiling(word: $0)?.grade(in: convention).rawValue ?? "-" }
      return Self.row([place.name, Self.name(convention)] + grades)
    }
    let table = ([Self.row(["place", "convention"] + words)] + rows).joined(separator: "\n")
    #expect(Self.places.count == 22)
    #expect(table == Self.golden, "\(table)")
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [29, 15, 10, 14, 14, 10, 0]
    return zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined()
  }

  private static func name(_ convention: DifficultyConvention) -> String {
    switch convention {
    case .europe: "Europe"
    case .northAmerica: "North America"
    case .japan: "Japan"
    @unknown default: convention.rawValue
    }
  }
}
