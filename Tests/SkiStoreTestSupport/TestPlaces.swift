/// The places of tests that use one server at the same time.
///
/// All tests begin at once: hundreds that connect to a server on two cores would find it away.
actor TestPlaces {
  private var freeCount: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates places.
  init(_ count: Int) { freeCount = count }

  /// Takes a place, and waits for one while there is none.
  func take() async {
    guard freeCount == 0 else {
      freeCount -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives a place to the test that has waited longest.
  func giveBack() {
    if waiting.isEmpty { freeCount += 1 } else { waiting.removeFirst().resume() }
  }
}
