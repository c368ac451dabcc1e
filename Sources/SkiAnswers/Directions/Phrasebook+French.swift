import SkiAPI
import SkiGraph

extension Phrasebook {
  static let french = Phrasebook(
    language: .french, template: Self.french, lift: Self.frenchLift, seats: " {count} places",
    sign: Self.frenchSign, aRun: Self.frenchRun)

  private static func french(_ phrase: Phrase) -> String {
    switch phrase {
    case .take: "Prenez {lift} {name} ({details})"
    case .takeNameless: "Prenez {lift} ({details})"
    case .takeNamed: "Prenez {name} ({details})"
    case .rideDown: "Descendez par {lift} {name} ({details})"
    case .rideDownNameless: "Descendez par {lift} ({details})"
    case .rideDownNamed: "Descendez par {name} ({details})"
    case .rideTime: "{time}"
    case .waitTime: "{time} d’attente"
    case .getOff: "Descendez à la station intermédiaire"
    case .getOffNamed: "Descendez à la station intermédiaire {name}"
    case .stayOn: "Restez à bord à la station intermédiaire"
    case .stayOnNamed: "Restez à bord à la station {name}"
    case .leaveStraight: "À l’arrivée, partez tout droit sur {run}"
    case .leaveLeft: "À l’arrivée, partez à gauche sur {run}"
    case .leaveRight: "À l’arrivée, partez à droite sur {run}"
    case .leaveSharpLeft: "À l’arrivée, partez à gauche vers l’arrière sur {run}"
    case .leaveSharpRight: "À l’arrivée, partez à droite vers l’arrière sur {run}"
    case .leaveBack: "À l’arrivée, faites demi-tour, côté montée, sur {run}"
    case .exitStraight: "À l’arrivée, partez tout droit"
    case .exitLeft: "À l’arrivée, partez à gauche"
    case .exitRight: "À l’arrivée, partez à droite"
    case .exitSharpLeft: "À l’arrivée, partez à gauche vers l’arrière"
    case .exitSharpRight: "À l’arrivée, partez à droite vers l’arrière"
    case .exitBack: "À l’arrivée, faites demi-tour, côté montée"
    case .start: "Partez sur {run}"
    case .skiOn: "Skiez sur {run}"
    case .goStraight: "Continuez tout droit sur {run}"
    case .bearLeft: "Prenez légèrement à gauche sur {run}"
    case .bearRight: "Prenez légèrement à droite sur {run}"
    case .turnLeft: "Tournez à gauche sur {run}"
    case .turnRight: "Tournez à droite sur {run}"
    case .turnSharpLeft: "Tournez franchement à gauche sur {run}"
    case .turnSharpRight: "Tournez franchement à droite sur {run}"
    case .turnBack: "Faites demi-tour sur {run}"
    case .runNamed: "{name} ({grade})"
    case .runNumbered: "la piste {number} ({grade})"
    case .runSigned: "la {number}, {name} ({grade})"
    case .estimated: "{colour}, estimation"
    case .estimatedRun: "{run} (estimation)"
    case .runLink: "la liaison entre {from} et {to} ({grade})"
    case .ungraded: "non classée"
    case .steepest: "pente maximale {percent}"
    case .steeperThanGraded: "plus raide que sa couleur"
    case .afterFirst: "Après {length}"
    case .afterMore: "{length} plus loin"
    case .atOnce: "Tout de suite"
    case .keepLeft: "{after}, à la bifurcation avec {names}, restez à gauche"
    case .keepRight: "{after}, à la bifurcation avec {names}, restez à droite"
    case .keepStraight: "{after}, à la bifurcation avec {names}, continuez tout droit"
    case .keepLeftNameless: "{after}, à la bifurcation, restez à gauche"
    case .keepRightNameless: "{after}, à la bifurcation, restez à droite"
    case .keepStraightNameless: "{after}, à la bifurcation, continuez tout droit"
    case .push: "{after}, poussez sur {length} de plat"
    case .climb: "{after}, poussez en montée sur {length}"
    case .pushAll: "C’est plat : poussez jusqu’au bout"
    case .climbAll: "C’est plat et ça monte de {rise} : poussez jusqu’au bout"
    case .passHutLeft: "{after}, passez {name} sur votre gauche"
    case .passHutRight: "{after}, passez {name} sur votre droite"
    case .passBottomLeft: "{after}, passez le départ de la remontée {name} sur votre gauche"
    case .passBottomRight: "{after}, passez le départ de la remontée {name} sur votre droite"
    case .passTopLeft: "{after}, passez l’arrivée de la remontée {name} sur votre gauche"
    case .passTopRight: "{after}, passez l’arrivée de la remontée {name} sur votre droite"
    case .passUnder: "{after}, passez sous la remontée {name}"
    case .passRunLeft: "{after}, laissez {name} sur votre gauche"
    case .passRunRight: "{after}, laissez {name} sur votre droite"
    case .walk: "Marchez {length}"
    case .walkAlong: "Marchez {length} par {street}"
    case .cross: "Traversez sur {length}"
    case .climbing: "en montant de {rise}"
    case .climbOnFoot: "Montez à pied sur {length}"
    case .climbOnFootAlong: "Montez à pied sur {length} : {name}"
    case .unmappedWay: "aucun chemin n’y est cartographié"
    case .directionUnknown: "sens inconnu"
    case .waitUntil: "Attendez l’ouverture à {time}"
    case .waitUntilNamed: "Attendez l’ouverture à {time} : {name}"
    case .arrive: "Vous y êtes"
    case .arriveNamed: "Vous y êtes : {name}"
    case .ahead: "Dans {length} : {instruction}"
    case .arriveAhead: "Dans {length}, vous y êtes"
    case .goToStart: "Rejoignez le départ, à {length} {direction}"
    case .liftClosed: "Fermeture sur votre parcours : {lift}"
    case .wrongLift: "Mauvaise remontée : {lift}. Restez jusqu’au bout, un nouvel itinéraire part de là"
    case .toNorth: "vers le nord"
    case .toNorthEast: "vers le nord-est"
    case .toEast: "vers l’est"
    case .toSouthEast: "vers le sud-est"
    case .toSouth: "vers le sud"
    case .toSouthWest: "vers le sud-ouest"
    case .toWest: "vers l’ouest"
    case .toNorthWest: "vers le nord-ouest"
    case .total: "Total {time}"
    case .totalClock: "Total {time}, arrivée à {clock}"
    case .totalSkied: "↓{metres} à skis"
    case .totalLifted: "↑{metres} en remontée"
    case .totalRuns: "{length} de pistes"
    case .totalWalked: "{length} à pied"
    case .limit: "rien de plus difficile que {limit}"
    case .already: "Vous y êtes déjà"
    case .data: "Données : {words}"
    case .leaveAgain: "Repartez avant {clock} pour rentrer"
    case .beyondHome:
      "ATTENTION : cet itinéraire mène au-delà du dernier retour possible. Le dernier endroit où faire demi-tour est passé à {clock}"
    case .lateFromStart: "ATTENTION : dès le départ, il est trop tard pour rentrer avant la fermeture"
    case .noWayFromStart: "ATTENTION : dès le départ, aucun retour n’est possible à aucune heure"
    case .noWayBack: "Aucun retour possible d’ici dans vos limites"
    case .noWayBackWithin: "Aucun retour d’ici avec {limit} au plus : le plus facile est {easiest}"
    case .noWayHome: "Impossible de rentrer d’ici dans vos limites"
    case .noWayHomeWithin: "Impossible de rentrer d’ici avec {limit} au plus : le plus facile est {easiest}"
    case .noHeights: "Aucune altitude n’est connue sur ce parcours : pas de profil"
    case .heightsUnknown: "Les altitudes ne sont pas connues ici : sens de descente tel que dessiné"
    case .heightsKnownInPart:
      "Les altitudes ne sont connues qu’en partie ici : ailleurs, sens de descente tel que dessiné"
    case .pair: "{first} et {second}"
    case .minutes: "{number} min"
    case .underMinute: "moins d’une minute"
    case .hours: "{hours} h {minutes} min"
    case .metres: "{number} m"
    case .kilometres: "{number} km"
    case .percent: "{number} %"
    case .decimalPoint: ","
    }
  }

