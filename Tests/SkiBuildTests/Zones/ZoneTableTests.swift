import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

struct ZoneTableTests {
  /// A place with its zone, which its state or county publishes.
  struct Place: CustomTestStringConvertible, Sendable {
    let name: String
    let latitude: Double
    let longitude: Double
    let zone: String
    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
    var testDescription: String { name }

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ zone: String) {
      (self.name, self.latitude, self.longitude, self.zone) = (name, latitude, longitude, zone)
    }
  }

  static let skiing = [
    Place("Pas de la Casa", 42.5425, 1.7336, "Europe/Andorra"),
    Place("Porté-Puymorens", 42.5469, 1.8310, "Europe/Paris"),
    Place("Baqueira", 42.6989, 0.9336, "Europe/Madrid"),
    Place("Sierra Nevada", 37.0955, -3.3987, "Europe/Madrid"),
    Place("Zermatt", 46.0207, 7.7491, "Europe/Zurich"),
    Place("Breuil-Cervinia", 45.9337, 7.6306, "Europe/Rome"),
    Place("Les Crosets", 46.1847, 6.8364, "Europe/Zurich"),
    Place("Avoriaz", 46.1915, 6.7748, "Europe/Paris"),
    Place("Val d'Isère", 45.4482, 6.9806, "Europe/Paris"),
    Place("La Thuile", 45.7146, 6.9486, "Europe/Rome"),
    Place("Livigno", 46.5386, 10.1357, "Europe/Rome"),
    Place("Samnaun", 46.9463, 10.3592, "Europe/Zurich"),
    Place("Ischgl", 47.0127, 10.2918, "Europe/Vienna"),
    Place("Vaduz", 47.1410, 9.5209, "Europe/Vaduz"),
    Place("Malbun", 47.1020, 9.6100, "Europe/Vaduz"),
    Place("Garmisch", 47.4917, 11.0955, "Europe/Berlin"),
    Place("Cairngorm", 57.1337, -3.6703, "Europe/London"),
    Place("Hemsedal", 60.8630, 8.5520, "Europe/Oslo"),
    Place("Riksgränsen", 68.4262, 18.1260, "Europe/Stockholm"),
    Place("Ruka", 66.1650, 29.1540, "Europe/Helsinki"),
    Place("Bansko", 41.8383, 23.4885, "Europe/Sofia"),
    Place("Bukovel", 48.3640, 24.4000, "Europe/Kyiv"),
    Place("Rosa Khutor", 43.6720, 40.2970, "Europe/Moscow"),
    Place("Gudauri", 42.4775, 44.4808, "Asia/Tbilisi"),
    Place("Palandöken, Erzurum", 39.8550, 41.2890, "Europe/Istanbul"),
    Place("Mzaar", 33.9700, 35.8350, "Asia/Beirut"),
    Place("Hermon", 33.3060, 35.7720, "Asia/Jerusalem"),
    Place("Dizin", 36.0440, 51.4210, "Asia/Tehran"),
    Place("Shymbulak", 43.1280, 77.0800, "Asia/Almaty"),
    Place("Gulmarg", 34.0484, 74.3805, "Asia/Kolkata"),
    Place("Malam Jabba", 34.8000, 72.5720, "Asia/Karachi"),
    Place("Yabuli", 44.7820, 128.4550, "Asia/Shanghai"),
    Place("Yongpyong", 37.6440, 128.6800, "Asia/Seoul"),
    Place("Masikryong", 39.0720, 127.2500, "Asia/Pyongyang"),
    Place("Niseko", 42.8620, 140.6990, "Asia/Tokyo"),
    Place("Gorny Vozdukh", 46.9560, 142.7800, "Asia/Sakhalin"),
    Place("Schweitzer, northern Idaho", 48.3680, -116.6220, "America/Los_Angeles"),
    Place("Silver Mountain, northern Idaho", 47.5400, -116.1330, "America/Los_Angeles"),
    Place("Sun Valley, southern Idaho", 43.6970, -114.3520, "America/Boise"),
    Place("Brundage, southern Idaho", 45.0050, -116.1550, "America/Boise"),
    Place("Grand Targhee, Wyoming", 43.7880, -110.9580, "America/Denver"),
    Place("Whitefish, Montana", 48.4810, -114.3530, "America/Denver"),
    Place("Mt. Spokane, Washington", 47.9220, -117.0970, "America/Los_Angeles"),
    Place("Heavenly, Lake Tahoe", 38.9350, -119.9400, "America/Los_Angeles"),
    Place("Arizona Snowbowl", 35.3300, -111.7100, "America/Phoenix"),
    Place("Taos", 36.5960, -105.4540, "America/Denver"),
    Place("Whistler", 50.1150, -122.9490, "America/Vancouver"),
    Place("Fernie", 49.4630, -115.0870, "America/Edmonton"),
    Place("Lake Louise", 51.4420, -116.1620, "America/Edmonton"),
    Place("Marble Mountain, Newfoundland", 48.9460, -57.8320, "America/St_Johns"),
    Place("Mont-Tremblant", 46.2100, -74.5850, "America/Toronto"),
    Place("Alyeska", 60.9620, -149.0980, "America/Anchorage"),
    Place("Portillo", -32.8370, -70.1270, "America/Santiago"),
    Place("Las Leñas", -35.1490, -70.0820, "America/Argentina/Mendoza"),
    Place("Cerro Castor", -54.7200, -68.0200, "America/Argentina/Ushuaia"),
    Place("Coronet Peak, Queenstown", -44.9200, 168.7370, "Pacific/Auckland"),
    Place("Perisher", -36.4060, 148.4110, "Australia/Sydney"),
    Place("Mt. Hotham", -36.9760, 147.1340, "Australia/Melbourne"),
    Place("Ben Lomond", -41.5330, 147.6650, "Australia/Hobart"),
    Place("Oukaïmeden", 31.2060, -7.8640, "Africa/Casablanca"),
    Place("AfriSki", -28.8230, 28.7270, "Africa/Maseru"),
    Place("Tiffindell", -30.6530, 27.9260, "Africa/Johannesburg"),
  ]

  @Test(arguments: skiing)
  func `a ski place is in the zone of its area`(place: Place) {
    #expect(ZoneTable.shipped.zone(at: place.coordinate) == place.zone)
  }

  static let islands = [
    Place("Reykjavík", 64.1466, -21.9426, "Atlantic/Reykjavik"),
    Place("Longyearbyen", 78.2232, 15.6267, "Arctic/Longyearbyen"),
    Place("Saint-Pierre", 46.7811, -56.1764, "America/Miquelon"),
    Place("Adak", 51.8800, -176.6581, "America/Adak"),
    Place("Easter Island", -27.1500, -109.4260, "Pacific/Easter"),
    Place("Jersey", 49.1858, -2.1100, "Europe/Jersey"),
    Place("Norderney", 53.7070, 7.1480, "Europe/Berlin"),
    Place("Chatham Islands", -43.9530, -176.5600, "Pacific/Chatham"),
    Place("Taveuni at the antimeridian", -16.8000, 179.9990, "Pacific/Fiji"),
    Place("Taveuni beyond the antimeridian", -16.8500, -179.9990, "Pacific/Fiji"),
  ]

  @Test(arguments: islands)
  func `a place on an island or a coast is in the zone of its land`(place: Place) {
    #expect(ZoneTable.shipped.zone(at: place.coordinate) == place.zone)
  }

  @Test func `Foundation knows every zone of the table, and every zone is used`() {
    let table = ZoneTable.shipped
    for name in table.names { #expect(TimeZone(identifier: name)?.identifier == name, "\(name)") }
    #expect(table.names == Set(table.names).sorted() && table.names.count > 400)
    let used = Set(table.entries.filter { $0 & ZoneTable.leaf != 0 }.map { Int($0 & ~ZoneTable.leaf) })
    #expect(used == Set(table.names.indices))
  }

  @Test func `the release of the table is one of the tz database`() throws {
    #expect(
      ZoneTable.release.wholeMatch(of: /20\d\d[a-z]/) != nil && ZoneTable.release == ZoneTable.shipped.release
    )
  }

  @Test func `poles, the antimeridian and the edges of cells have a zone`() {
    let table = ZoneTable.shipped
    let cells = Double(1 << table.depth) / 4
    for latitude in [
      -90, (-90.0).nextUp, -89.999, -0.0, 0, 4, 4.nextDown, 1 / cells, 89.999, 90.nextDown, 90,
    ] {
      for longitude in [-180, (-180.0).nextUp, -4, 0, 4.nextDown, 1 / cells, 179.999, 180.nextDown, 180] {
        #expect(table.zone(at: Coordinate(latitude: latitude, longitude: longitude)) != nil)
      }
    }
    let pole = Coordinate(latitude: -90, longitude: 77)
    #expect(table.zone(at: pole) == "Antarctica/McMurdo")
    #expect(
      table.zone(at: Coordinate(latitude: 66, longitude: 180))
        == table.zone(at: Coordinate(latitude: 66, longitude: -180)))
  }

  @Test func `the eastern and northern edges are in the zones of the cells beside them`() {
    let table = ZoneTable.shipped
    for degrees in -179...179 {
      let north = [90, 89.999].map { Coordinate(latitude: $0, longitude: Double(degrees)) }
      #expect(table.zone(at: north[0]) == table.zone(at: north[1]), "\(degrees)")
      let east = [180, 179.999].map { Coordinate(latitude: Double(degrees) / 2, longitude: $0) }
      #expect(table.zone(at: east[0]) == table.zone(at: east[1]), "\(degrees)")
    }
  }

  @Test(arguments: [
    (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity), (-.infinity, .nan),
  ])
  func `a coordinate outside the Earth has no zone`(latitude: Double, longitude: Double) {
    #expect(ZoneTable.shipped.zone(at: Coordinate(latitude: latitude, longitude: longitude)) == nil)
  }
}
