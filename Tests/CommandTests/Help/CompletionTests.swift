import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Completion scripts of shells.
struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell accepts its completion script`(shell: String) throws {
    let script = try skiroute("--generate-completion-script", shell)
    #expect(script.exitCode == 0 && script.standardError.isEmpty)
    for word in ["whatif", "contours", "max-difficulty"] { #expect(script.text.contains(word)) }
    let scratch = ScratchFolder()
    let path = scratch.write(script.text, to: "skiroute." + shell)
    let program = "/usr/bin/" + shell
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let outcome = try CommandRunner(executable: program).run(["-n", path])
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
  }

  @Test func `bash completes a subcommand and an option`() throws {
    let scratch = ScratchFolder()
    let path = scratch.write(try skiroute("--generate-completion-script", "bash").text, to: "skiroute.bash")
    for (words, completed) in [("skiroute wha", "whatif"), ("skiroute check --req", "--require")] {
      let outcome = try CommandRunner(executable: "/usr/bin/bash").run([
        "-c",
        """
        . "$0"; COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _skiroute skiroute "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """, path, words,
      ])
      #expect(outcome.text.split(separator: "\n").contains(Substring(completed)), "\(words): \(outcome)")
    }
  }
}
