import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// System libraries that are loaded on first use: absent from routes, and named where they are missing.
struct LibraryLoadingTests {
  private let scratch = ScratchFolder()

  /// The names of the files that the dynamic loader opened for a run.
  private func loaded(_ arguments: [String]) throws -> Set<String> {
    let outcome = try skiroute(arguments, environment: ["LD_DEBUG": "files"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let lines = outcome.errorText.split(separator: "\n").filter { $0.contains("calling init: ") }
    return Set(lines.compactMap { $0.split(separator: "/").last.map(String.init) })
  }

  private static let libraries = ["libgeos", "libproj", "libtiff", "libzip", "libsqlite3"]

  @Test(arguments: [
    ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--alternatives", "2", "--format", "json"],
    ["reach", "Montsoleil", "--minutes", "20"], ["places", "noir"], ["--version"], ["check"],
  ])
  func `routes and questions load no library for building`(arguments: [String]) throws {
    let files = try loaded(arguments)
    try #require(files.contains { $0.hasPrefix("libc.so") }, "the loader says nothing: \(files)")
    for library in Self.libraries {
      #expect(!files.contains { $0.hasPrefix(library) }, "\(library) is loaded by \(arguments)")
    }
  }

  @Test func `a build loads GEOS and PROJ, and no library for archives`() throws {
    let files = try loaded(["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap"])
    // PROJ itself loads libtiff and SQLite.
    for (library, isNeeded) in [("libgeos", true), ("libproj", true), ("libzip", false)] {
      #expect(files.contains { $0.hasPrefix(library) } == isNeeded, "\(library): \(files)")
    }
  }

  /// A library under its file names, and a command that needs it.
  struct Need: CustomTestStringConvertible {
    let files: [String]
    let name: String
    let package: String
    /// The arguments; a `*` begins the name of a file in the folder of the test.
    let arguments: [String]

    var testDescription: String { name }
  }

  static let needs = [
    Need(
      files: ["libgeos_c.so.1"], name: "GEOS", package: "libgeos-dev",
      arguments: ["build"] + SharedSample.sources + ["-o", "*x.skimap"]),
    Need(
      files: ["libproj.so.25"], name: "PROJ", package: "libproj-dev",
      arguments: ["build"] + SharedSample.sources + ["-o", "*x.skimap"]),
    Need(
      files: ["libtiff.so.6"], name: "libtiff", package: "libtiff-dev",
      arguments: ["terrain", "hillshade", "*in.tif", "-o", "*x.png"]),
    Need(
      files: ["libzip.so.5", "libzip.so.4"], name: "libzip", package: "libzip-dev",
      arguments: ["terrain", "hillshade", "*N46E007.hgt.zip", "-o", "*x.png"]),
    Need(
      files: ["libsqlite3.so.0"], name: "SQLite", package: "libsqlite3-dev",
      arguments: ["tiles", "--zoom", "8", "-o", "*x.mbtiles"]),
  ]

  /// Runs a command that needs a library where its file names lead to other contents.
  private func run(_ need: Need, arguments: [String]? = nil, place: (String) throws -> Void) throws
    -> CommandRunner.Outcome
  {
    let libraries = scratch.path + "/libraries"
    try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
    for file in need.files { try place(libraries + "/" + file) }
    scratch.write("II*\0", to: "in.tif")
    scratch.write("PK", to: "N46E007.hgt.zip")
    let arguments = (arguments ?? need.arguments).map {
      $0.hasPrefix("*") ? scratch.path + "/" + $0.dropFirst() : $0
    }
    return try skiroute(arguments, environment: ["LD_LIBRARY_PATH": libraries])
  }

  @Test(arguments: needs)
  func `a library that can't be loaded is named with its Debian package, and nothing is written`(need: Need)
    throws
  {
    let outcome = try run(need) { try "no library".write(toFile: $0, atomically: false, encoding: .utf8) }
    expectError(outcome, 66, "library \(need.name) can't be loaded", need.files.last ?? "", need.package)
    #expect(try scratch.names() == ["N46E007.hgt.zip", "in.tif", "libraries"])
    let route = try run(need, arguments: ["Montsoleil", "Crête"]) { _ in }
    #expect(route.exitCode == 0 && route.standardError.isEmpty, "\(route)")
  }

  @Test(arguments: needs)
  func `a library without one of the functions is refused with the function's name`(need: Need) throws {
    let other = try #require(
      ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6"].first {
        FileManager.default.fileExists(atPath: $0)
      })
    let outcome = try run(need) { try FileManager.default.copyItem(atPath: other, toPath: $0) }
    expectError(outcome, 66, "library \(need.name) can't be loaded (it lacks ", need.package)
    #expect(try scratch.names() == ["N46E007.hgt.zip", "in.tif", "libraries"])
  }
}
