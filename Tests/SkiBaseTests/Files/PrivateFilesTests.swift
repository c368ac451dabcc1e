import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

/// Files with secrets are for their owner alone, and their bytes are overwritten.
@Suite struct PrivateFilesTests {
  private let folder = ScratchFolder()

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `bytes that are wiped are zeros where they were`() {
    var secret = Array("a secret of 32 bytes and no more".utf8)
    let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    secret.wipe()
    #expect(secret == [UInt8](repeating: 0, count: 32))
    #expect(secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } == address, "no copy is made")
    var none: [UInt8] = []
    none.wipe()
    #expect(none.isEmpty)
  }

  @Test func `a file with a secret that others may read or write is refused with the remedy`() throws {
    let path = folder.write([1, 2], to: "secret")
    func read(_ mode: mode_t, holdsSecrets: Bool = true) throws -> [UInt8] {
      chmod(path, mode)
      return try readSecretFile(path, as: "a secret", atMostBytes: 2) { bytes in
        #expect(bytes == [1, 2])
        return holdsSecrets
      }
    }
    for mode: mode_t in [0o600, 0o400, 0o700] { #expect(try read(mode) == [1, 2]) }
    for mode: mode_t in [0o640, 0o620, 0o604, 0o602, 0o610] {
      let error = #expect(throws: SkiError.self) { _ = try read(mode) }
      #expect(error?.code == .notPermitted && error?.subject == path)
      #expect(error?.message.contains("mode \(String(mode, radix: 8))") == true)
      #expect(error?.message.contains("chmod 600") == true)
      #expect(try read(mode, holdsSecrets: false) == [1, 2])
    }
  }

  @Test func `a folder is made for its owner alone, and a wider one is reported`() throws {
    let path = folder.path + "/private"
    for _ in 0..<2 { #expect(try makePrivateFolder(path, what: "folder") == nil) }
    #expect(mode(path) == 0o700)
    for wide: mode_t in [0o750, 0o705, 0o720] {
      chmod(path, wide)
      #expect(try makePrivateFolder(path, what: "folder") == UInt32(wide))
    }
    for path in [path + "/no/no", folder.write([], to: "file")] {
      let error = #expect(throws: SkiError.self) { _ = try makePrivateFolder(path, what: "folder") }
      #expect(error?.code == .unwritableOutput)
    }
  }

  @Test func `a file that is restricted to its owner is so before and after it is put in place`() throws {
    let path = folder.path + "/notice"
    let file = try ReplacementFile(path)
    try file.restrictToOwner()
    try file.append([1])
    #expect(mode(try file.temporaryPath()) == 0o600)
    try file.commit()
    #expect(mode(path) == 0o600)
  }
}
