package import Logging
import SkiAPI
import SkiBase
import SkiPeople
import SkiSystem

/// A log of one JSON object a line.
///
/// Members are `time`, `level`, `message`, and the metadata by its names.
package struct JSONLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level
  private let label: String
  private let output: LogOutput

  /// Creates a log.
  /// - Parameters:
  ///   - label: The part of the program.
  ///   - level: The least level that is written.
  ///   - output: The output of all logs of the process.
  package init(label: String, level: Logger.Level, output: LogOutput) {
    (self.label, logLevel, self.output) = (label, level, output)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let merged = metadata.merging(event.metadata ?? [:]) { $1 }
    output.write(
      JSONWriter.line(capacity: 256) { json in
        json.object { json in
          json.member("time", TimeSource.system.now().iso8601(decimals: 3))
          json.member("level", event.level.rawValue)
          json.member("message", event.message.description)
          json.member("part", label)
          for (name, value) in merged.sorted(by: { $0.key < $1.key }) {
            json.name(escaping: name)
            json.value(Self.json(value))
          }
        }
      })
  }

  private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value as Int): .integer(value)
    case .stringConvertible(let value as Double): .decimal(value, places: 3)
    case .stringConvertible(let value): .string(value.description)
    case .array(let values): .array(values.map(json))
    case .dictionary(let members):
      .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, json($0.value)) })
    }
  }
}

/// The output of log lines: a buffer that one thread writes, so that no request waits for a terminal or a pipe.
///
/// Lines that come while a mebibyte waits are dropped and counted. A shared object; `Sendable`.
package final class LogOutput: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var droppedCount = 0
    var isClosed = false
  }

  private let state = Locked(State())
  private let descriptor: Int32
  private static let limitBytes = 1 << 20

  /// Creates an output, and starts its thread.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    let state = state
    let thread = WorkerThreads(0..<1, stackBytes: 256 << 10) { _ in
      while !state.withLock({ $0.isClosed }) {
        Self.flush(state, descriptor)
        usleep(50_000)
      }
    }
    thread.detach()
  }

  /// Adds a line.
  package func write(_ line: [UInt8]) {
    state.withLock { state in
      if state.waiting.count + line.count > Self.limitBytes {
        state.droppedCount += 1
      } else {
        state.waiting += line
      }
    }
  }

  /// Writes everything that waits, and ends the thread.
  package func close() {
    state.withLock { $0.isClosed = true }
    Self.flush(state, descriptor)
  }

  private static func flush(_ state: Locked<State>, _ descriptor: Int32) {
    let (bytes, droppedCount) = state.withLock { state in
      defer { (state.waiting, state.droppedCount) = ([], 0) }
      return (state.waiting, state.droppedCount)
    }
    put(bytes, descriptor)
    guard droppedCount > 0 else { return }
    put(
      JSONWriter.line { json in
        json.object { json in
          json.member("level", word: "warning")
          json.member("message", word: "log lines were dropped")
          json.member("count", droppedCount)
        }
      }, descriptor)
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SkiSystem.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// A log of the errors of the HTTP library, without the metadata that it sets for each request.
struct LibraryLogHandler: LogHandler {
  private let base: Logger
  /// Nothing: the library sets an identifier that our own lines don't have.
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level = .error

  /// Creates a log before another one.
  init(_ base: Logger) { self.base = base }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    base.log(level: event.level, event.message, metadata: event.metadata)
  }
}
