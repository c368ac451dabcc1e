import SkiBase
import Testing

@Suite struct ChangingValuesTests {
  @Test func `each iteration begins with the present value and receives the newest after changes`() async {
    let number = LatestValue(1)
    let values = number.values
    var first = values.makeAsyncIterator()
    #expect(await first.next() == 1)
    number.replace(by: 2)
    number.replace(by: 3)
    #expect(await first.next() == 3, "a slow consumer receives the newest value only")
    var second = values.makeAsyncIterator()
    #expect(await second.next() == 3 && number.value == 3)
    number.replace(by: 4)
    #expect(await first.next() == 4)
    #expect(await second.next() == 4)
  }

  @Test func `every consumer ends with the last of 1,000 changes from several tasks`() async {
    let number = LatestValue(0)
    let ends = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = -1
          for await value in number.values {
            #expect(value > last)
            last = value
            if value == 1000 { break }
          }
          return last
        }
      }
      for value in 1...1000 {
        number.replace(by: value)
        if value.isMultiple(of: 100) { await Task.yield() }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends == Array(repeating: 1000, count: 8))
  }

  @Test func `an iteration ends when the owner of the value is released, and when its task is cancelled`()
    async
  {
    var number: LatestValue<Int>? = LatestValue(1)
    let values = number!.values
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    number = nil
    #expect(await iterator.next() == nil)
    var late = values.makeAsyncIterator()
    #expect(await late.next() == nil)

    let other = LatestValue(1)
    let task = Task { await other.values.reduce(0, +) }
    task.cancel()
    #expect(await task.value <= 1)
  }

  /// Results of a reader, one for each reading.
  private func polled(_ results: [Result<Int, SkiError>]) -> PolledValues<Int> {
    PolledValues(everySeconds: 0.01) {
      let rest = Locked(results[...])
      let last = Locked<Int?>(nil)
      return {
        guard let result = rest.withLock({ $0.popFirst() }) else { throw CancellationError() }
        let value = try result.get()
        return last.withLock { last in
          defer { last = value }
          return last == value ? nil : value
        }
      }
    }
  }

  @Test func `values that are read again are given when they differ, and errors that pass by are not`() async
  {
    let passing = SkiError(.unavailable, "no signal; try again")
    let values = polled([.success(1), .success(1), .failure(passing), .success(2), .success(2), .success(1)])
    for _ in 0..<2 {
      var seen: [Int] = []
      await #expect(throws: CancellationError.self) { for try await value in values { seen.append(value) } }
      #expect(seen == [1, 2, 1], "each iteration reads for itself")
    }
  }

  @Test func `an error of the first reading, and one that does not pass by, ends the values`() async {
    let passing = SkiError(.unavailable, "no signal; try again")
    let final = SkiError(.notFound, "it is unknown")
    let error = await #expect(throws: SkiError.self) { for try await _ in polled([.failure(passing)]) {} }
    #expect(error == passing)
    var seen: [Int] = []
    let later = await #expect(throws: SkiError.self) {
      for try await value in polled([.success(1), .failure(final), .success(2)]) { seen.append(value) }
    }
    #expect(later == final && seen == [1])
  }

  @Test func `values that are read again end when their task is cancelled`() async throws {
    let values = PolledValues(everySeconds: 86_400, of: { 7 })
    let task = Task { try await values.reduce(into: []) { $0.append($1) } }
    task.cancel()
    #expect(try await task.value.count <= 1)
  }
}
