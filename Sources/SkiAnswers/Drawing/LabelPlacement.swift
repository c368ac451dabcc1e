package import SkiBase

/// The occupied rectangles of a picture, for the placement of labels without overlap.
package struct LabelPlacement: Sendable {
  private struct Box: Sendable {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    /// Returns whether a position is in the rectangle or within two pixels of it.
    func isNear(_ place: SIMD2<Double>) -> Bool {
      place.x > low.x - 2 && place.x < high.x + 2 && place.y > low.y - 2 && place.y < high.y + 2
    }
  }

  package let size: SIMD2<Double>
  private var boxes: [Box] = []

  package init(size: SIMD2<Double>) { self.size = size }

  /// The points on lines that labels should not cover.
  private var lines: [SIMD2<Double>] = []
  private static let spacing = 6.0
  private static let lineLimit = 4000

  /// Adds a line that labels should not cover. Complexity: O(its length in pixels), up to 4000 points in all.
  package mutating func avoid(_ line: [SIMD2<Double>]) {
    for (start, end) in zip(line, line.dropFirst()) {
      let step = end - start
      let count = min(400, max(1, ((step * step).sum().squareRoot() / Self.spacing).rounded()))
      for part in stride(from: 0.5, to: count, by: 1) {
        let place = start + step * (part / count)
        guard lines.count < Self.lineLimit else { return }
        if place.x >= 0, place.y >= 0, place.x <= size.x, place.y <= size.y { lines.append(place) }
      }
    }
  }

  /// Reserves a free position for a label, to the right or left of a point.
  /// - Parameters:
  ///   - words: The label.
  ///   - place: The point, in pixels.
  ///   - isClear: A Boolean value that forbids to cover the lines to avoid.
  /// - Returns: The position and the text anchor; nil without a free position.
  /// - Complexity: O(labels + points of lines to avoid).
  package mutating func take(_ words: String, near place: SIMD2<Double>, isClear: Bool) -> (
    at: SIMD2<Double>, anchor: String
  )? {
    let width = 5.6 * Double(words.terminalWidth()) + 4
    for (at, anchor) in [
      (place + SIMD2(6, -6), "start"), (place + SIMD2(-6, -6), "end"), (place + SIMD2(6, 14), "start"),
      (place + SIMD2(-6, 14), "end"),
    ] {
      let left = anchor == "start" ? at.x : at.x - width
      let box = Box(low: SIMD2(left, at.y - 9), high: SIMD2(left + width, at.y + 3))
      guard box.low.x > 2, box.low.y > 2, box.high.x < size.x - 2, box.high.y < size.y - 2,
        boxes.allSatisfy({
          $0.low.x > box.high.x || $0.high.x < box.low.x || $0.low.y > box.high.y || $0.high.y < box.low.y
        }), !isClear || !lines.contains(where: box.isNear)
      else { continue }
      boxes.append(box)
      return (at, anchor)
    }
    return nil
  }

  /// Reserves a position clear of lines where there is one, else any free position.
  package mutating func take(_ words: String, near place: SIMD2<Double>) -> (
    at: SIMD2<Double>, anchor: String
  )? {
    take(words, near: place, isClear: true) ?? take(words, near: place, isClear: false)
  }

  /// Writes a label beside a point where there is a free position, preferably clear of lines.
  package mutating func write(
    _ words: String, near place: SIMD2<Double>, colour: String, _ svg: inout SVGDocument
  ) {
    guard let spot = take(words, near: place) else { return }
    svg.label(words, at: spot.at, colour: colour, anchor: spot.anchor)
  }
}
