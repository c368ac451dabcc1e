/// A known format that is not read, with what to export instead.
struct UnreadFormat {
  /// The end of a sentence that begins with the recording: what it is, and the remedy.
  let refusal: String

  /// Recognises a format by the first bytes of a file; nil for others.
  init?(of start: ArraySlice<UInt8>) {
    guard let found = Self.signatures.first(where: { start.starts(with: $0.bytes) }) else {
      if start.first == 0x20, let version = start.dropFirst().first, (7...16).contains(version) {
        refusal = "is a TomTom file (.ttbin); export it as FIT or GPX"
        return
      }
      return nil
    }
    refusal = found.refusal
  }

  /// Recognises a format by the root element of a document; nil for others.
  init?(xmlRoot name: String) {
    switch name {
    case "html", "HTML", "head", "body", "script":
      refusal = "is a web page; sign in and export it again as GPX or FIT"
    case "sml", "header": refusal = "is a Suunto file (.sml); export it as FIT or GPX"
    case "HealthData":
      refusal = "is a list of health data of Apple; name a file of its folder workout-routes (.gpx)"
    case "polar-exercise-data": refusal = "is a Polar file (.xml); export it as TCX or GPX"
    case "Activity", "activity": refusal = "is the list of a Slopes recording; name the .slopes file itself"
    case "svg": refusal = "is a picture; export the recording as GPX or FIT"
    case "plist": refusal = "is a property list; export the recording as GPX or FIT"
    default: return nil
    }
  }

  private static let signatures: [(bytes: [UInt8], refusal: String)] = [
    (Array("SQLite format 3".utf8), "is the database of an app; export it as GPX or FIT"),
    (Array("%PDF".utf8), "is a PDF page; export it as GPX or FIT"),
    ([0x89, 0x50, 0x4E, 0x47], "is a picture; export it as GPX or FIT"),
    ([0xFF, 0xD8, 0xFF], "is a picture; export it as GPX or FIT"),
    (Array("BZh".utf8), "is packed as bzip2; unpack it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "is packed as xz; unpack it"),
    ([0x28, 0xB5, 0x2F, 0xFD], "is packed as zstd; unpack it"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "is packed as 7z; unpack it"),
    (Array("Rar!".utf8), "is packed as rar; unpack it"),
    ([0x50, 0x4B, 5, 6], "is an empty zip archive; export it again"),
    ([0xD0, 0xCF, 0x11, 0xE0], "is a spreadsheet of Excel; save it as CSV"),
    (Array("OziExplorer".utf8), "is an OziExplorer file (.plt); export it as GPX"),
    (Array("[Params]".utf8), "is a Polar file (.hrm), which has no positions; export it as TCX or GPX"),
    (Array("\"Activity ID\",".utf8), activityList), (Array("Activity ID,".utf8), activityList),
  ]

  private static let activityList =
    "is the list of activities of Strava; name a file of its folder activities (.fit.gz, .gpx or .tcx.gz)"
}
