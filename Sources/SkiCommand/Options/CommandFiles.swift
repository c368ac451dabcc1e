import ArgumentParser
import Foundation
import SkiBase
import SkiBuild
import SkiTerrain

extension OutputName: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension FilePlan {
  /// Returns a plan of a command's inputs, including the notes beside its files and folders.
  /// - Parameters:
  ///   - files: The files, existing or not.
  ///   - elevation: The files and folders of elevation.
  /// - Throws: The errors of ``FilePlan/init(reading:folders:)``.
  static func of(_ files: [String], elevation: [String] = []) throws -> FilePlan {
    let notes = (files + elevation).map { notePath(beside: $0) }
    return try FilePlan(reading: files + notes, folders: elevation.map { ElevationFiles.input($0) })
  }

  /// Returns the path of the note beside a file; by Foundation's rules where the name is no plain one.
  private static func notePath(beside path: String) -> String {
    let name = path.utf8.lastIndex(of: 0x2F).map { path[path.index(after: $0)...] } ?? path[...]
    guard !["", ".", ".."].contains(name) else {
      return URL(filePath: path).deletingLastPathComponent().appending(path: SourceNote.fileName).path
    }
    return path[..<name.startIndex] + SourceNote.fileName
  }
}
