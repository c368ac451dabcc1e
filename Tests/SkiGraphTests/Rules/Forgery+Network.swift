import SkiBase

@testable import SkiGraph

extension Forgery {
  static let nodesAndPoints: [Forgery] = [
    Forgery(.nodePlace, "a node beyond the pole") {
      $0.set(.nodeLatitude, $0.lonelyNode(), signed: 900_000_001)
    },
    Forgery(.nodePlace, "a node beyond the antimeridian") {
      $0.set(.nodeLongitude, $0.lonelyNode(), signed: -1_800_000_001)
    },
    Forgery(.nodeElevation, "a node higher than any mountain") {
      $0.set(.nodeElevation, $0.lonelyNode(), signed: 1_000_001)
    },
    Forgery(.nodeElevation, "a node lower than any valley") {
      $0.set(.nodeElevation, $0.lonelyNode(), signed: -100_001)
    },
    value(.nodeJunction, .nodeJunction, 0, 4, "a junction of an unknown cause"),
    value(.nodeConfidence, .nodeConfidence, 0, 101, "a junction that is 101 percent sure"),
    value(.firstOut, .firstOut, 0, 1, "edges that begin late"),
    Forgery(.firstOut, "edges of a node that end before they begin") {
      $0.set(.firstOut, 2, $0.value(.firstOut, $0.count(.firstOut) - 1) + 9)
    },
    Forgery(.firstOut, "edges of a node that are not there") {
      let last = $0.count(.firstOut) - 1
      $0.set(.firstOut, last, $0.value(.firstOut, last) + 1)
    },
    Forgery(.eliminationOrder, "a node that is eliminated twice") {
      $0.set(.eliminationOrder, 1, $0.value(.eliminationOrder, 0))
    },
    Forgery(.eliminationOrder, "a node that is not there to be eliminated") {
      $0.set(.eliminationOrder, 0, UInt64($0.count(.nodeLatitude)))
    },
    Forgery(.pointPlace, "a point beyond the pole") {
      $0.set(.pointLatitude, $0.point(ofKind: 0) + 1, signed: -900_000_001)
    },
    Forgery(.pointPlace, "a point beyond the antimeridian") {
      $0.set(.pointLongitude, $0.point(ofKind: 0) + 1, signed: 1_800_000_001)
    },
    Forgery(.pointElevation, "a point higher than any mountain") {
      $0.set(.pointElevation, $0.point(ofKind: 0) + 1, signed: 1_000_001)
    },
    Forgery(.pointDistance, "a way that begins at 1 cm") { $0.set(.pointDistance, $0.point(ofKind: 0), 1) },
    Forgery(.pointDistance, "a way that goes back") {
      let point = $0.point(ofKind: 0) + 2
      $0.set(.pointDistance, point, $0.value(.pointDistance, point - 1) - 1)
    },
    Forgery(.inferredHeight, "a link with an inferred height too few") {
      $0.set(.pointInferredElevation, $0.inferredPoint() + 1, signed: .min)
    },
    Forgery(.inferredHeight, "an inferred height above all mountains") {
      $0.set(.pointInferredElevation, $0.inferredPoint(), signed: 1_000_001)
    },
    Forgery(.inferredHeight, "inferred heights beside known ones") {
      let link = $0.link(flag: .hasElevation)
      for point in $0.value(.linkFirstPoint, link)..<$0.value(.linkFirstPoint, link + 1) {
        $0.set(.pointInferredElevation, Int(point), signed: 7)
      }
    },
  ]

  static let links: [Forgery] =
    [
      Forgery(.linkNodes, "a tail that is no node") { $0.set(.linkTail, 0, UInt64($0.count(.nodeLatitude))) },
      Forgery(.linkNodes, "a head that is no node") { $0.set(.linkHead, 0, UInt64($0.count(.nodeLatitude))) },
      value(.linkKind, .linkKind, 0, 4, "a link of an unknown kind"),
      value(.linkCause, .linkCause, 0, 9, "a link of an unknown cause"),
      value(.linkDifficulty, .linkDifficulty, 0, 8, "a grade beyond all"),
      value(.linkConfidence, .linkConfidence, 0, 101, "a link that is 101 percent sure"),
      Forgery(.linkFeature, "a lift that is a piece of nothing") {
        $0.set(.linkFeature, $0.link(kind: 1), Self.none)
      },
      Forgery(.linkFeature, "a piece of a feature that is not there") {
        $0.set(.linkFeature, $0.link(kind: 0), UInt64($0.count(.featureRecord)))
      },
      Forgery(.linkFeature, "a connector that is a piece of a run") {
        $0.set(.linkFeature, $0.link(kind: 3), UInt64($0.feature(kind: 0)))
      },
      Forgery(.linkFeatureKind, "a lift that is a piece of a run") {
        $0.set(.linkFeature, $0.link(kind: 1), UInt64($0.feature(kind: 0)))
      },
      Forgery(.linkFeatureKind, "a run that is walked") { $0.set(.linkKind, $0.link(kind: 0), 2) },
      value(.linkPoints, .linkFirstPoint, 0, 1, "points of no link in front"),
      Forgery(.linkPoints, "points of no link behind") {
        let last = $0.count(.linkFirstPoint) - 1
        $0.set(.linkFirstPoint, last, $0.value(.linkFirstPoint, last) - 1)
      },
      Forgery(.linkPoints, "a link of one point") {
        $0.set(.linkFirstPoint, 1, $0.value(.linkFirstPoint, 0) + 1)
      },
      Forgery(.linkPoints, "a link that ends behind all points") {
        $0.set(.linkFirstPoint, 1, UInt64($0.count(.pointLatitude)) + 1)
      },
      Forgery(.linkHeights, "a known height that is unknown") {
        $0.set(.pointElevation, Int($0.value(.linkFirstPoint, $0.link(flag: .hasElevation))), signed: .min)
      },
    ] + ends + edgesOfLinks

