/// Which places on paper are taken by words already.
package struct LabelRoom: Sendable {
  private struct Box: Sendable {
    var low: SIMD2<Double>
    var high: SIMD2<Double>
  }

  package let size: SIMD2<Double>
  private var boxes: [Box] = []

  package init(size: SIMD2<Double>) { self.size = size }

  /// Takes the room of words beside a place if it is free, right of it or left of it.
  /// - Returns: Where the words go and at which end they hold on; nil without room.
  /// - Complexity: O(labels taken).
  package mutating func take(_ words: String, near place: SIMD2<Double>) -> (
    at: SIMD2<Double>, anchor: String
  )? {
    let width = 5.6 * Double(words.terminalWidth()) + 4
    for (at, anchor) in [
      (place + SIMD2(6, -4), "start"), (place + SIMD2(-6, -4), "end"), (place + SIMD2(6, 12), "start"),
    ] {
      let left = anchor == "start" ? at.x : at.x - width
      let box = Box(low: SIMD2(left, at.y - 9), high: SIMD2(left + width, at.y + 3))
      guard box.low.x > 2, box.low.y > 2, box.high.x < size.x - 2, box.high.y < size.y - 2,
        boxes.allSatisfy({
          $0.low.x > box.high.x || $0.high.x < box.low.x || $0.low.y > box.high.y || $0.high.y < box.low.y
        })
      else { continue }
      boxes.append(box)
      return (at, anchor)
    }
    return nil
  }
}
