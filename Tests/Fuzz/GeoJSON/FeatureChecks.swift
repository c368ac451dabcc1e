import FuzzSupport
import SkiBase
import SkiBuild
import SkiGraph

/// Checks that a feature holds only values that the model allows.
func checkFeature(_ feature: SkiFeature) {
  require(!feature.id.rawValue.isEmpty, "a feature has an empty id")
  switch feature {
  case .run(let run): checkRun(run)
  case .lift(let lift): checkLift(lift)
  case .area(let area):
    checkWords(area.name)
    require(area.centre.isValid, "the middle of an area is \(area.centre)")
    for outline in area.outlines { checkRings(outline) }
  case .spot(let spot):
    checkWords(spot.name)
    require(spot.coordinate.isValid, "a spot is at \(spot.coordinate)")
    checkElevation(spot.elevationMetres)
  case .street(let street):
    checkWords(street.name)
    checkWords(street.ref)
    require(abs(street.level.layer) <= 100, "a street is on layer \(street.level.layer)")
    require(!street.lines.isEmpty, "a street has no line")
    for line in street.lines { checkLine(line) }
  }
}

private func checkRun(_ run: Run) {
  checkWords(run.name)
  checkWords(run.ref)
  require(!run.uses.isEmpty, "a run has no use")
  require(abs(run.level.layer) <= 100, "a run is on layer \(run.level.layer)")
  switch run.geometry {
  case .lines(let lines):
    require(!lines.isEmpty, "a run has no line")
    for line in lines { checkLine(line) }
  case .areas(let areas):
    require(!areas.isEmpty, "a run has no area")
    for area in areas { checkRings(area) }
  }
}

private func checkLift(_ lift: Lift) {
  checkWords(lift.name)
  checkWords(lift.ref)
  require(!lift.parts.isEmpty, "a lift has no line")
  for part in lift.parts { checkLine(part) }
  require(
    lift.durationSeconds.map { $0 > 0 && $0 <= 7200 } ?? true, "a ride takes \(lift.durationSeconds ?? 0) s")
  require(
    lift.occupancy.map { (1...1000).contains($0) } ?? true, "a carrier has \(lift.occupancy ?? 0) seats")
  require(
    lift.capacityPerHour.map { (20...20_000).contains($0) } ?? true,
    "a lift carries \(lift.capacityPerHour ?? 0) an hour")
  for station in lift.stations {
    checkWords(station.name)
    require(station.coordinate.isValid, "a station is at \(station.coordinate)")
  }
}

private func checkWords(_ text: String?) {
  require(text != "", "a name is empty instead of missing")
}

private func checkRings(_ polygon: PolygonRings) {
  for ring in [polygon.outer] + polygon.holes {
    checkLine(ring)
    require(ring.count >= 4, "a ring has \(ring.count) vertices")
    require(ring.coordinates.first == ring.coordinates.last, "a ring is open")
  }
}

private func checkLine(_ line: Polyline) {
  require(line.count >= 2, "a line has \(line.count) vertices")
  for (index, place) in line.coordinates.enumerated() {
    require(place.isValid, "a vertex is at \(place)")
    require(index == 0 || line.coordinates[index - 1] != place, "a vertex is repeated")
    checkElevation(line.elevationMetres(at: index))
  }
}

private func checkElevation(_ metres: Double?) {
  require(metres.map { $0 >= -500 && $0 <= 9000 } ?? true, "an elevation is \(metres ?? 0) m")
}