  /// Links whose ends differ from the places of their nodes.
  private static let ends: [Forgery] = [SectionID.pointLatitude, .pointLongitude].flatMap { section in
    [
      Forgery(.linkEnds, "a link that begins beside its tail by \(section)") {
        let point = Int($0.value(.linkFirstPoint, $0.link(kind: 3)))
        $0.set(section, point, $0.value(section, point) + 1)
      },
      Forgery(.linkEnds, "a link that ends beside its head by \(section)") {
        let point = Int($0.value(.linkFirstPoint, $0.link(kind: 3) + 1)) - 1
        $0.set(section, point, $0.value(section, point) + 1)
      },
    ]
  }

  private static let edgesOfLinks: [Forgery] = [SectionID.linkForwardEdge, .linkBackwardEdge].flatMap {
    section in
    [
      Forgery(.linkEdges, "an edge in \(section) that is not there") {
        $0.set(section, 0, UInt64($0.count(.edgeHead)))
      },
      Forgery(.linkEdges, "an edge in \(section) that travels another link") {
        let own = $0.value(section, 0)
        $0.set(section, 0, own == 0 ? 1 : 0)
      },
    ]
  }

  static let edges: [Forgery] = [
    Forgery(.edgeLink, "an edge that travels no link") {
      let link = $0.link(kind: 0)
      let edge = Int($0.value(.linkForwardEdge, link))
      $0.set(.linkForwardEdge, link, Self.none)
      $0.set(.edgeLink, edge, UInt64($0.count(.linkTail) * 2))
    },
    Forgery(.edgeEnds, "an edge that leaves another node") {
      let node = $0.crossroads()
      $0.set(.firstOut, node + 1, $0.value(.firstOut, node + 1) - 1)
    },
    Forgery(.edgeEnds, "an edge that ends at another node") {
      $0.set(.edgeHead, 0, ($0.value(.edgeHead, 0) + 1) % UInt64($0.count(.nodeLatitude)))
    },
    Forgery(.edgeKnown, "an edge its link does not know") {
      $0.set(.linkForwardEdge, $0.link(kind: 0), Self.none)
    },
    Forgery(.edgeOrder, "two edges in each other's place") {
      let first = Int($0.value(.firstOut, $0.crossroads()))
      for edge in [first, first + 1] {
        let code = $0.value(.edgeLink, edge)
        let section = code & 1 == 0 ? SectionID.linkForwardEdge : .linkBackwardEdge
        $0.set(section, Int(code / 2), UInt64(edge == first ? first + 1 : first))
      }
      $0.swap(.edgeHead, first, first + 1)
      $0.swap(.edgeLink, first, first + 1)
    },
    Forgery(.cabinRide, "a run that is stayed on") {
      let link = $0.link(kind: 0)
      $0.set(.linkFlags, link, $0.value(.linkFlags, link) | UInt64(LinkFlags.staysOn.rawValue))
    },
    Forgery(.cabinRide, "a ride on in both directions") {
      let link = $0.values(.linkBackwardEdge).enumerated().first {
        $0.element != Self.none
      }.map(\.offset)
      let lift = (0..<$0.count(.linkKind)).first { [map = $0] in
        map.value(.linkKind, $0) == 1 && map.value(.linkBackwardEdge, $0) != Self.none
      }
      $0.set(.linkFlags, lift ?? link ?? 0, UInt64(LinkFlags([.goesOn, .hasElevation]).rawValue))
    },
    Forgery(.cabinNode, "a way out of a cabin that is boarded") {
      let last = $0.values(.linkFlags).lastIndex { $0 & UInt64(LinkFlags.staysOn.rawValue) != 0 } ?? 0
      $0.set(.linkFlags, last, UInt64(LinkFlags.hasElevation.rawValue))
    },
    Forgery(.cabinNode, "a ride into a cabin that ends there") {
      $0.set(.linkFlags, $0.link(flag: .goesOn), UInt64(LinkFlags.hasElevation.rawValue))
    },
  ]
}

extension ForgedMap {
  /// The first point with an inferred height.
  fileprivate func inferredPoint() -> Int {
    values(.pointInferredElevation).firstIndex { $0 != 0x8000_0000 } ?? 0
  }
}
