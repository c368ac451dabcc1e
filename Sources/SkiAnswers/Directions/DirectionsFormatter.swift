import SkiBase
import SkiGraph
import SkiRouting

/// Formats instructions as sentences in a language.
struct DirectionsFormatter {
  /// The distance in metres below which an instruction follows at once.
  static let atOnceMetres = 25.0
  /// The least waiting time that is mentioned, in milliseconds.
  static let leastWaitMilliseconds = 30_000
  /// The least slope ratio that is mentioned.
  static let leastSteepness = 0.05

  let phrasebook: Phrasebook

  /// Returns the text of an instruction.
  /// - Parameters:
  ///   - instruction: The instruction.
  ///   - after: The distance from the previous instruction as text, for instructions on a run.
  func text(_ instruction: Instruction, after: String) -> String {
    let sentences: [String] =
      switch instruction.kind {
      case .ride(let ride): self.ride(ride)
      case .ski(let run): [ski(run, instruction.lengthMetres)]
      case .walk(let walk): self.walk(walk, instruction.lengthMetres)
      case .wait(let opening): [wait(opening)]
      case .keep(let fork): [keep(fork, after)]
      case .push(let flat): [push(flat, instruction.lengthMetres, after)]
      case .pass(let landmark): [pass(landmark, after)]
      case .arrive(let name): [arrive(name)]
      }
    return sentences.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// Returns the distance from the previous instruction to one on the same leg, as text.
  func after(_ last: Instruction, _ leg: Instruction, to next: Instruction) -> String {
    var start = last.startMetres
    if case .push = last.kind, start + last.lengthMetres <= next.startMetres { start += last.lengthMetres }
    if last.kind.isLeg { start = leg.startMetres }
    let metres = next.startMetres - start
    guard metres >= Self.atOnceMetres else { return phrasebook.formatted(.atOnce) }
    return phrasebook.formatted(
      last.kind.isLeg ? .afterFirst : .afterMore, ["length": phrasebook.length(metres)])
  }

  private func wait(_ opening: Opening) -> String {
    let time = opening.until.description
    guard let name = SpokenName.of(opening.name) else {
      return phrasebook.formatted(.waitUntil, ["time": time])
    }
    return phrasebook.formatted(.waitUntilNamed, ["time": time, "name": name])
  }

  private func arrive(_ name: String?) -> String {
    SpokenName.of(name).map { phrasebook.formatted(.arriveNamed, ["name": $0]) }
      ?? phrasebook.formatted(.arrive)
  }

  /// Returns the name of a run with its sign.
  func run(_ sign: RunSign) -> String {
    let colour = phrasebook.sign(sign.colour, sign.convention)
    let grade = sign.isEstimated ? phrasebook.formatted(.estimated, ["colour": colour]) : colour
    switch (SpokenName.of(sign.name), sign.refsNotInName) {
    case (let name?, let number?):
      return phrasebook.formatted(.runSigned, ["number": number, "name": name, "grade": grade])
    case (let name?, nil): return phrasebook.formatted(.runNamed, ["name": name, "grade": grade])
    case (nil, let number?): return phrasebook.formatted(.runNumbered, ["number": number, "grade": grade])
    case (nil, nil): break
    }
    if let link = sign.link, let from = SpokenName.of(link.from), let to = SpokenName.of(link.to) {
      return phrasebook.formatted(.runLink, ["from": from, "to": to, "grade": grade])
    }
    let run = phrasebook.aRun(sign.colour, sign.convention)
    return sign.isEstimated ? phrasebook.formatted(.estimatedRun, ["run": run]) : run
  }
}
