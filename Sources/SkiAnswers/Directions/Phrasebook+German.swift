import SkiAPI
import SkiGraph
import SkiRouting

extension Phrasebook {
  static let german = Phrasebook(
    language: .german, template: Self.german, lift: Self.germanLift, seats: "{count}er-",
    sign: Self.germanSign, aRun: Self.germanRun)

  private static func german(_ phrase: Phrase) -> String {
    switch phrase {
    case .take: "Nehmen Sie {lift} {name} ({details})"
    case .takeNameless: "Nehmen Sie {lift} ({details})"
    case .takeNamed: "Fahren Sie mit {name} ({details})"
    case .rideDown: "Nehmen Sie {lift} {name} hinunter ({details})"
    case .rideDownNameless: "Nehmen Sie {lift} hinunter ({details})"
    case .rideDownNamed: "Fahren Sie mit {name} hinunter ({details})"
    case .rideTime: "{time}"
    case .waitTime: "{time} Wartezeit"
    case .getOff: "Steigen Sie an der Mittelstation aus"
    case .getOffNamed: "Steigen Sie an der Mittelstation {name} aus"
    case .stayOn: "Bleiben Sie an der Mittelstation sitzen"
    case .stayOnNamed: "Bleiben Sie an der Station {name} sitzen"
    case .leaveStraight: "Oben geradeaus auf {run}"
    case .leaveLeft: "Oben links auf {run}"
    case .leaveRight: "Oben rechts auf {run}"
    case .leaveSharpLeft: "Oben scharf links auf {run}"
    case .leaveSharpRight: "Oben scharf rechts auf {run}"
    case .leaveBack: "Oben kehrt, zur Lifttrasse zurück, auf {run}"
    case .exitStraight: "Beim Ausstieg geradeaus"
    case .exitLeft: "Beim Ausstieg links"
    case .exitRight: "Beim Ausstieg rechts"
    case .exitSharpLeft: "Beim Ausstieg scharf links"
    case .exitSharpRight: "Beim Ausstieg scharf rechts"
    case .exitBack: "Beim Ausstieg kehrt, zur Lifttrasse zurück"
    case .start: "Start: {run}"
    case .skiOn: "Weiter: {run}"
    case .goStraight: "Geradeaus weiter auf {run}"
    case .bearLeft: "Halb links auf {run}"
    case .bearRight: "Halb rechts auf {run}"
    case .turnLeft: "Links abbiegen auf {run}"
    case .turnRight: "Rechts abbiegen auf {run}"
    case .turnSharpLeft: "Scharf links abbiegen auf {run}"
    case .turnSharpRight: "Scharf rechts abbiegen auf {run}"
    case .turnBack: "Kehrt auf {run}"
    case .runNamed: "{name} ({grade})"
    case .runNumbered: "Piste {number} ({grade})"
    case .runSigned: "{number}, {name} ({grade})"
    case .estimated: "{colour}, geschätzt"
    case .estimatedRun: "{run} (geschätzt)"
    case .runLink: "die Verbindung zwischen {from} und {to} ({grade})"
    case .ungraded: "ohne Schwierigkeitsgrad"
    case .steepest: "steilste Stelle {percent}"
    case .steeperThanGraded: "steiler als ihre Farbe"
    case .afterFirst: "Nach {length}"
    case .afterMore: "{length} weiter"
    case .atOnce: "Gleich"
    case .keepLeft: "{after} an der Gabelung mit {names} links halten"
    case .keepRight: "{after} an der Gabelung mit {names} rechts halten"
    case .keepStraight: "{after} an der Gabelung mit {names} geradeaus bleiben"
    case .keepLeftNameless: "{after} an der Gabelung links halten"
    case .keepRightNameless: "{after} an der Gabelung rechts halten"
    case .keepStraightNameless: "{after} an der Gabelung geradeaus bleiben"
    case .push: "{after} {length} im Flachen schieben"
    case .climb: "{after} {length} bergauf schieben"
    case .pushAll: "Es ist flach: schieben"
    case .climbAll: "Es ist flach und steigt um {rise}: schieben"
    case .passHutLeft: "{after} links an {name} vorbei"
    case .passHutRight: "{after} rechts an {name} vorbei"
    case .passBottomLeft: "{after} liegt links die Talstation {name}"
    case .passBottomRight: "{after} liegt rechts die Talstation {name}"
    case .passTopLeft: "{after} liegt links die Bergstation {name}"
    case .passTopRight: "{after} liegt rechts die Bergstation {name}"
    case .passUnder: "{after} unter dem Lift {name} hindurch"
    case .passRunLeft: "{after} zweigt links {name} ab"
    case .passRunRight: "{after} zweigt rechts {name} ab"
    case .walk: "Gehen Sie {length}"
    case .walkAlong: "Gehen Sie {length}: {street}"
    case .cross: "Queren Sie hinüber, {length}"
    case .climbing: "mit {rise} Anstieg"
    case .climbOnFoot: "Steigen Sie {length} zu Fuß auf"
    case .climbOnFootAlong: "Steigen Sie {length} zu Fuß auf: {name}"
    case .unmappedWay: "dort ist kein Weg kartiert"
    case .directionUnknown: "Richtung unbekannt"
    case .waitUntil: "Warten Sie auf die Öffnung um {time}"
    case .waitUntilNamed: "Warten Sie bis {time}, dann öffnet {name}"
    case .arrive: "Sie sind da"
    case .arriveNamed: "Sie sind da: {name}"
    case .ahead: "In {length}: {instruction}"
    case .arriveAhead: "In {length} sind Sie da"
    case .goToStart: "Zum Start: {length} {direction}"
    case .liftClosed: "Geschlossen auf Ihrem Weg: {lift}"
    case .wrongLift: "Falscher Lift: {lift}. Fahren Sie bis zum Ende, dort beginnt eine neue Route"
    case .toNorth: "nach Norden"
    case .toNorthEast: "nach Nordosten"
    case .toEast: "nach Osten"
    case .toSouthEast: "nach Südosten"
    case .toSouth: "nach Süden"
    case .toSouthWest: "nach Südwesten"
    case .toWest: "nach Westen"
    case .toNorthWest: "nach Nordwesten"
    case .total: "Gesamt {time}"
    case .totalClock: "Gesamt {time}, Ankunft um {clock}"
    case .totalSkied: "↓{metres} auf Ski"
    case .totalLifted: "↑{metres} mit dem Lift"
    case .totalRuns: "{length} Piste"
    case .totalWalked: "{length} zu Fuß"
    case .limit: "höchstens {limit}"
    case .already: "Sie sind schon da"
    case .data: "Daten: {words}"
    case .leaveAgain: "Brechen Sie bis {clock} wieder auf, um heimzukommen"
    case .beyondHome:
      "ACHTUNG: Diese Route führt über den letzten Heimweg hinaus. Die letzte Stelle zum Umkehren wird um {clock} passiert"
    case .lateFromStart: "ACHTUNG: Schon am Start ist es zu spät, um vor Betriebsschluss heimzukommen"
    case .noWayFromStart: "ACHTUNG: Vom Start führt zu keiner Stunde ein Weg heim"
    case .noWayBack: "Von hier führt in Ihren Grenzen kein Weg zurück"
    case .noWayBackWithin:
      "Von hier führt mit höchstens {limit} kein Weg zurück: Der leichteste ist {easiest}"
    case .noWayHome: "Von hier führt in Ihren Grenzen kein Weg heim"
    case .noWayHomeWithin: "Von hier führt mit höchstens {limit} kein Weg heim: Der leichteste ist {easiest}"
    case .noHeights: "Am Weg sind keine Höhen bekannt, darum gibt es kein Profil"
    case .heightsUnknown: "Höhen sind hier nicht bekannt: Richtungen wie gezeichnet"
    case .heightsKnownInPart: "Höhen sind hier nur zum Teil bekannt: sonst Richtungen wie gezeichnet"
    case .pair: "{first} und {second}"
    case .minutes: "{number} Min."
    case .underMinute: "unter 1 Min."
    case .hours: "{hours} Std. {minutes} Min."
    case .metres: "{number} m"
    case .kilometres: "{number} km"
    case .percent: "{number} %"
    case .decimalPoint: ","
    }
  }

