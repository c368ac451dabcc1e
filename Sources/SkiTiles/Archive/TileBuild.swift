import SkiBase
import SkiGraph
import SkiTerrain

/// A build of a tile archive on all cores, which resumes after an interruption.
///
/// A value; `Sendable`. Tiles are collected with checksums in a work file beside the archive (`NAME.work`); when all
/// are made the archive is written in the order of its tiles and moved to its path, so its bytes depend neither on the
/// number of threads nor on interruptions. A work file of another source or other options, or a damaged one, is
/// discarded; of a truncated one, the tiles before the truncation are used.
public struct TileBuild: Sendable {
  /// The counts of a finished build.
  public struct Outcome: Sendable, Hashable {
    /// The number of tiles in the archive.
    public var tileCount: Int
    /// The number of addresses whose tile is empty.
    public var emptyCount: Int
    /// The number of addresses that an interrupted build had done.
    public var resumedCount: Int
    /// The number of bytes of all tiles, counting equal tiles separately.
    public var byteCount: Int
    /// The number of bytes of the largest tile; 0 without tiles.
    public var largestBytes: Int
  }

  private let source: any TileSource
  private let numbers: [UInt64]
  private let output: TileOutput
  private let key: String
  private let workerCount: Int

  /// The greatest number of tiles a worker takes at a time; neighbouring tiles share input data.
  private static let longestRun = 16

  /// Creates a build; no file is opened yet.
  /// - Parameters:
  ///   - source: The source of the tiles.
  ///   - addresses: The addresses of the tiles, in any order.
  ///   - output: The path and format of the archive.
  ///   - sourceKey: A key of all that the tiles depend on besides their ``TileSource/tileSet``, data and options. A
  ///     resumed build compares it.
  ///   - workerCount: The number of threads, the calling one among them; nil for one per core.
  /// - Precondition: `workerCount` is positive.
  /// - Complexity: O(*n* log *n*) in the addresses, 8 bytes each.
  public init(
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

  /// Makes the archive and moves it to its path; an existing file there is replaced.
  ///
  /// Blocks the calling thread. When the calling task is cancelled the build ends after the tiles in progress; the work
  /// file remains, as after an error or the end of the process.
  /// - Parameter progress: A closure called with the share of tiles done, 0 to 1: one call at a time, at most a
  ///   hundred, by any worker.
  /// - Returns: The counts of the build.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, such as on a full disk, `.unwritableOutput`
  ///   when a file can't be created, `.limitExceeded` for a tile or an archive that is too large, `.cancelled`,
  ///   `.timedOut` or `.limitExceeded` by the task's work limit, `.emptyInput` when all tiles are empty; the errors of
  ///   ``TileSource/archivedTile(_:)``.
  /// - Complexity: O(*n* log *n*) in the addresses besides the source's work; 24 bytes of memory per address while
  ///   tiles are made, 60 at the end.
  public func run(progress: @escaping @Sendable (Double) -> Void = { _ in }) throws -> Outcome {
    let workFile = WorkFile(archivePath: output.path, key: key)
    let work = Locked(try Work(output, workFile))
    let missing = work.withLock { numbers(notIn: $0.spool.records) }
    try make(missing, into: work, progress)
    let records = try work.withLock { work in
      let records = work.spool.sortedRecords(of: numbers)
      // A work file of empty tiles only is useless to the next build.
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

  /// Returns the numbers of the tiles still to make, in order.
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
            // Only the calling thread runs in the task that may be cancelled.
            if number == 0 { try WorkLimit.check("making \(missing.count) tiles") }
            let address = TileAddress(TileID(missing[index]))
            let tile = try source.archivedTile(address) ?? []
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
      // Saves the tiles made so far if possible; the first error is reported.
      try? work.withLock { try $0.spool.flush() }
      throw error
    }
    try work.withLock { try $0.spool.flush() }
  }
}

/// The tiles of a build and the archive they go to.
///
/// Belongs to one thread at a time.
private struct Work {
  private enum Destination {
    case pmtiles(ReplacementFile)
    case mbtiles(MBTilesWriter)
  }

  let spool: TileSpool
  private let destination: Destination

  /// Creates the archive first, so that an unwritable path fails before any tile is made.
  init(_ output: TileOutput, _ workFile: WorkFile) throws {
    destination =
      switch output.format {
      case .pmtiles: .pmtiles(try ReplacementFile(output.path, what: "archive"))
      case .mbtiles: .mbtiles(try MBTilesWriter(path: output.path))
      }
    spool = try workFile.open()
  }

  /// Writes the tiles in order and moves the archive to its path.
  func finish(_ records: [TileSpool.Record], _ tileSet: TileSet) throws {
    switch destination {
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
  /// Returns the sorted numbers without repeats.
  fileprivate func withoutNeighbouringRepeats() -> [UInt64] {
    var last: UInt64?
    return filter { number in
      defer { last = number }
      return number != last
    }
  }
}

/// The path and format of a tile archive, PMTiles version 3 or MBTiles 1.3 by the extension of the name.
///
/// A value; `Sendable`.
public struct TileOutput: Sendable, Hashable {
  /// The format of an archive.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// A single file for range requests; see ``PMTilesWriter``.
    case pmtiles
    /// A SQLite database; see ``MBTilesWriter``.
    case mbtiles
  }

  /// The path of the archive, with the extension `pmtiles` or `mbtiles`.
  public let path: String
  /// The format of the file.
  package let format: Format
  /// The path of the work file, from which an interrupted build resumes.
  package var workPath: String { path + ".work" }

  /// Creates an output of the format of a path's extension.
  /// - Parameter path: The path of the file, with the extension `pmtiles` or `mbtiles` in any case.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the extension is not that of an archive.
  /// - Complexity: O(*n*) in the length of the path.
  public init(path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let format = parts.last.flatMap({ Format(rawValue: $0.lowercased()) }) else {
      throw SkiError(
        .invalidArgument,
        "output \(path) has no extension of a tile archive; name it .pmtiles for browsers or .mbtiles")
    }
    self.path = path
    self.format = format
  }
}
