import SkiFormats
import SkiGeo
import SkiGraph
import SkiRelief

/// Makes an archive of a source's tiles on all cores, and goes on where an interrupted one was left.
///
/// A value; `Sendable`. Tiles wait in a work file beside the archive (`NAME.work`), each with a checksum, until all are made;
/// then the archive is written in the order of its tiles and put in place, so that its bytes depend neither on the number of
/// threads nor on interruptions. A work file of another source, of other options, or broken, is thrown away; of one cut off
/// in the middle of a tile the tiles before are used.
public struct TileBuild: Sendable {
  /// What a build did.
  public struct Outcome: Sendable, Hashable {
    /// Tiles of the archive.
    public var tileCount: Int
    /// Addresses with nothing to show.
    public var emptyCount: Int
    /// Addresses an interrupted build had dealt with.
    public var resumedCount: Int
    /// Bytes of all tiles, equal ones counted each.
    public var byteCount: Int
    /// Bytes of the largest tile.
    public var largestBytes: Int
  }

  private let source: any TileSource
  private let numbers: [UInt64]
  private let output: TileOutput
  private let key: String
  private let workerCount: Int

  /// The most tiles a worker takes at a time; neighbours share what they are made of.
  private static let longestRun = 16

  /// Plans a build; nothing is opened yet.
  /// - Parameters:
  ///   - source: What makes the tiles.
  ///   - addresses: Which ones, in any order.
  ///   - output: Where the archive is to stand.
  ///   - sourceKey: All that the tiles depend on besides their ``TileSource/tileSet``: which data, with which options.
  ///     See ``SourceKey``.
  ///   - workerCount: How many threads work, the calling one among them; nil for one a core.
  /// - Precondition: `workerCount` is positive.
  /// - Complexity: O(*n* log *n*) in the addresses, 8 bytes each.
  package init(
    source: any TileSource, addresses: some Sequence<TileAddress>, output: TileOutput, sourceKey: String,
    workerCount: Int? = nil
  ) {
    precondition(workerCount ?? 1 > 0, "there must be a worker, got \(workerCount ?? 0)")
    self.source = source
    var sorted = addresses.map(\.id.number)
    sorted.sort()
    numbers = sorted.withoutNeighbouringRepeats()
    self.output = output
    key = source.tileSet.tileJSON(template: "").text() + "\n" + sourceKey
    self.workerCount = workerCount ?? WorkerThreads.available
  }

  /// Makes the archive and puts it in its place.
  ///
  /// Blocks the calling thread. When the calling task is cancelled the build ends after the tiles in hand; the work file
  /// stays then, as after an error or the end of the process.
  /// - Parameter progress: Called with the share of tiles that is done, one call at a time, a hundred times at most, by any
  ///   worker.
  /// - Throws: ``SkiError`` as the source does; `.inputOutput` as on a full disk, `.unwritableOutput`, `.cancelled`, or
  ///   `.emptyInput` when no address has anything to show.
  /// - Complexity: 24 bytes of memory an address while tiles are made, 60 in the end, besides the source's.
  public func run(progress: @escaping @Sendable (Double) -> Void = { _ in }) throws -> Outcome {
    let workFile = WorkFile(archivePath: output.path, key: key)
    let work = Locked(try Work(output, workFile))
    let missing = work.withLock { numbers(notIn: $0.spool.records) }
    try make(missing, into: work, progress)
    let records = try work.withLock { work in
      let records = work.spool.sortedRecords(of: numbers)
      // What has nothing in it is of no use to the next build either.
      if records.isEmpty { workFile.remove() }
      try work.finish(records, source.tileSet)
      workFile.remove()
      return records
    }
    return Outcome(
      tileCount: records.count, emptyCount: numbers.count - records.count,
      resumedCount: numbers.count - missing.count, byteCount: records.reduce(0) { $0 + Int($1.length) },
      largestBytes: records.reduce(0) { max($0, Int($1.length)) })
  }

  /// The tiles that are still to be made, in their order.
  private func numbers(notIn records: [TileSpool.Record]) -> [UInt64] {
    guard !records.isEmpty else { return numbers }
    let done = records.map(\.number).sorted()
    var next = 0
    return numbers.filter { number in
      while next < done.count, done[next] < number { next += 1 }
      return next == done.count || done[next] != number
    }
  }

  private func make(
    _ missing: [UInt64], into work: Locked<Work>, _ progress: @escaping @Sendable (Double) -> Void
  ) throws {
    guard !missing.isEmpty else { return }
    let (before, all) = (Double(numbers.count - missing.count), Double(numbers.count))
    let workers = min(workerCount, missing.count)
    let queue = BlockQueue(count: missing.count, sharers: workers, longestRun: Self.longestRun) { share in
      progress((before + share * Double(missing.count)) / all)
    }
    let source = source
    WorkerThreads.run(workers) { number in
      while let run = queue.takeRun() {
        for index in run where queue.continues {
          do {
            // Only the calling thread belongs to the task.
            if number == 0 { try WorkLimit.check("making \(missing.count) tiles") }
            let address = TileAddress(TileID(missing[index]))
            let tile = try source.tile(address) ?? []
            try work.withLock { try $0.spool.add(tile, at: address) }
            queue.finish(index)
          } catch {
            queue.fail(error)
          }
        }
      }
    }
    do {
      try queue.check()
    } catch {
      // What was made is kept where it can be; the first error is the one that counts.
      try? work.withLock { try $0.spool.flush() }
      throw error
    }
    try work.withLock { try $0.spool.flush() }
  }
}

/// The tiles of a build, and where they are to go.
///
/// Belongs to one thread at a time.
private struct Work {
  private enum Place {
    case pmtiles(ReplacementFile)
    case mbtiles(MBTilesWriter)
  }

  let spool: TileSpool
  private let place: Place

  /// Opens the archive first, so that a place that can't be written to is known before anything is made.
  init(_ output: TileOutput, _ workFile: WorkFile) throws {
    place =
      switch output.format {
      case .pmtiles: .pmtiles(try ReplacementFile(output.path, what: "archive"))
      case .mbtiles: .mbtiles(try MBTilesWriter(path: output.path))
      }
    spool = try workFile.open()
  }

  /// Writes the tiles in their order, and puts the archive in its place.
  func finish(_ records: [TileSpool.Record], _ tileSet: TileSet) throws {
    switch place {
    case .pmtiles(let file): try PMTilesWriter.write(records, of: spool, tileSet, to: file)
    case .mbtiles(let writer):
      for record in records {
        try writer.add(spool.content(record), at: TileAddress(TileID(record.number)))
      }
      try writer.finish(tileSet)
    }
  }
}

extension [UInt64] {
  /// The numbers without those that follow an equal one.
  fileprivate func withoutNeighbouringRepeats() -> [UInt64] {
    var last: UInt64?
    return filter { number in
      defer { last = number }
      return number != last
    }
  }
}
