import SkiBase

/// A position of a GeoJSON recording.
struct GeoJSONPoint {
  /// The byte of its start.
  let byte: Int
  var longitude: Double?
  var latitude: Double?
  var elevationMetres: Double?
}

/// A feature or a bare geometry while it is read; its members come in any order.
struct GeoJSONFeature {
  /// The type of a geometry that is read.
  enum Shape: String {
    case line = "LineString"
    case lines = "MultiLineString"
    case point = "Point"
    case points = "MultiPoint"
  }

  /// The lists of positions; of a point or a list of points one list.
  var lines: [[GeoJSONPoint]] = []
  var shape: Shape?
  /// The times of the positions, those of all lines after each other; nil for those that can't be read.
  var times: [ParsedTime?] = []
  var name: String?
  /// The properties of a feature with one point.
  var values = TrackDraft()

  /// Adds the points to the tracks: lines as segments of a track, points as waypoints.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  func add(to tracks: inout TrackCollector) throws(SkiError) {
    switch shape {
    case .line, .lines: try addLines(to: &tracks)
    case .point, .points: try addPoints(to: &tracks)
    case nil: break
    }
  }

  private func addLines(to tracks: inout TrackCollector) throws(SkiError) {
    tracks.beginTrack(times.isEmpty ? .route : .track)
    if let name { tracks.nameTrack(name) }
    var index = 0
    for line in lines {
      for point in line {
        var draft = TrackDraft()
        draft.take(point)
        draft.take(index < times.count ? .some(times[index]) : .none)
        index += 1
        try tracks.add(draft)
      }
      tracks.endSegment()
    }
    tracks.endTrack()
  }

  private func addPoints(to tracks: inout TrackCollector) throws(SkiError) {
    for (index, point) in lines.joined().enumerated() {
      var draft = values
      draft.take(point)
      if index < times.count { draft.take(.some(times[index])) }
      try tracks.add(draft, isWaypoint: true)
    }
  }
}

extension TrackDraft {
  fileprivate mutating func take(_ point: GeoJSONPoint) {
    (latitude, longitude, position, hasPlace) = (point.latitude, point.longitude, point.byte, true)
    elevationMetres = point.elevationMetres ?? elevationMetres
  }

  /// Takes a time that was written; the inner nil is one that can't be read.
  fileprivate mutating func take(_ written: ParsedTime??) {
    guard let written else { return }
    time = written
    hasBadTime = written == nil
  }
}
