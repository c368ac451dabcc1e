// Values and functions that the snippets of documentation comments take as given.

import Foundation
import SkiAPI
import SkiAnswers
import SkiBase
import SkiBuild
import SkiClient
import SkiGraph
import SkiNavigation
import SkiPeople
import SkiRouting
import SkiTerrain
import SkiTiles
import SkiTracks

var map: SkiMap { fatalError() }
var lastSeason: SkiMap { fatalError() }
var thisSeason: SkiMap { fatalError() }
var router: MapRouter { fatalError() }
var village: Place { fatalError() }
var top: Place { fatalError() }
var lift: Place { fatalError() }
var skier: SkierProfile { fatalError() }
var hours: OperatingHours { fatalError() }
var request: RouteRequest { fatalError() }
var outward: RouteRequest { fatalError() }
var homeward: RouteRequest { fatalError() }
var departure: DayTime { fatalError() }
var route: Route { fatalError() }
var answer: Answer<Route> { fatalError() }
var time: UniversalTime { fatalError() }
var fix: LocationFix { fatalError() }
var source: Receiver { fatalError() }
var trips: any TripMembership { fatalError() }
var anna: UserID { fatalError() }
var grant: ShareGrant { fatalError() }
var file: Output { fatalError() }
var log: Output { fatalError() }

/// A receiver of positions.
struct Receiver {
  func fixes() -> AsyncThrowingStream<LocationFix, any Error> { fatalError() }
}

/// A building of which a snippet makes a document.
struct Refuge {
  var name = ""
  var elevationMetres: Double?
}

struct Output {
  func write(_ text: String) {}
  func warning(_ text: String) {}
}

func show(_ values: Any?...) {}
func speak(_ sentence: String) {}
func perform(_ effects: [NavigationEffect]) {}
func ask(from place: Coordinate) {}
