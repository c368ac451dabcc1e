import Testing

@testable import SkiServer

@Suite struct ParameterWordsTests {
  @Test(arguments: [
    ("--pause needs --via and must be 0 to 1440 minutes", "pause needs via and must be 0 to 1440 minutes"),
    (
      "option --language is for directions; add --directions or leave it out",
      "language is for directions; add directions or leave it out"
    ),
    ("else the limit of --max-difficulty.", "else the limit of maxDifficulty."),
    ("name those with --holidays", "name those with --holidays"),
    ("a -- b --", "a -- b --"), ("", ""),
  ])
  func `options that are keys are written as keys`(text: String, wanted: String) {
    let keys: Set = ["pause", "via", "language", "directions", "maxDifficulty"]
    #expect(ParameterWords.translated(text, keys: keys) == wanted)
  }
}
