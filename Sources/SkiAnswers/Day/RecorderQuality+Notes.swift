package import SkiTracks

extension RecorderQuality {
  /// The noise in metres above which a recording is worth a note.
  private static let unusualNoiseMetres = 9.0

  /// The defects of the recording as sentences in English; empty for an ordinary one.
  package var notes: [String] {
    var notes: [String] = []
    if let noise = noiseMetres, noise >= Self.unusualNoiseMetres {
      notes.append("positions are about \(Int(noise.rounded())) m off, as estimated from the track")
    }
    if !unusedElevationCounts.isEmpty {
      let counts = unusedElevationCounts.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.value) \($0.key.rawValue)" }
      notes.append("elevations not used: \(counts.joined(separator: ", "))")
    }
    if elevationOffsetMetres != 0 {
      let metres = Int(abs(elevationOffsetMetres).rounded())
      notes.append(
        "elevations are \(metres) m too \(elevationOffsetMetres > 0 ? "high" : "low"), corrected by the map's"
      )
    }
    if elevationJumpCount > 0 { notes.append("elevations jump \(elevationJumpCount) times, corrected") }
    return notes
  }
}
