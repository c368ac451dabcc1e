import SkiBase
package import SkiGraph
import SkiSystem
import SkiTracks

/// A defect of recorders that can be applied to a recording, for measuring how matching copes with it.
package struct RecordingDefect: Sendable, CustomStringConvertible {
  /// The kind of a defect.
  package enum Kind: Sendable, Hashable {
    /// No defect.
    case none
    /// No accuracy of positions is stated.
    case withoutAccuracies
    /// A fix each so many seconds.
    case interval(seconds: Double)
    /// White noise with a standard deviation along each axis, in metres; no accuracy is stated.
    case whiteNoise(metres: Double)
    /// Noise with a correlation time of one minute, and its standard deviation along each axis in metres; no accuracy
    /// is stated.
    case driftingNoise(metres: Double)
    /// No elevations.
    case withoutElevations
    /// Elevations of 0 m.
    case zeroElevations
    /// The first elevation throughout.
    case constantElevation
    /// Elevations with a constant error, in metres.
    case shiftedElevations(metres: Double)
    /// Elevations that are renewed each so many seconds.
    case staleElevations(seconds: Double)
    /// Elevations with a jump of so many metres at a third and back at two thirds of the recording.
    case jumpingElevations(metres: Double)
    /// Elevations with white noise of a standard deviation in metres, and a tenth of outliers of ten times that.
    case noisyElevations(metres: Double)
    /// Silence of so many seconds, each so many seconds.
    case silence(seconds: Double, each: Double)
    /// Fixes swapped with neighbours, one in ten.
    case disorder
    /// Fixes in descending order of time.
    case reversed
    /// Each tenth fix twice.
    case duplicates
    /// Times without their date at one fix in 500: 1970.
    case lostDates
    /// Two recordings of the same day on successive dates in one file.
    case twoDays
  }

  /// The defect.
  package let kind: Kind
  /// A short name, for tables.
  package let description: String

  /// Creates a defect with a name.
  package init(_ kind: Kind, _ name: String) { (self.kind, description) = (kind, name) }

  /// Returns the fixes with the defect, in the order of the file. Complexity: O(*n*).
  /// - Parameters:
  ///   - fixes: The fixes of a recording, in order of time.
  ///   - seed: The seed of random numbers; the same gives the same fixes on every machine.
  package func applied(to fixes: [LocationFix], seed: UInt64) -> [LocationFix] {
    var random = SimulationRandom(seed: seed, stream: 0xDEFEC7)
    switch kind {
    case .none: return fixes
    case .withoutAccuracies: return Self.moved(fixes) { _ in .zero }
    case .interval(let seconds): return Self.thinned(fixes, seconds)
    case .whiteNoise(let metres):
      return Self.moved(fixes) { _ in SIMD2(random.gaussian(), random.gaussian()) * metres }
    case .driftingNoise(let metres): return Self.drifting(fixes, metres, &random)
    case .silence(let seconds, let each): return Self.silenced(fixes, seconds, each)
    case .disorder: return Self.disordered(fixes, &random)
    case .reversed: return fixes.reversed()
    case .duplicates: return fixes.enumerated().flatMap { $0 % 10 == 0 ? [$1, $1] : [$1] }
    case .lostDates:
      return fixes.enumerated().map {
        $0 % 500 == 250 ? Self.dated($1, UniversalTime(secondsSince1970: 0)) : $1
      }
    case .twoDays:
      return fixes + fixes.map { Self.dated($0, $0.time.advanced(bySeconds: 86_400)) }
    default: return withElevations(of: fixes, &random)
    }
  }

  private func withElevations(of fixes: [LocationFix], _ random: inout SimulationRandom) -> [LocationFix] {
    let first = fixes.lazy.compactMap(\.elevationMetres).first
    let start = fixes.first?.time.secondsSince1970 ?? 0
    let length = (fixes.last?.time.secondsSince1970 ?? 0) - start
    var stale: (seconds: Double, metres: Double)?
    return fixes.map { fix in
      guard let known = fix.elevationMetres else { return fix }
      let elapsed = fix.time.secondsSince1970 - start
      var changed = fix
      switch kind {
      case .withoutElevations: changed.elevationMetres = nil
      case .zeroElevations: changed.elevationMetres = 0
      case .constantElevation: changed.elevationMetres = first
      case .shiftedElevations(let metres): changed.elevationMetres = known + metres
      case .jumpingElevations(let metres):
        changed.elevationMetres = elapsed > length / 3 && elapsed < 2 * length / 3 ? known + metres : known
      case .noisyElevations(let metres):
        changed.elevationMetres = known + metres * random.gaussian() * (random.happens(0.1) ? 10 : 1)
      case .staleElevations(let seconds):
        if let last = stale, elapsed - last.seconds < seconds {
          changed.elevationMetres = last.metres
        } else {
          stale = (elapsed, known)
        }
      default: break
      }
      if changed.elevationMetres != known { changed.verticalAccuracyMetres = nil }
      return changed
    }
  }

  private static func thinned(_ fixes: [LocationFix], _ seconds: Double) -> [LocationFix] {
    var next = -Double.infinity
    return fixes.filter { fix in
      guard fix.time.secondsSince1970 >= next else { return false }
      next = fix.time.secondsSince1970 + seconds - 0.5
      return true
    }
  }

  private static func silenced(_ fixes: [LocationFix], _ seconds: Double, _ each: Double) -> [LocationFix] {
    let start = fixes.first?.time.secondsSince1970 ?? 0
    return fixes.filter {
      ($0.time.secondsSince1970 - start).truncatingRemainder(dividingBy: each) < each - seconds
    }
  }

  private static func drifting(
    _ fixes: [LocationFix], _ metres: Double, _ random: inout SimulationRandom
  ) -> [LocationFix] {
    var east = AutoregressiveProcess(deviation: metres, scale: 60, &random)
    var north = AutoregressiveProcess(deviation: metres, scale: 60, &random)
    var last = fixes.first?.time.secondsSince1970 ?? 0
    return moved(fixes) { fix in
      let elapsed = max(0, fix.time.secondsSince1970 - last)
      last = fix.time.secondsSince1970
      east.advance(elapsed, &random)
      north.advance(elapsed, &random)
      return SIMD2(east.value, north.value)
    }
  }

  private static func moved(
    _ fixes: [LocationFix], by error: (LocationFix) -> SIMD2<Double>
  ) -> [LocationFix] {
    fixes.map { fix in
      var moved = fix
      moved.coordinate = LocalPlane(at: fix.coordinate).coordinate(error(fix))
      moved.horizontalAccuracyMetres = nil
      return moved
    }
  }

  private static func disordered(
    _ fixes: [LocationFix], _ random: inout SimulationRandom
  ) -> [LocationFix] {
    var fixes = fixes
    for position in fixes.indices.dropLast(6) where random.happens(0.1) {
      fixes.swapAt(position, position + 1 + Int(random.uniform(0, 4.99)))
    }
    return fixes
  }

  private static func dated(_ fix: LocationFix, _ time: UniversalTime) -> LocationFix {
    var fix = fix
    fix.time = time
    return fix
  }
}

