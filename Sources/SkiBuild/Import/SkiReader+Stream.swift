import Foundation
import SkiBase

/// A decoded batch with its number in the document.
private typealias NumberedBatch = (Int, Result<DecodedBatch, any Error>)

extension SkiReader {
  /// Reads one document: windows → batches → decoding on all cores → merging in order.
  nonisolated(nonsending) func stream(
    _ document: SkiDocument, _ label: String, into merger: inout FeatureMerger,
    _ body: (SkiFeature) throws -> Void, progress: (Int64) -> Void
  ) async throws -> DocumentHead {
    do {
      return try await decodeBatches(document, label, into: &merger, body, progress: progress)
    } catch let fault as ScanFault {
      throw SkiError(fault.code, fault.message, subject: "\(document.name), byte \(fault.offset)")
    } catch is CancellationError {
      throw SkiError(
        .cancelled, "reading was cancelled by its caller; start it again", subject: document.name)
    }
  }

  nonisolated(nonsending) private func decodeBatches(
    _ document: SkiDocument, _ label: String, into merger: inout FeatureMerger,
    _ body: (SkiFeature) throws -> Void, progress: (Int64) -> Void
  ) async throws -> DocumentHead {
    var source = try ByteSource(document)
    if let format = ForeignFormat.of(try source.peek(ForeignFormat.startBytes)) {
      throw ScanFault(0, .unsupportedFormat, format.message)
    }
    var scanner = FeatureScanner(
      limits: .init(featureBytes: options.maximumFeatureBytes, batchBytes: options.batchBytes))
    let bound = max(1, options.parallelTasks ?? ProcessInfo.processInfo.activeProcessorCount) + 1
    return try await withThrowingTaskGroup(of: NumberedBatch.self) { group in
      var order = BatchOrder()
      let window = UnsafeMutableRawBufferPointer.allocate(byteCount: options.windowBytes, alignment: 16)
      defer { window.deallocate() }
      while true {
        try WorkLimit.check("reading", subject: document.name)
        let count = try source.read(into: window)
        let bytes = UnsafeBufferPointer(rebasing: window.bindMemory(to: UInt8.self)[..<count])
        var fault: ScanFault?
        var end = 0
        // A window is scanned in parts, so that its batches need not all exist at once.
        repeat {
          let start = end
          end = start + min(count - start, options.batchBytes)
          fault = scanner.advance(UnsafeBufferPointer(rebasing: bytes[start..<end]))
          while let batch = scanner.takeComplete() {
            try await drain(&group, &order, &scanner, document, into: &merger, body, downTo: bound - 1)
            let number = order.next()
            group.addTask { [roles = document.roles] in
              (number, Result { try DecodedBatch.decode(batch, roles: roles, document: label) })
            }
          }
        } while end < count && fault == nil
        progress(scanner.windowOffset)
        guard count > 0, fault == nil else {
          // Faults in earlier features take precedence, independent of windows and number of tasks.
          try await drain(&group, &order, &scanner, document, into: &merger, body, downTo: 0)
          if let fault { throw fault }
          return scanner.head
        }
      }
    }
  }

  /// Waits until at most a number of tasks are in flight, merging completed batches in order.
  nonisolated(nonsending) private func drain(
    _ group: inout ThrowingTaskGroup<NumberedBatch, any Error>,
    _ order: inout BatchOrder, _ scanner: inout FeatureScanner, _ document: SkiDocument,
    into merger: inout FeatureMerger, _ body: (SkiFeature) throws -> Void, downTo limit: Int
  ) async throws {
    while order.inFlight > limit, let finished = try await group.next() {
      order.arrived(finished)
      while var batch = try order.take() {
        try merger.merge(batch, roles: document.roles, body)
        scanner.reuse(batch.takeSource())
      }
    }
  }
}

/// The reordering of batches that finish in any order into file order.
private struct BatchOrder {
  private var started = 0
  private var merged = 0
  private var waiting: [Int: Result<DecodedBatch, any Error>] = [:]

  /// The number of batches started but not merged, which limits the stream.
  var inFlight: Int { started - merged }

  mutating func next() -> Int {
    started += 1
    return started - 1
  }

  mutating func arrived(_ batch: consuming NumberedBatch) { waiting[batch.0] = batch.1 }

  /// Returns the next batch in order, nil while it is not finished; throws its error.
  mutating func take() throws -> DecodedBatch? {
    guard let result = waiting.removeValue(forKey: merged) else { return nil }
    merged += 1
    return try result.get()
  }
}
