import SkiBase
import SkiGraph
import Testing

struct DifficultyConventionPlaceTests {
  struct Place: Sendable, CustomTestStringConvertible {
    var name: String
    var latitude: Double
    var longitude: Double
    var convention: DifficultyConvention
    var testDescription: String { name }

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ convention: DifficultyConvention) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.convention = convention
    }
  }

  static let places: [Place] = [
    Place("Courchevel", 45.415, 6.634, .europe),
    Place("Andorra", 42.54, 1.73, .europe),
    Place("Åre", 63.40, 13.08, .europe),
    Place("Palandöken", 39.83, 41.28, .europe),
    Place("Gudauri", 42.47, 44.48, .europe),
    Place("Dizin, Iran", 36.05, 51.42, .europe),
    Place("Bláfjöll, Iceland", 63.98, -21.65, .europe),
    Place("Nuuk, Greenland", 64.18, -51.70, .europe),
    Place("Bariloche", -41.17, -71.44, .europe),
    Place("Portillo", -32.84, -70.13, .europe),
    Place("Afriski, Lesotho", -28.82, 28.73, .europe),
    Place("Oukaïmeden", 31.20, -7.86, .europe),
    Place("Shymbulak, Almaty", 43.11, 77.08, .europe),
    Place("Oskemen, Kazakhstan", 50.02, 82.60, .europe),
    Place("Sheregesh", 52.95, 87.93, .europe),
    Place("Manzherok, Altai Russia", 51.82, 85.80, .europe),
    Place("Baikalsk", 51.50, 104.15, .europe),
    Place("Vladivostok", 43.12, 131.89, .europe),
    Place("Khabarovsk", 48.50, 135.10, .europe),
    Place("Kamchatka, Moroznaya", 53.08, 158.40, .europe),
    Place("Chimgan, Uzbekistan", 41.55, 70.02, .europe),
    Place("Safed-Dara, Tajikistan", 38.90, 68.85, .europe),
    Place("Vail", 39.61, -106.36, .northAmerica),
    Place("Whistler", 50.06, -122.96, .northAmerica),
    Place("Mont-Sainte-Anne", 47.08, -70.91, .northAmerica),
    Place("Marble Mountain, Newfoundland", 48.93, -57.83, .northAmerica),
    Place("Alyeska", 60.96, -149.10, .northAmerica),
    Place("Mauna Kea", 19.82, -155.47, .northAmerica),
    Place("Monterreal, Mexico", 25.23, -100.45, .northAmerica),
    Place("Karakol", 42.40, 78.48, .northAmerica),
    Place("Too-Ashuu", 42.34, 73.82, .northAmerica),
    Place("Chunkurchak", 42.58, 74.62, .northAmerica),
    Place("Gulmarg", 34.04, 74.38, .northAmerica),
    Place("Auli", 30.53, 79.57, .northAmerica),
    Place("Malam Jabba", 34.80, 72.57, .northAmerica),
    Place("Naltar", 36.16, 74.18, .northAmerica),
    Place("Urumqi, Silk Road", 43.45, 87.45, .northAmerica),
    Place("Altay, General Mountain", 47.83, 88.15, .northAmerica),
    Place("Keketuohai", 47.20, 89.90, .northAmerica),
    Place("Kanas, Hemu", 48.57, 87.43, .northAmerica),
    Place("Yabuli", 44.78, 128.45, .northAmerica),
    Place("Changbaishan", 42.13, 127.50, .northAmerica),
    Place("Chongli", 40.96, 115.40, .northAmerica),
    Place("Sky Resort, Ulaanbaatar", 47.85, 107.03, .northAmerica),
    Place("Seoul", 37.55, 127.0, .northAmerica),
    Place("Yongpyong", 37.64, 128.68, .northAmerica),
    Place("Masikryong", 39.07, 127.25, .northAmerica),
    Place("Thredbo", -36.50, 148.30, .northAmerica),
    Place("Cardrona", -44.87, 168.95, .northAmerica),
    Place("Hanoi", 21.03, 105.85, .northAmerica),
    Place("Niseko, Hokkaido", 42.86, 140.70, .japan),
    Place("Hakuba", 36.70, 137.83, .japan),
    Place("Geihoku, Chugoku", 34.72, 132.25, .japan),
    Place("Kujū, Kyushu", 33.13, 131.20, .japan),
    Place("Yuzhno-Sakhalinsk", 46.95, 142.79, .japan),
  ]

  @Test(arguments: places) func `a place has the difficulty convention of its region`(_ place: Place) {
    let found = DifficultyConvention(
      at: Coordinate(latitude: place.latitude, longitude: place.longitude))
    #expect(found == place.convention)
  }

  @Test func `an invalid coordinate has the European convention`() {
    #expect(DifficultyConvention(at: Coordinate(latitude: .nan, longitude: 0)) == .europe)
    #expect(DifficultyConvention(at: Coordinate(latitude: 360, longitude: 360)) == .europe)
  }
}
