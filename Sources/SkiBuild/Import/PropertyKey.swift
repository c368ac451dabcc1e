/// A key of properties that the decoder reads; the raw value is its text.
///
/// `name`, with a language, and its kin are read besides; see ``AlternativeName``.
enum PropertyKey: String, CaseIterable {
  case id, type, name, ref, uses, difficulty, status, oneway, area, layer, bridge, tunnel, covered, building
  case osmID = "@id"
  case osmType = "@type"
  // OpenSkiMap's form.
  case difficultyConvention, runConvention, grooming, gladed, patrolled, lit, snowmaking
  case liftType, occupancy, capacity, duration, detachable, bubble, heating, openingHours
  case spotType, liftId, position, entry, exit
  case lat, latitude, lon, lng, longitude
  // Names besides `name`.
  case alternativeName = "alt_name"
  case shortName = "short_name"
  case oldName = "old_name"
  case localName = "loc_name"
  case officialName = "official_name"
  case pisteName = "piste:name"
  // Pistes in raw OSM tags.
  case pisteType = "piste:type"
  case pisteRef = "piste:ref"
  case pisteDifficulty = "piste:difficulty"
  case pisteGrooming = "piste:grooming"
  case pisteOneway = "piste:oneway"
  case pisteGladed = "piste:gladed"
  case pistePatrolled = "piste:patrolled"
  case pisteLit = "piste:lit"
  case pisteSnowmaking = "piste:snowmaking"
  case pisteDismount = "piste:dismount"
  case pisteStatus = "piste:status"
  // Lifts in raw OSM tags.
  case aerialway, railway, rack
  case aerialwayOccupancy = "aerialway:occupancy"
  case aerialwayCapacity = "aerialway:capacity"
  case aerialwayDuration = "aerialway:duration"
  case aerialwayDetachable = "aerialway:detachable"
  case aerialwayBubble = "aerialway:bubble"
  case aerialwayHeating = "aerialway:heating"
  case aerialwayStation = "aerialway:station"
  case aerialwayAccess = "aerialway:access"
  // Streets, access and places.
  case highway, access, foot, ski, seasonal, sidewalk, motorroad, landuse, site, amenity, tourism, route
  case sidewalkBoth = "sidewalk:both"
  case sidewalkLeft = "sidewalk:left"
  case sidewalkRight = "sidewalk:right"
  case sacScale = "sac_scale"
  case trailVisibility = "trail_visibility"
  case winterService = "winter_service"
  case snowplowing
  case openingHoursTag = "opening_hours"
  case operationalStatus = "operational_status"
  case avalancheTransceiver = "avalanche_transceiver"
  // Conditional tags.
  case accessConditional = "access:conditional"
  case skiConditional = "ski:conditional"
  case onewayConditional = "oneway:conditional"
  case pisteStatusConditional = "piste:status:conditional"
  case openingHoursConditional = "opening_hours:conditional"
  // Lifecycles: alone, before a tag's key, and after `piste:` or `aerialway:`.
  case state, lifecycle
  case razed, demolished, removed, dismantled, abandoned, disused, construction, planned, proposed, historic
  case razedPisteType = "razed:piste:type"
  case demolishedPisteType = "demolished:piste:type"
  case removedPisteType = "removed:piste:type"
  case dismantledPisteType = "dismantled:piste:type"
  case abandonedPisteType = "abandoned:piste:type"
  case disusedPisteType = "disused:piste:type"
  case constructionPisteType = "construction:piste:type"
  case plannedPisteType = "planned:piste:type"
  case proposedPisteType = "proposed:piste:type"
  case historicPisteType = "historic:piste:type"
  case razedAerialway = "razed:aerialway"
  case demolishedAerialway = "demolished:aerialway"
  case removedAerialway = "removed:aerialway"
  case dismantledAerialway = "dismantled:aerialway"
  case abandonedAerialway = "abandoned:aerialway"
  case disusedAerialway = "disused:aerialway"
  case constructionAerialway = "construction:aerialway"
  case plannedAerialway = "planned:aerialway"
  case proposedAerialway = "proposed:aerialway"
  case historicAerialway = "historic:aerialway"
  case razedRailway = "razed:railway"
  case demolishedRailway = "demolished:railway"
  case removedRailway = "removed:railway"
  case dismantledRailway = "dismantled:railway"
  case abandonedRailway = "abandoned:railway"
  case disusedRailway = "disused:railway"
  case constructionRailway = "construction:railway"
  case plannedRailway = "planned:railway"
  case proposedRailway = "proposed:railway"
  case historicRailway = "historic:railway"
  case pisteRazed = "piste:razed"
  case pisteDemolished = "piste:demolished"
  case pisteRemoved = "piste:removed"
  case pisteDismantled = "piste:dismantled"
  case pisteAbandoned = "piste:abandoned"
  case pisteDisused = "piste:disused"
  case pisteConstruction = "piste:construction"
  case pistePlanned = "piste:planned"
  case pisteProposed = "piste:proposed"
  case aerialwayRazed = "aerialway:razed"
  case aerialwayDemolished = "aerialway:demolished"
  case aerialwayRemoved = "aerialway:removed"
  case aerialwayDismantled = "aerialway:dismantled"
  case aerialwayAbandoned = "aerialway:abandoned"
  case aerialwayDisused = "aerialway:disused"
  case aerialwayConstruction = "aerialway:construction"
  case aerialwayPlanned = "aerialway:planned"
  case aerialwayProposed = "aerialway:proposed"
  // Members that are lists or objects.
  case skiAreas, stations, sources, tags, relations
  case osmRelations = "@relations"
  // Members of features and of nested features.
  case geometry, properties, coordinates, location
}