  private static func frenchLift(_ kind: LiftKind) -> LiftWords {
    switch kind {
    case .gondola: LiftWords(definite: "la télécabine{seats}", bare: "télécabine{seats}")
    case .chairLift: LiftWords(definite: "le télésiège{seats}", bare: "télésiège{seats}")
    case .cableCar: LiftWords(definite: "le téléphérique", bare: "téléphérique")
    case .funicular: LiftWords(definite: "le funiculaire", bare: "funiculaire")
    case .railway: LiftWords(definite: "le train", bare: "train")
    case .rackRailway: LiftWords(definite: "le train à crémaillère", bare: "train à crémaillère")
    case .mixedLift: LiftWords(definite: "la télécabine mixte{seats}", bare: "télécabine mixte{seats}")
    case .dragLift: LiftWords(definite: "le téléski", bare: "téléski")
    case .tBar: LiftWords(definite: "le téléski à archets", bare: "téléski à archets")
    case .jBar: LiftWords(definite: "le téléski à cannes", bare: "téléski à cannes")
    case .platter: LiftWords(definite: "le téléski à perches", bare: "téléski à perches")
    case .ropeTow: LiftWords(definite: "le fil-neige", bare: "fil-neige")
    case .magicCarpet: LiftWords(definite: "le tapis roulant", bare: "tapis roulant")
    case .unknown: LiftWords(definite: "la remontée", bare: "remontée")
    }
  }

  private static func frenchSign(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch (colour, region) {
    case (.green, .northAmerica): "cercle vert"
    case (.blue, .northAmerica): "carré bleu"
    case (.black, .northAmerica): "losange noir"
    case (.doubleBlack, _): "double losange noir"
    case (.green, _): "verte"
    case (.blue, _): "bleue"
    case (.red, _): "rouge"
    case (.black, _): "noire"
    case (.yellow, _): "hors-piste, jaune"
    case (.orange, _): "extrême, orange"
    case (.grey, _): "non classée"
    }
  }

  private static func frenchRun(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch colour {
    case .yellow: "un itinéraire hors-piste"
    case .orange: "un itinéraire extrême"
    default: "une piste \(frenchSign(colour, region))"
    }
  }
}
