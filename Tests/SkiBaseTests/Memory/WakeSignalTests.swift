import SkiBase
import Testing

struct WakeSignalTests {
  @Test func `a signal that was raised before ends one waiting, however often it was raised`() async {
    let signal = WakeSignal()
    for _ in 0..<3 { signal.raise() }
    await signal.wait()
    let isWoken = Locked(false)
    let task = Task {
      await signal.wait()
      isWoken.withLock { $0 = true }
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(!isWoken.withLock { $0 })
    signal.raise()
    await task.value
    #expect(isWoken.withLock { $0 })
  }

  @Test func `no value is left waiting by a consumer that looks after each waiting`() async {
    let (signal, values) = (WakeSignal(), Locked<[Int]>([]))
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<4 {
        group.addTask {
          for number in 0..<5000 {
            values.withLock { $0.append(producer * 5000 + number) }
            signal.raise()
            if number % 7 == producer { await Task.yield() }
          }
        }
      }
      var taken: [Int] = []
      while taken.count < 20_000 {
        await signal.wait()
        taken += values.withLock { values in
          defer { values = [] }
          return values
        }
      }
      #expect(taken.sorted() == Array(0..<20_000))
    }
  }
}
