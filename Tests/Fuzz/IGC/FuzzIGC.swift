import FuzzSupport
import FuzzTrackSupport

@_cdecl("FuzzIGC_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examineTrack(copied(data, size))
    return 0
  }
}
