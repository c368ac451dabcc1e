import SkiBase
import SkiGraph

/// Reads NMEA 0183 sentences; those of one time form one fix. See Data/Formats/tracks.md.
struct NMEAReader {
  private var epoch: NMEAEpoch?
  private var days: NMEADateResolver

  private init(_ options: TrackOptions) { days = NMEADateResolver(day: options.day) }

  /// Reads a whole log.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit, and the errors of the
  ///   input.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    var reader = NMEAReader(tracks.options)
    var line: [UInt8] = []
    var number = input.line
    while try input.readLine(into: &line, atMostBytes: 1024) {
      try reader.take(line, number: number, &tracks)
      number = input.line
    }
    try reader.finishEpoch(&tracks)
    try reader.days.finish(&tracks)
  }

  private mutating func take(_ line: [UInt8], number: Int, _ tracks: inout TrackCollector) throws(SkiError) {
    switch NMEASentence.find(in: line) {
    case .none: break
    case .checksumMissing: tracks.note(.checksumMissing, .leftOut, at: number)
    case .checksumInvalid: tracks.note(.checksumInvalid, .leftOut, at: number)
    case .sentence(let sentence): try take(sentence, line: number, &tracks)
    }
  }

  private mutating func take(_ sentence: NMEASentence, line: Int, _ tracks: inout TrackCollector)
    throws(SkiError)
  {
    if let field = NMEAEpoch.timeField(of: sentence.kind) {
      guard let seconds = sentence.secondsOfDay(field) else {
        // Receivers leave the time empty without a fix.
        if !sentence[field].isEmpty { tracks.note(.timeInvalid, .leftOut, at: line) }
        return
      }
      if seconds != epoch?.secondsOfDay {
        try finishEpoch(&tracks)
        epoch = NMEAEpoch(line: line, secondsOfDay: seconds)
      }
    }
    epoch?.take(sentence)
  }

  private mutating func finishEpoch(_ tracks: inout TrackCollector) throws(SkiError) {
    guard let finished = epoch else { return }
    epoch = nil
    // Epochs without a position may have the date.
    try days.take(finished, &tracks)
  }
}
