import Foundation

/// An empty folder for one test, removed with its contents when the last reference is released.
package final class ScratchFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates the folder below the system's folder for temporary files.
  package init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/skiroute-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no scratch folder below \(base)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, creating the folders above it, and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
    let parts = name.split(separator: "/")
    var folder = path
    for part in parts.dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
    let file = path + "/" + name
    let stream = fopen(file, "wb")
    precondition(stream != nil, "can't write \(file)")
    let content = Array(bytes)
    precondition(fwrite(content, 1, content.count, stream) == content.count, "can't write \(file)")
    fclose(stream)
    return file
  }
}
