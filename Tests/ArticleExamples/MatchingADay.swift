import SkiAnswers
import SkiBase
import SkiGraph
import SkiTracks

func matchingADay() throws {
  let map = try SkiMap.open(path: "sample.skimap")
  let log = try DayLog.read(path: "Data/Sample/day.gpx", map: map)
  for matched in log.days {
    for lap in matched.day.laps {
      print(lap.kind, lap.name ?? "", lap.durationSeconds, lap.descentMetres ?? 0, lap.confidence)
    }
  }
  print("refused:", log.refusedCounts.words)

  let recording = try TrackReader.read(path: "Data/Sample/day.gpx")
  let matched = try TrackMatcher(map: map).day(of: recording)

  let lastLap = matched.day.laps.last
  let place = matched.track.fixes.last?.place
  let reference = try place.flatMap { try map.reference(to: $0) }
  let stored = try place.map { try map.stored($0) }

  let document = DayDocument(day: matched.day, track: matched.track, sources: map.sources)
  let picture = try DayPicture(document, map: map).svg()

  _ = (lastLap, reference, stored, picture)
}
