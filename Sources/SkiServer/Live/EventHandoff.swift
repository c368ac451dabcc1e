/// A handoff of events from several producers to one consumer, without a buffer.
///
/// A producer waits until its event was taken and dealt with, so that a stream's slow reader costs one value a person, in
/// its mailbox, and a batch counts as outstanding until it is written.
actor EventHandoff<Event: Sendable> {
  private typealias Answer = CheckedContinuation<Bool, Never>
  private var offered: [(event: Event, answer: Answer)] = []
  private var taken: Answer?
  private var taker: CheckedContinuation<(Event, Answer)?, Never>?
  private var isFinished = false

  /// Offers an event, and returns when the consumer asks for the next one: true, or false at the end.
  func put(_ event: Event) async -> Bool {
    await withCheckedContinuation { answer in
      if isFinished { return answer.resume(returning: false) }
      if let taker {
        self.taker = nil
        taker.resume(returning: (event, answer))
      } else {
        offered.append((event, answer))
      }
    }
  }

  /// Says that the event before is dealt with, and returns the next one; nil at the end.
  func take() async -> Event? {
    taken?.resume(returning: true)
    taken = nil
    if isFinished { return nil }
    if !offered.isEmpty {
      let first = offered.removeFirst()
      taken = first.answer
      return first.event
    }
    guard let (event, answer) = await withCheckedContinuation({ taker = $0 }) else { return nil }
    if isFinished { answer.resume(returning: false) } else { taken = answer }
    return event
  }

  /// Ends the handoff; offered events are dropped.
  func finish() {
    isFinished = true
    taker?.resume(returning: nil)
    taker = nil
    for answer in offered.map(\.answer) + [taken].compactMap(\.self) { answer.resume(returning: false) }
    (offered, taken) = ([], nil)
  }
}
