import FuzzSupport
import SkiBase
import SkiRouting

@testable import SkiNavigation

/// The errors that reading and writing a journal may throw.
private let codes: Set<SkiError.Code> = [
  .malformedData, .unsupportedFormat, .limitExceeded, .emptyInput,
]

/// Replays an input as a journal, then without the lines of effects, since altered ones are never valid. The events read
/// that way are reduced and recorded, and the recorded journal has to replay to the same state.
@_cdecl("FuzzJournal_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    let bytes = copied(data, size)
    do { try NavigationJournal.replay(bytes) } catch { require(error, isOneOf: codes) }
    record(eventLines(of: bytes))
    return 0
  }
}

/// Returns the lines of a journal without those of effects.
private func eventLines(of bytes: [UInt8]) -> [UInt8] {
  let effects = Array("{\"effects\"".utf8)
  return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).filter { !$0.starts(with: effects) }
    .joined(separator: [0x0A]).map { $0 }
}

/// Reads events up to the first error and writes a journal of them.
private func record(_ bytes: [UInt8]) {
  var reader = JournalReader(bytes)
  do {
    var journal = NavigationJournal(NavigationReducer(options: try reader.header()))
    var text = journal.header
    defer { checkReplay(text, journal) }
    while let event = try reader.event() { text += try journal.reduce(event).entry }
  } catch {
    require(error, isOneOf: codes)
  }
}

/// Checks that a written journal replays and is written identically again; each line has a digest of the state.
private func checkReplay(_ text: String, _ journal: NavigationJournal) {
  do {
    var again = NavigationJournal(journal.reducer)
    var copy = again.header
    let end = try NavigationJournal.replay(Array(text.utf8)) { event, _, _ in
      copy += try again.reduce(event).entry
    }
    require(copy == text, "a journal is written differently when it is replayed")
    checkState(end)
  } catch {
    fatalError("broken promise: a written journal does not replay: \(error)")
  }
}

private func checkState(_ state: NavigationState) {
  require(state.remainingMilliseconds >= 0, "the remaining time is \(state.remainingMilliseconds)")
  require(
    state.remainingMetres >= 0 && state.remainingMetres.isFinite,
    "the remaining distance is \(state.remainingMetres) m")
  require(
    state.metresAlong >= 0 && state.metresAlong.isFinite, "the distance travelled is \(state.metresAlong) m")
  require(state.step >= 0 && state.step <= state.route?.steps.count ?? 0, "the step is \(state.step)")
}
