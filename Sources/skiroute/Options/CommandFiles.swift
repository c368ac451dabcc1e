import ArgumentParser
import Foundation
import SkiFormats
import SkiImport
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
    let notes = (files + elevation).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: SourceNote.fileName).path
    }
    return try FilePlan(reading: files + notes, folders: elevation.map { ElevationFiles.input($0) })
  }
}
