public import SkiRouting

/// Directions in words.
extension Directions {
  /// Returns a text for each instruction, in order: one to four sentences with a full stop.
  ///
  /// Names stand as they are on the map. Distances within a run count from what was told before.
  /// - Complexity: O(*n*) in instructions.
  public func sentences(in language: Language = .english) -> [String] {
    let narrator = Narrator(book: .of(language))
    var leg: Instruction?
    var last: Instruction?
    return instructions.map { instruction in
      if instruction.kind.isLeg { leg = instruction }
      defer { last = instruction }
      let after = leg.flatMap { leg in last.map { narrator.after($0, leg, to: instruction) } } ?? ""
      return narrator.text(instruction, after: after)
    }
  }
}
