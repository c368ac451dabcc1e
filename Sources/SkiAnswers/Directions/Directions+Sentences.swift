public import SkiAPI
public import SkiGraph
public import SkiRouting

/// The sentences and the facts of directions.
extension Directions {
  /// Returns a text for each instruction, in order: one to four sentences.
  ///
  /// Names are not translated and not escaped. Distances within a run are measured from the previous instruction.
  /// - Parameter language: The language of the sentences.
  /// - Complexity: O(*n*) in instructions.
  public func sentences(in language: Language = .english) -> [String] {
    let narrator = DirectionsFormatter(phrasebook: .of(language))
    var leg: Instruction?
    var last: Instruction?
    return instructions.map { instruction in
      if instruction.kind.isLeg { leg = instruction }
      defer { last = instruction }
      let after = leg.flatMap { leg in last.map { narrator.after($0, leg, to: instruction) } } ?? ""
      return narrator.text(instruction, after: after)
    }
  }

  /// Returns the instructions as plain values, in order: facts, sentences, times and places.
  /// - Parameter language: The language of the sentences.
  /// - Complexity: O(*n*) in instructions.
  public func answers(in language: Language = .english) -> [AnswerInstruction] {
    zip(instructions, sentences(in: language)).map { AnswerInstruction($0, text: $1) }
  }
}
