import SkiBase
import Testing

@testable import SkiPeople

/// The addresses of feeds, and where they may redirect.
struct FeedAddressTests {
  @Test(arguments: [
    "https://lifts.example/status.json", "https://lifts.example", "HTTPS://Lifts.Example:8443/a?key=b",
    "https://[2001:db8::1]:443/", "http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]/x",
    "http://127.9.8.7/",
  ])
  func `an address over TLS or of this machine is accepted`(text: String) throws {
    #expect(try FeedAddress(text).text == text)
  }

  @Test(arguments: [
    "", "lifts.example", "ftp://lifts.example/", "file:///etc/hostname", "https://", "https:///path",
    "https://:80/",
    "http://lifts.example/", "http://127.0.0.1.example/", "http://127.1/", "http://10.0.0.1/",
    "http://localhost.example/",
    "https://user@lifts.example/", "https://user:word@lifts.example/", "https://lifts.example:99999/",
    "https://lifts.example:0/", "https://lifts.example:/", "https://lifts example/",
    "https://lifts.example/\r\nX: y",
    "https://lifts.example/a#b", "https://lifts.example\\@127.0.0.1/", "https://[::1", "https://[lifts]/",
    "https://ski.éxample/",
    "http://127.0.0.1@lifts.example/",
  ])
  func `another address is refused without being repeated`(text: String) async {
    let error = await expectError(.invalidArgument) { _ = try FeedAddress(text) }
    #expect(error?.description.contains("lifts") == false)
  }

  @Test func `plain text to another machine is allowed on request only`() throws {
    #expect(throws: SkiError.self) { try FeedAddress("http://lifts.example/") }
    #expect(try FeedAddress("http://lifts.example/", allowsPlainText: true).host == "lifts.example")
  }

  @Test func `an address that is too long is refused`() async {
    await expectError(.invalidArgument) {
      _ = try FeedAddress("https://a.example/" + String(repeating: "x", count: 2048))
    }
  }

  @Test func `no description contains the address`() throws {
    let address = try FeedAddress("https://lifts.example/?key=secret")
    var dumped = ""
    dump(address, to: &dumped)
    for text in ["\(address)", String(reflecting: address), dumped] { #expect(!text.contains("secret")) }
  }

  @Test(arguments: [
    "https://lifts.example/b", "https://LIFTS.example:443/b?c", "HTTPS://lifts.example",
  ])
  func `a redirect to the same server is followed`(target: String) throws {
    #expect(try FeedAddress("https://lifts.example/a").redirected(to: target).text == target)
  }

  @Test(arguments: [
    "http://lifts.example/b", "https://lifts.example:444/b", "https://www.lifts.example/b",
    "https://lifts.example.evil/",
    "https://lifts.example@evil/", "https://me@lifts.example/", "file:///etc/hostname", "",
    "https://evil/https://lifts.example/",
  ])
  func `a redirect to another server is refused`(target: String) async {
    await expectError(.notPermitted) { _ = try FeedAddress("https://lifts.example/a").redirected(to: target) }
  }
}
