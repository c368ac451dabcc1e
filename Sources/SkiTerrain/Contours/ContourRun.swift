extension ContourTracing {
  /// The approximate number of points encoded in one job.
  private static let pointsAtOnce = 1 << 15

  /// Traces and encodes on several threads; joins bands and passes results on, in order, on the caller's.
  ///
  /// - Parameters:
  ///   - progress: A closure called with the share done, 0 to 1.
  ///   - encode: A closure that converts finished lines to the output.
  ///   - consume: A closure that receives the output.
  func run<Output: Sendable>(
    progress: (Double) throws -> Void, encode: @escaping @Sendable (FinishedLines) throws -> Output,
    consume: (Output) throws -> Void
  ) throws {
    let cellRows = raster.grid.rows - 1
    guard cellRows > 0, raster.grid.columns > 1 else { return try progress(1) }
    let bandCount = (cellRows + bandRows - 1) / bandRows
    let threads = min(workerCount, bandCount + 1)
    let workers = try ContourWorkers(count: threads) { [raster, levels] in BandReader(raster, levels) }
    defer { workers.finish() }
    var line = Pipeline<Output>(workers: workers, ahead: threads + 1, encode: encode)
    var relief = BandRange()
    for band in 0..<bandCount {
      while line.bands.count < threads + 1, line.begun < bandCount {
        line.begin(rows: line.begun * bandRows..<min(cellRows, (line.begun + 1) * bandRows))
      }
      let lines = try line.nextBand()
      try relief.widen(lines.bands)
      line.encode(try line.stitcher.take(lines), pointsAtOnce: Self.pointsAtOnce)
      try line.drain(most: 4 * threads, consume)
      try progress(Double(band + 1) / Double(bandCount + 1))
    }
    try line.drain(most: 0, consume)
    try progress(1)
  }
}

/// The work in progress: bands being traced, and lines being encoded.
private struct Pipeline<Output: Sendable> {
  let workers: ContourWorkers
  let encode: @Sendable (FinishedLines) throws -> Output
  var bands: [ContourWorkers.Slot<BandLines>] = []
  var outputs: [ContourWorkers.Slot<Output>] = []
  var begun = 0
  var stitcher = LineStitcher()

  init(
    workers: ContourWorkers, ahead: Int, encode: @escaping @Sendable (FinishedLines) throws -> Output
  ) {
    self.workers = workers
    self.encode = encode
    bands.reserveCapacity(ahead)
  }

  mutating func begin(rows: Range<Int>) {
    bands.append(
      workers.submit(isUrgent: false) { [workers] reader in
        try reader.lines(rows, check: workers.check)
      })
    begun += 1
  }

  mutating func nextBand() throws -> BandLines { try bands.removeFirst().take() }

  /// Submits finished lines for encoding, some at a time.
  mutating func encode(_ finished: FinishedLines, pointsAtOnce: Int) {
    var start = 0
    while start < finished.lines.count {
      var (end, points) = (start, 0)
      while end < finished.lines.count, points < pointsAtOnce {
        points += finished.lines[end].pointCount
        end += 1
      }
      let part = FinishedLines(points: finished.points, lines: Array(finished.lines[start..<end]))
      outputs.append(workers.submit(isUrgent: true) { [encode] _ in try encode(part) })
      start = end
    }
  }

  /// Passes encoded output on, and waits only while more than a number of jobs are in progress.
  mutating func drain(most: Int, _ consume: (Output) throws -> Void) throws {
    var done = 0
    defer { outputs.removeFirst(done) }
    while done < outputs.count, outputs.count - done > most || outputs[done].isReady {
      let slot = outputs[done]
      done += 1
      try ContourWorkers.checkCancellation()
      try consume(try slot.take())
    }
  }
}