extension RecordingDefect {
  /// The defects of the table in the docs.
  package static let table: [RecordingDefect] = [
    RecordingDefect(.none, "none"),
    RecordingDefect(.withoutAccuracies, "no accuracy"),
    RecordingDefect(.interval(seconds: 5), "a fix each 5 s"),
    RecordingDefect(.interval(seconds: 15), "a fix each 15 s"),
    RecordingDefect(.interval(seconds: 30), "a fix each 30 s"),
    RecordingDefect(.interval(seconds: 60), "a fix each 60 s"),
    RecordingDefect(.whiteNoise(metres: 10), "white noise, 10 m"),
    RecordingDefect(.whiteNoise(metres: 15), "white noise, 15 m"),
    RecordingDefect(.whiteNoise(metres: 20), "white noise, 20 m"),
    RecordingDefect(.whiteNoise(metres: 25), "white noise, 25 m"),
    RecordingDefect(.driftingNoise(metres: 10), "drifting noise, 10 m"),
    RecordingDefect(.driftingNoise(metres: 25), "drifting noise, 25 m"),
    RecordingDefect(.withoutElevations, "no elevations"),
    RecordingDefect(.zeroElevations, "elevations of 0"),
    RecordingDefect(.constantElevation, "a constant elevation"),
    RecordingDefect(.shiftedElevations(metres: 150), "elevations 150 m too high"),
    RecordingDefect(.staleElevations(seconds: 60), "elevations renewed each 60 s"),
    RecordingDefect(.jumpingElevations(metres: 120), "elevations that jump by 120 m"),
    RecordingDefect(.noisyElevations(metres: 15), "elevations with noise of 15 m and outliers"),
    RecordingDefect(.silence(seconds: 120, each: 600), "silence of 2 in 10 min"),
    RecordingDefect(.silence(seconds: 600, each: 2400), "silence of 10 in 40 min"),
    RecordingDefect(.disorder, "disorder"),
    RecordingDefect(.reversed, "newest first"),
    RecordingDefect(.duplicates, "duplicates"),
    RecordingDefect(.lostDates, "lost dates"),
    RecordingDefect(.twoDays, "two days in one file"),
  ]
}
