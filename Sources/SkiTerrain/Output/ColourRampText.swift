import SkiBase

/// A colour ramp in the text format of `gdaldem color-relief`, with a line for each stop.
///
/// A line holds an elevation and a colour, separated by spaces, tabs, commas or colons: `1500 200 180 140`, with an
/// optional fourth number for the opacity, or a colour name. The elevation is in metres, in percent of the raster's
/// range (`50%`), or `nv` for voids, which must be transparent. `#` begins a comment. A value; `Sendable`. See
/// Data/Formats/terrain.md.
package struct ColourRampText: Sendable, Hashable {
  private enum Elevation: Sendable, Hashable {
    case metres(Double)
    case percent(Double)
  }

  private struct Line: Sendable, Hashable {
    let height: Elevation
    let colour: Colour
  }

  private var lines: [Line] = []
  private let subject: String

  /// The greatest size of a file in bytes, 1 MiB.
  package static let limitBytes = 1 << 20

  /// Creates a ramp from the bytes of a file.
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - path: The path of the file, the subject of errors; it is not opened.
  /// - Throws: ``SkiError`` with code `.malformedData` for an invalid line, which its subject names, `.emptyInput`
  ///   without a stop, `.limitExceeded` for more than ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
  package init(_ bytes: [UInt8], path: String) throws {
    subject = path
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded, "colour ramp of \(bytes.count) bytes is larger than \(Self.limitBytes); shorten it",
        subject: path)
    }
    let rows = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
    for (index, row) in rows.enumerated() {
      let content = row.prefix { $0 != UInt8(ascii: "#") }
      let words = content.split { " \t\r,:".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
      guard let first = words.first else { continue }
      do throws(Fault) {
        if let line = try Self.line(first, Array(words.dropFirst())) { lines.append(line) }
      } catch {
        throw SkiError(.malformedData, error.message, subject: "\(path), line \(index + 1)")
      }
    }
    guard !lines.isEmpty else {
      throw SkiError(
        .emptyInput, "colour ramp has no stop; write lines like 1500 200 180 140", subject: path)
    }
  }

  /// Indicates whether an elevation is in percent of the raster's range, so that `ramp(rangeMetres:matching:)` needs
  /// one.
  /// - Complexity: O(*n*) in the stops.
  package var needsRange: Bool {
    lines.contains { if case .percent = $0.height { true } else { false } }
  }

  /// Returns the ramp for a raster.
  /// - Parameters:
  ///   - rangeMetres: The raster's lowest and highest elevation, in metres.
  ///   - matching: The rule for colours between stops.
  /// - Throws: ``SkiError`` with code `.malformedData` where ``ColourRamp/init(stops:matching:)`` throws.
  /// - Complexity: O(*n* log *n*) in the stops.
  /// - Precondition: There is a range if one is needed.
  package func ramp(
    rangeMetres: ClosedRange<Double>? = nil, matching: ColourRamp.Matching = .linear
  ) throws -> ColourRamp {
    precondition(rangeMetres != nil || !needsRange, "a ramp in percent needs a range, got none")
    let stops = lines.map { line in
      switch line.height {
      case .metres(let metres): return ColourRamp.Stop(elevationMetres: metres, colour: line.colour)
      case .percent(let percent):
        let low = rangeMetres?.lowerBound ?? 0
        let high = rangeMetres?.upperBound ?? 0
        return ColourRamp.Stop(elevationMetres: low + (high - low) * percent / 100, colour: line.colour)
      }
    }
    do {
      return try ColourRamp(stops: stops, matching: matching)
    } catch let error as SkiError {
      throw SkiError(.malformedData, error.message, subject: subject)
    }
  }
}

extension ColourRampText {
  private struct Fault: Error {
    let message: String
  }

  /// Returns the stop of a line, or nil for a line of voids.
  private static func line(_ height: String, _ words: [String]) throws(Fault) -> Line? {
    let colour = try colour(words)
    guard height.lowercased() != "nv" else {
      guard colour.alpha == 0 else {
        throw Fault(message: "voids are always transparent; write nv 0 0 0 0 or leave the line out")
      }
      return nil
    }
    let isPercent = height.hasSuffix("%")
    guard let value = number(isPercent ? String(height.dropLast()) : height) else {
      throw Fault(message: "elevation \(height) is not a number; write metres, percent like 50% or nv")
    }
    guard value.magnitude <= 100_000 else {
      throw Fault(message: "elevation \(height) is not on the Earth; write metres within ±100000")
    }
    return Line(height: isPercent ? .percent(value) : .metres(value), colour: colour)
  }

  private static func colour(_ words: [String]) throws(Fault) -> Colour {
    if words.count == 1, let named = names[words[0].lowercased()] { return named }
    guard (3...4).contains(words.count) else {
      let got = words.isEmpty ? "nothing" : words.joined(separator: " ")
      throw Fault(
        message: "colour must be three or four numbers of 0 to 255 or a name like white, got \(got)")
    }
    var parts: [UInt8] = []
    for word in words {
      guard let value = number(word), (0...255).contains(value) else {
        throw Fault(message: "colour part \(word) is not within 0...255; correct it")
      }
      parts.append(UInt8(value.rounded()))
    }
    return Colour(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  /// Returns a decimal number; nil for words and hexadecimal digits, which `Double` would accept.
  private static func number(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return isDecimal ? Double(text) : nil
  }

  /// The colour names of GDAL.
  private static let names: [String: Colour] = [
    "white": Colour(red: 255, green: 255, blue: 255), "black": Colour(red: 0, green: 0, blue: 0),
    "red": Colour(red: 255, green: 0, blue: 0), "green": Colour(red: 0, green: 255, blue: 0),
    "blue": Colour(red: 0, green: 0, blue: 255), "yellow": Colour(red: 255, green: 255, blue: 0),
    "magenta": Colour(red: 255, green: 0, blue: 255), "cyan": Colour(red: 0, green: 255, blue: 255),
    "aqua": Colour(red: 0, green: 255, blue: 255), "grey": Colour(red: 128, green: 128, blue: 128),
    "gray": Colour(red: 128, green: 128, blue: 128), "orange": Colour(red: 255, green: 165, blue: 0),
    "brown": Colour(red: 150, green: 75, blue: 0), "purple": Colour(red: 128, green: 0, blue: 128),
    "violet": Colour(red: 128, green: 0, blue: 128), "indigo": Colour(red: 75, green: 0, blue: 130),
  ]
}
