import SkiBase
import SkiSystem

/// The time of day in milliseconds since 1970; the same for all processes of a machine.
func nowMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

/// The time of day, rounded down to milliseconds as positions are.
func nowTime() -> UniversalTime { UniversalTime(secondsSince1970: nowMilliseconds().rounded(.down) / 1000) }

/// The seconds of processor time that this process has used.
func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The greatest resident memory of this process in mebibytes.
func peakMebibytes() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  return Double(usage.ru_maxrss) / 1024
}

/// Waits until a time of day in milliseconds since 1970.
func sleep(untilMilliseconds time: Double) async throws {
  let wait = time - nowMilliseconds()
  if wait > 0 { try await Task.sleep(for: .milliseconds(wait)) }
}
