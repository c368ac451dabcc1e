import Foundation
import SkiBase
import SkiGraph

/// The line that tells how to get elevations for a map built without them.
///
/// It holds a command that works where it is printed: with the path of `Tools/fetch-elevation` from the working folder, or
/// else that of the checkout that contains the executable, and the box of the map's runs and lifts.
enum ElevationHint {
  private static let tool = "Tools/fetch-elevation"
  /// The greatest width and height in degrees of a box that is offered: as many tiles as the tool fetches unasked.
  private static let greatestDegrees = 4.0
  /// The margin around runs and lifts in degrees, for the ground beside them.
  private static let marginDegrees = 0.01

  /// Returns the line; nil where all runs have elevations.
  /// - Complexity: O(*n*) in the coordinates of runs and lifts.
  static func line(for report: ImportReport, around box: BoundingBox?) -> TerminalText? {
    let blind = report.count(of: "heightsUnknown")
    guard blind > 0, let box else { return nil }
    let runs =
      blind == 1 ? "1 line of a run has no elevations" : "\(blind) lines of runs have no elevations"
    let start = "skiroute: \(runs), so that directions and times are estimates"
    guard box.north - box.south < greatestDegrees, box.east - box.west < greatestDegrees else {
      return TerminalText("\(start); the map of one area says how to get them")
    }
    return TerminalText("\(start); to get them: \(command(box)), and build with --elevation elevation")
  }

  /// Returns the command that fetches the elevations of a box, for a shell.
  private static func command(_ box: BoundingBox) -> String {
    func degrees(_ value: Double, _ rule: FloatingPointRoundingRule, _ limit: Double) -> String {
      decimalText(max(-limit, min(limit, (value * 100).rounded(rule) / 100)), places: 2) ?? "0"
    }
    let corners = [
      degrees(box.south - marginDegrees, .down, 90), degrees(box.west - marginDegrees, .down, 180),
      degrees(box.north + marginDegrees, .up, 90), degrees(box.east + marginDegrees, .up, 180),
    ]
    return "\(quoted(place())) \(corners.joined(separator: ",")) -o elevation"
  }

  /// Returns the path of the tool: from the working folder where that is a checkout, else in the executable's.
  private static func place() -> String {
    if access(tool, X_OK) == 0 { return tool }
    let found = SampleMap.folder().map { SampleMap.above(SampleMap.above($0)) + "/" + tool }
    return found.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? tool
  }

  /// Returns a word of a shell command, in quotes where it needs them.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= 0x41
        || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

extension SkiData {
  /// The extent of all runs and lifts; nil without any.
  /// - Complexity: O(*n*) in their coordinates.
  var extent: BoundingBox? {
    let drawn = runs.lazy.flatMap { run -> [Polyline] in
      switch run.geometry {
      case .lines(let lines): lines
      case .areas(let areas): areas.map(\.outer)
      }
    }
    var box = BoundingBox(drawn.flatMap(\.coordinates))
    for place in lifts.lazy.flatMap(\.parts).flatMap(\.coordinates) {
      if box == nil { box = BoundingBox([place]) } else { box?.formUnion(place) }
    }
    return box
  }
}
