import FuzzSupport
import SkiGeo
import SkiRouting

@testable import SkiNavigation

/// The errors that reading and writing a journal may throw.
private let codes: Set<SkiError.Code> = [
  .malformedData, .unsupportedFormat, .limitExceeded, .emptyInput,
]

/// An input is a journal: it is played back as it is, then without the lines that events led to, which no change of bytes
/// gets right. Whatever events are read that way are taken in and written down, and have to play back to the same.
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

/// The lines of a journal without those that follow events.
private func eventLines(of bytes: [UInt8]) -> [UInt8] {
  let effects = Array("{\"effects\"".utf8)
  return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).filter { !$0.starts(with: effects) }
    .joined(separator: [0x0A]).map { $0 }
}

/// Reads events as far as they can be read, and writes a journal of them.
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

/// A written journal must play back, and be written the same again: each line has a digest of the state.
private func checkReplay(_ text: String, _ journal: NavigationJournal) {
  do {
    var again = NavigationJournal(journal.reducer)
    var copy = again.header
    let end = try NavigationJournal.replay(Array(text.utf8)) { event, _, _ in
      copy += try again.reduce(event).entry
    }
    require(copy == text, "a journal is written differently when it is played back")
    checkState(end)
  } catch {
    fatalError("broken promise: what was written does not play back: \(error)")
  }
}

private func checkState(_ state: NavigationState) {
  require(state.remainingMilliseconds >= 0, "time to go is \(state.remainingMilliseconds)")
  require(
    state.remainingMetres >= 0 && state.remainingMetres.isFinite, "to go are \(state.remainingMetres) m")
  require(state.metresAlong >= 0 && state.metresAlong.isFinite, "the way gone is \(state.metresAlong) m")
  require(state.step >= 0 && state.step <= state.route?.steps.count ?? 0, "the step is \(state.step)")
}
