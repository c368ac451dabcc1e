import SkiGeo
import SkiModel
import Testing

struct ConventionPlaceTests {
  static let places: [(name: String, latitude: Double, longitude: Double, expected: DifficultyConvention)] = [
    ("Shymbulak, Kazakhstan", 43.128, 77.080, .europe), ("Almaty, Kazakhstan", 43.238, 76.946, .europe),
    ("Karakol, Kyrgyzstan", 42.405, 78.510, .northAmerica),
    ("Chunkurchak, Kyrgyzstan", 42.62, 74.62, .northAmerica),
    ("Gulmarg, India", 34.05, 74.38, .northAmerica), ("Malam Jabba, Pakistan", 34.80, 72.57, .northAmerica),
    ("Urumqi, China", 43.45, 87.45, .northAmerica), ("Yabuli, China", 44.78, 128.45, .northAmerica),
    ("Ulaanbaatar, Mongolia", 47.83, 106.99, .northAmerica),
    ("Yongpyong, Korea", 37.643, 128.68, .northAmerica),
    ("Niseko, Hokkaido", 42.862, 140.70, .japan), ("Hakuba, Honshu", 36.70, 137.83, .japan),
    ("Yuzhno-Sakhalinsk", 46.957, 142.79, .japan), ("Vladivostok", 43.18, 132.1, .europe),
    ("Khabarovsk", 48.55, 135.2, .europe), ("Sheregesh, Siberia", 52.95, 87.93, .europe),
    ("Bariloche, Argentina", -41.165, -71.44, .europe), ("Valle Nevado, Chile", -33.355, -70.25, .europe),
    ("Afriski, Lesotho", -28.82, 28.73, .europe), ("Akureyri, Iceland", 65.65, -18.20, .europe),
    ("Nuuk, Greenland", 64.17, -51.68, .europe), ("Whistler, Canada", 50.09, -122.95, .northAmerica),
    ("Alyeska, Alaska", 60.96, -149.09, .northAmerica), ("Killington, Vermont", 43.63, -72.80, .northAmerica),
    ("Marble Mountain, Newfoundland", 48.95, -57.83, .northAmerica),
    ("Mauna Kea, Hawaii", 19.82, -155.47, .northAmerica),
    ("Monterreal, Mexico", 25.24, -100.45, .northAmerica),
    ("Thredbo, Australia", -36.50, 148.30, .northAmerica),
    ("Treble Cone, New Zealand", -44.63, 168.90, .northAmerica),
    ("Val Thorens, France", 45.30, 6.58, .europe),
    ("Amirsoy, Uzbekistan", 41.49, 69.96, .europe), ("Dizin, Iran", 36.05, 51.42, .europe),
    ("Bamiyan, Afghanistan", 34.82, 67.83, .europe), ("Safed Dara, Tajikistan", 38.87, 68.90, .europe),
    ("Oskemen, Kazakhstan", 49.95, 82.6, .europe), ("Sölden, Austria", 46.97, 11.01, .europe),
  ]

  @Test(arguments: places.indices)
  func `a place has the colours of its region`(index: Int) {
    let (name, latitude, longitude, expected) = Self.places[index]
    #expect(
      DifficultyConvention(at: Coordinate(latitude: latitude, longitude: longitude)) == expected, "\(name)")
  }

  @Test func `a place off the Earth has the European colours`() {
    #expect(DifficultyConvention(at: Coordinate(latitude: .nan, longitude: 500)) == .europe)
  }
}

struct ImportReportTests {
  @Test func `a report is written with its counts, codes and examples`() {
    var report = ImportReport()
    report.readCounts = ["runs": 2, "lifts": 1]
    report.usedCounts = ["runs": 1]
    report.count("geometryMissing", .leftOut, id: "way/1", detail: "no \"geometry\"")
    let text =
      #"{"version":1,"read":{"lifts":1,"runs":2},"used":{"runs":1},"entries":[{"code":"geometryMissing","#
      + #""outcome":"leftOut","count":1,"examples":[{"id":"way/1","detail":"no \"geometry\""}]}]}"#
    #expect(report.json().text() == text)
  }

  @Test func `merged reports add up and keep ten examples`() {
    var first = ImportReport()
    for index in 0..<8 { first.count("a", .noted, id: "\(index)") }
    var second = ImportReport()
    for index in 8..<16 { second.count("a", .noted, id: "\(index)") }
    first.merge(second)
    #expect(first.count(of: "a") == 16)
    #expect(first.entries.first?.examples.map(\.id) == (0..<10).map(String.init))
  }
}
