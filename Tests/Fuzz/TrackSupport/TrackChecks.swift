import FuzzSupport
import SkiBase
import SkiGraph
import SkiTracks

/// The errors that reading a recording may throw.
private let codes: Set<SkiError.Code> = [.malformedData, .unsupportedFormat, .limitExceeded, .emptyInput]

/// Reads bytes as a recording and checks the documented properties of the reader, the filter and the writer.
package func examineTrack(_ bytes: [UInt8]) {
  var options = TrackOptions()
  if choice(from: bytes) & 1 == 1 {
    options.untimed = .spaced(from: UniversalTime(secondsSince1970: 0), seconds: 1)
    options.day = CalendarDay(daysSince1970: 20_000)
    options.unpackedByteLimit = 1 << 20
  }
  do {
    let file = try TrackReader.read(bytes, options: options)
    checkPoints(of: file)
    checkPieces(bytes, options, file)
    checkFilter(file.fixes)
    // Writing costs more than reading: one input in eight.
    if choice(from: bytes) & 0x0E == 0 { checkWriting(file) }
  } catch {
    require(error, isOneOf: codes)
  }
}

private func checkPoints(of file: TrackFile) {
  let used = file.tracks.flatMap { $0.segments.flatMap { $0 } }
  require(!used.isEmpty && file.tracks.allSatisfy { !$0.segments.contains([]) }, "a segment is empty")
  for track in file.tracks {
    for segment in track.segments {
      require(
        zip(segment, segment.dropFirst()).allSatisfy { $0.time <= $1.time }, "a segment is out of order")
    }
  }
  require(
    zip(file.fixes, file.fixes.dropFirst()).allSatisfy { $0.time <= $1.time }, "segments overlap in time")
  let report = file.report
  let leftOut = report.entries.filter {
    $0.outcome == .leftOut && $0.code != "checksumInvalid" && $0.code != "checksumMissing"
  }
  let counted = leftOut.reduce(0) { $0 + $1.count }
  require(report.usedCounts["points"] == used.count, "used points are miscounted")
  // A sentence with an invalid time is counted though it gives no point.
  require((report.readCounts["points"] ?? 0) <= used.count + counted, "a point is neither used nor left out")
  for fix in used {
    require(fix.coordinate.isValid, "a place is off the Earth: \(fix.coordinate)")
    require(fix.time.iso8601() != nil, "a time is in no calendar: \(fix.time)")
    require(fix.elevationMetres.map { (-1000...20_000).contains($0) } ?? true, "an elevation is \(fix)")
    require(fix.courseDegrees.map { (0..<360).contains($0) } ?? true, "a course is \(fix)")
    for value in [
      fix.speedMetresPerSecond, fix.horizontalAccuracyMetres, fix.verticalAccuracyMetres,
      fix.speedAccuracyMetresPerSecond, fix.courseAccuracyDegrees,
    ] {
      require(value.map { $0 >= 0 && $0.isFinite } ?? true, "a speed or accuracy is \(fix)")
    }
  }
}

/// Checks that a file read in pieces gives the same tracks as its bytes.
private func checkPieces(_ bytes: [UInt8], _ options: TrackOptions, _ whole: TrackFile) {
  guard choice(from: bytes) & 0x7F == 0 else { return }
  ScratchFolder.with { folder in
    ScratchFolder.write(bytes, to: folder + "/input")
    do {
      let file = try TrackReader.read(path: folder + "/input", options: options)
      require(file == whole, "a file says something else than its bytes")
    } catch {
      fatalError("broken promise: a file can't be read and its bytes can: \(error)")
    }
  }
}

private func checkFilter(_ fixes: [LocationFix]) {
  var filter = FixFilter()
  let kept = filter.accepted(of: fixes)
  let refused = filter.refusedCounts.values.reduce(0, +)
  require(filter.acceptedCount == kept.count && kept.count + refused == fixes.count, "fixes are miscounted")
}

/// Checks that a written recording is read again with the same places and times.
private func checkWriting(_ file: TrackFile) {
  do {
    // Routes and waypoints are written as tracks, which may overlap in time.
    var options = TrackOptions()
    options.repairsOrder = false
    let again = try TrackReader.read(RecordedTrack.gpx(file.tracks, name: file.name), options: options)
    require(again.tracks.count == file.tracks.count, "a track was lost in writing")
    for (a, b) in zip(file.tracks, again.tracks) {
      require(a.segments.map(\.count) == b.segments.map(\.count), "a fix was lost in writing")
      for (old, new) in zip(a.segments.joined(), b.segments.joined()) { checkSame(old, new) }
    }
  } catch {
    fatalError("broken promise: what was written can't be read: \(error)")
  }
}

private func checkSame(_ old: LocationFix, _ new: LocationFix) {
  let latitude = abs(old.coordinate.latitude - new.coordinate.latitude)
  let longitude = abs(old.coordinate.longitude - new.coordinate.longitude)
  require(latitude < 1e-7 && longitude < 1e-7, "a place moved in writing: \(old), \(new)")
  let seconds = abs(old.time.secondsSince1970 - new.time.secondsSince1970)
  require(seconds < 1e-3, "a time changed in writing: \(old), \(new)")
}
