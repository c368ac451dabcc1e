import Foundation
import SkiGeo

/// Returns how many cores tasks may use.
func availableCores() -> Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

/// The reading of one file: windows are scanned in order, batches parsed by tasks, results merged in order.
struct FileRun {
  let source: ByteSource
  let role: Role
  let idPrefix: String
  let limits: SkiReader.Limits

  private typealias Parsed = (index: Int, result: Result<BatchResult, FileFault>)

  /// Reads the whole file into a merger.
  func read(into merger: inout Merger, progress: (Int64) -> Void) async throws(SkiError) {
    merger.beginFile(source, role: role)
    let outcome: Result<[String: String], SkiError>
    (merger, outcome) = await withTaskGroup(of: Parsed.self) { group in
      var queue = Queue(merger: merger)
      do throws(SkiError) {
        let texts = try await pump(&group, &queue, progress)
        return (queue.merger, .success(texts))
      } catch {
        group.cancelAll()
        return (queue.merger, .failure(error))
      }
    }
    merger.endFile(texts: try outcome.get())
  }

  /// Results that came before their turn, and what is merged already.
  private struct Queue {
    var merger: Merger
    var waiting: [Int: Result<BatchResult, FileFault>] = [:]
    var started = 0
    var merged = 0
  }

  private func pump(
    _ group: inout TaskGroup<Parsed>, _ queue: inout Queue, _ progress: (Int64) -> Void
  ) async throws(SkiError) -> [String: String] {
    var scanner = FeatureScanner(batchBytes: limits.batchBytes)
    var window = [UInt8](repeating: 0, count: max(1, limits.windowBytes))
    var offset: Int64 = 0
    var scanFault: FileFault?
    while scanFault == nil {
      if Task.isCancelled { throw SkiError(.cancelled, "reading was cancelled", subject: source.name) }
      let count = try source.read(into: &window, at: offset)
      do throws(FileFault) {
        try Self.scan(&scanner, window, count, offset)
      } catch {
        scanner.flush()
        scanFault = error
      }
      offset += Int64(count)
      while !scanner.ready.isEmpty { try await start(scanner.ready.removeFirst(), &group, &queue) }
      progress(offset)
      if count == 0 { break }
    }
    while queue.merged < queue.started { try await mergeNext(&group, &queue) }
    if let scanFault { throw error(scanFault) }
    return scanner.texts
  }

  private static func scan(
    _ scanner: inout FeatureScanner, _ window: [UInt8], _ count: Int, _ offset: Int64
  ) throws(FileFault) {
    guard count > 0 else { return try scanner.finish(size: offset) }
    var fault: FileFault?
    window.withUnsafeBytes { bytes in
      do throws(FileFault) {
        try scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[0..<count]), at: offset)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }

  private func start(
    _ batch: FeatureBatch, _ group: inout TaskGroup<Parsed>, _ queue: inout Queue
  ) async throws(SkiError) {
    while queue.started - queue.merged >= max(1, limits.batchesInFlight) {
      try await mergeNext(&group, &queue)
    }
    let index = queue.started
    queue.started += 1
    let (role, idPrefix) = (role, idPrefix)
    group.addTask { (index, BatchReader.read(batch, role: role, idPrefix: idPrefix)) }
  }

  /// Waits for the batch whose turn it is and merges it.
  private func mergeNext(_ group: inout TaskGroup<Parsed>, _ queue: inout Queue) async throws(SkiError) {
    while queue.waiting[queue.merged] == nil, let parsed = await group.next() {
      queue.waiting[parsed.index] = parsed.result
    }
    guard let result = queue.waiting.removeValue(forKey: queue.merged) else {
      throw SkiError(.internalInconsistency, "a batch of features was lost", subject: source.name)
    }
    queue.merged += 1
    switch result {
    case .success(let batch): queue.merger.add(batch)
    case .failure(let fault): throw error(fault)
    }
  }

  private func error(_ fault: FileFault) -> SkiError {
    SkiError(fault.code, fault.what, subject: "\(source.name), byte \(fault.offset)")
  }
}
