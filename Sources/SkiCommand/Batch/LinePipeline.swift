import Dispatch
import SkiBase
import SkiSystem
import Synchronization

/// The answer to a line, with its line feed.
struct LineAnswer: Sendable {
  var bytes: [UInt8]
  /// Indicates whether the line could not be answered.
  var isError = false
}

/// The answering of lines on several threads, with the answers consumed in the order of the lines.
///
/// A thread without work reads the next line itself, so that a line is answered as soon as it arrives. The number of lines
/// in progress and of answers that wait for earlier ones is bounded.
final class LinePipeline: Sendable {
  /// The number of lines in progress or waiting for their turn, for each thread.
  static let linesPerThread = 32

  private struct Input: Sendable {
    var reader: LineReader
    var count = 0
    var hasEnded = false
  }

  private struct Output: Sendable {
    var answers: [Int: LineAnswer] = [:]
    /// The number of the next line to be consumed, from 0.
    var next = 0
    /// The number of lines; nil until the end of the input is reached.
    var count: Int?
    var failure: SkiError?
  }

  private let input: Locked<Input>
  private let output = Locked(Output())
  private let byteCount = Atomic(0)
  private let isStopped = Atomic(false)
  /// The semaphore of the lines that may be read.
  private let capacity: DispatchSemaphore
  private let ready = DispatchSemaphore(value: 0)
  private let answer: @Sendable (LineReader.Line, @escaping @Sendable () -> Bool) -> LineAnswer

  /// Creates a pipeline.
  /// - Parameter answer: Returns the answer to a line; its second argument returns whether the work was stopped.
  private init(
    _ reader: LineReader,
    _ answer: @escaping @Sendable (LineReader.Line, @escaping @Sendable () -> Bool) -> LineAnswer
  ) {
    input = Locked(Input(reader: reader))
    capacity = DispatchSemaphore(value: 0)
    self.answer = answer
  }

  /// Answers all lines, and returns when every thread has ended.
  /// - Parameters:
  ///   - reader: The reader of the lines.
  ///   - threads: The number of threads that answer, 1 or more.
  ///   - answer: Returns the answer to a line, on any thread; its second argument returns whether the work was stopped.
  ///   - consume: Receives the next answers in order and the number of bytes read so far, on the caller's thread.
  /// - Throws: ``SkiError`` with code `.cancelled` when the task is cancelled, `.inputOutput` when reading fails or no
  ///   thread can be started; the errors of `consume`.
  /// - Complexity: O(*n*) in the bytes besides the answers; memory of 32 lines and answers a thread.
  static func run(
    _ reader: LineReader, threads: Int,
    answer: @escaping @Sendable (LineReader.Line, @escaping @Sendable () -> Bool) -> LineAnswer,
    consume: ([LineAnswer], Int) throws -> Void
  ) throws {
    let pipeline = LinePipeline(reader, answer)
    let workers = WorkerThreads(0..<threads, stackBytes: 8 << 20) { _ in pipeline.work() }
    defer { pipeline.finish(workers) }
    guard workers.count > 0 else {
      throw SkiError(.inputOutput, "no thread can be started; allow more, for example by ulimit -u 256")
    }
    for _ in 0..<workers.count * linesPerThread { pipeline.capacity.signal() }
    try pipeline.deliver(consume)
  }

  /// Passes on answers in order until there are no more, and checks fifty times a second for cancellation.
  private func deliver(_ consume: ([LineAnswer], Int) throws -> Void) throws {
    while true {
      guard !Task.isCancelled else { throw SkiError(.cancelled, "the work was cancelled; start it again") }
      let (answers, isDone) = try take()
      if !answers.isEmpty {
        try consume(answers, byteCount.load(ordering: .relaxed))
        for _ in answers { capacity.signal() }
      } else if isDone {
        return
      } else {
        _ = ready.wait(timeout: .now() + .milliseconds(20))
      }
    }
  }

  /// Returns the answers that are next in order, and whether there are no lines after them.
  private func take() throws -> (answers: [LineAnswer], isDone: Bool) {
    try output.withLock { output in
      var answers: [LineAnswer] = []
      while let answer = output.answers.removeValue(forKey: output.next) {
        answers.append(answer)
        output.next += 1
      }
      let isDone = output.count == output.next
      if isDone, answers.isEmpty, let failure = output.failure { throw failure }
      return (answers, isDone)
    }
  }

  /// Answers lines until there are none left, or the work is stopped.
  private func work() {
    let isStopped: @Sendable () -> Bool = { self.isStopped.load(ordering: .relaxed) }
    while true {
      capacity.wait()
      guard !isStopped(), let (number, line) = nextLine(isStopped) else { break }
      let made = answer(line, isStopped)
      output.withLock { $0.answers[number] = made }
      ready.signal()
    }
  }

  /// Returns the next line with its number from 0; other threads wait while it is read.
  private func nextLine(_ isStopped: () -> Bool) -> (Int, LineReader.Line)? {
    input.withLock { input -> (Int, LineReader.Line)? in
      guard !input.hasEnded else { return nil }
      var failure: SkiError?
      do throws(SkiError) {
        if let line = try input.reader.next(while: { !isStopped() }) {
          byteCount.store(input.reader.byteCount, ordering: .relaxed)
          input.count += 1
          return (input.count - 1, line)
        }
      } catch {
        failure = error
      }
      input.hasEnded = true
      let (count, reason) = (input.count, failure)
      output.withLock { ($0.count, $0.failure) = (count, reason) }
      ready.signal()
      return nil
    }
  }

  /// Lets every thread run out, and waits for them.
  private func finish(_ workers: WorkerThreads) {
    isStopped.store(true, ordering: .relaxed)
    for _ in 0..<workers.count { capacity.signal() }
    workers.join()
  }
}

/// The output of a batch: standard output line by line, or a file that replaces its target once it is complete.
///
/// Not `Sendable`: it belongs to one task.
final class BatchOutput {
  /// The numbers of lines answered, and of those with an error.
  struct Tally: Sendable {
    var lines = 0
    var errors = 0
  }

  private(set) var tally = Tally()
  private let file: ReplacementFile?

  /// Creates the output.
  /// - Parameter path: The path of the file; nil for standard output.
  /// - Throws: The errors of ``ReplacementFile/init(_:what:allowsDevices:)``.
  init(_ path: String?) throws {
    file = try path.map { try ReplacementFile($0, what: "file of answers", allowsDevices: true) }
  }

  /// Writes the next answers.
  /// - Throws: The errors of ``Console/write(lines:)``, or of the file.
  func write(_ answers: [LineAnswer]) throws {
    var bytes = answers.first?.bytes ?? []
    for answer in answers.dropFirst() { bytes += answer.bytes }
    if let file { try file.append(bytes) } else { try Console.write(lines: bytes) }
    tally.lines += answers.count
    tally.errors += answers.count(where: \.isError)
  }

  /// Shows the number of lines answered, unless the answers themselves are on a terminal.
  func showProgress(on progress: ProgressLine, _ share: Double?) {
    guard file != nil || isatty(STDOUT_FILENO) == 0 else { return }
    progress.show("\(tally.lines) lines answered", share)
  }

  /// Puts the file in place; has no effect on standard output.
  /// - Throws: The errors of ``ReplacementFile/commit(evenWhenCancelled:)``.
  func commit() throws { try file?.commit() }

  /// Removes a file that is not complete.
  func discard() { file?.discard() }
}