  private static func germanLift(_ kind: LiftKind) -> LiftWords {
    switch kind {
    case .gondola: LiftWords(definite: "die {seats}Gondelbahn", bare: "{seats}Gondelbahn")
    case .chairLift: LiftWords(definite: "den {seats}Sessellift", bare: "{seats}Sessellift")
    case .cableCar: LiftWords(definite: "die Luftseilbahn", bare: "Luftseilbahn")
    case .funicular: LiftWords(definite: "die Standseilbahn", bare: "Standseilbahn")
    case .railway: LiftWords(definite: "den Zug", bare: "Zug")
    case .rackRailway: LiftWords(definite: "die Zahnradbahn", bare: "Zahnradbahn")
    case .mixedLift: LiftWords(definite: "die {seats}Kombibahn", bare: "{seats}Kombibahn")
    case .dragLift: LiftWords(definite: "den Schlepplift", bare: "Schlepplift")
    case .tBar: LiftWords(definite: "den Ankerlift", bare: "Ankerlift")
    case .jBar: LiftWords(definite: "den Einerbügellift", bare: "Einerbügellift")
    case .platter: LiftWords(definite: "den Tellerlift", bare: "Tellerlift")
    case .ropeTow: LiftWords(definite: "den Seillift", bare: "Seillift")
    case .magicCarpet: LiftWords(definite: "das Förderband", bare: "Förderband")
    case .unknown: LiftWords(definite: "den Lift", bare: "Lift")
    }
  }

  private static func germanSign(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch (colour, region) {
    case (.green, .northAmerica): "grüner Kreis"
    case (.blue, .northAmerica): "blaues Quadrat"
    case (.black, .northAmerica): "schwarze Raute"
    case (.doubleBlack, _): "doppelte schwarze Raute"
    case (.green, _): "grün"
    case (.blue, _): "blau"
    case (.red, _): "rot"
    case (.black, _): "schwarz"
    case (.yellow, _): "Freeride, gelb"
    case (.orange, _): "extrem, orange"
    case (.grey, _): "ohne Schwierigkeitsgrad"
    }
  }

  private static func germanRun(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch (colour, region) {
    case (.green, .northAmerica): "eine Piste mit grünem Kreis"
    case (.blue, .northAmerica): "eine Piste mit blauem Quadrat"
    case (.black, .northAmerica): "eine Piste mit schwarzer Raute"
    case (.doubleBlack, _): "eine Piste mit doppelter schwarzer Raute"
    case (.green, _): "eine grüne Piste"
    case (.blue, _): "eine blaue Piste"
    case (.red, _): "eine rote Piste"
    case (.black, _): "eine schwarze Piste"
    case (.yellow, _): "eine Freeride-Route"
    case (.orange, _): "eine extreme Route"
    case (.grey, _): "eine Piste ohne Schwierigkeitsgrad"
    }
  }
}
