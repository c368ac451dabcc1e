import HTTPTypes
import Hummingbird
import NIOCore
import SkiAnswers
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiServer

/// The rules by which other websites use the server.
@Suite struct OtherSitesTests {
  private static let own = "https://own.example"
  private static let foreign = "https://other.example"
  /// The paths of what is the same for all, by their beginnings.
  private static let publicPaths = [
    "/v1/map", "/v1/lifts", "/v1/route", "/v1/home", "/v1/reach", "/v1/whatif", "/v1/day", "/v1/locate",
    "/v1/nearby",
    "/v1/places", "/v1/meet", "/v1/match", "/tiles/", "/archives/", "/page/", "/library/", "/styles/",
    "/openapi.json",
  ]

  private static func request(_ origin: String?, hasToken: Bool = false) -> HTTPFields {
    var headers = HTTPFields()
    headers[.origin] = origin
    if hasToken { headers[.authorization] = "Bearer a" }
    return headers
  }

  /// Returns whether a path is public without a token; the offered logins are.
  private static func isPublic(_ route: HTTPRoute) -> Bool {
    let path = route.path.text
    return path == "/" || route.name == "logins"
      || publicPaths.contains { $0 == path || $0.hasSuffix("/") && path.hasPrefix($0) }
  }

  // MARK: Origins

  @Test func `every route is for scripts of any origin or of named ones, by its access`() async throws {
    try await TripsFixture.with { server in
      let routes = SkiServer.routes(core: server.core, page: PageFiles(), address: try PublicAddress())
      let (open, closed) = (try CrossOrigin(), try CrossOrigin(named: [Self.own]))
      var publicCount = 0
      for route in routes {
        let isPublic = Self.isPublic(route)
        publicCount += isPublic ? 1 : 0
        for (hasToken, origin) in [false, true].flatMap({ token in
          [Self.own, Self.foreign, nil].map { (token, $0) }
        }) {
          let request = Self.request(origin, hasToken: hasToken)
          func allowed(_ rule: CrossOrigin) -> String? {
            var headers = HTTPFields()
            rule.add(to: &headers, isPublic: route.access.isPublic(hasToken: hasToken), request)
            #expect(headers[.accessControlAllowCredentials] == nil)
            #expect(
              (headers[.accessControlExposeHeaders] != nil)
                == (headers[.accessControlAllowOrigin] != nil && origin != nil))
            return headers[.accessControlAllowOrigin]
          }
          let heedsToken = hasToken && route.access == .personal
          #expect(allowed(open) == (isPublic && !heedsToken ? "*" : nil), "\(route.name)")
          #expect(allowed(closed) == (origin == Self.own ? Self.own : nil), "\(route.name)")
        }
      }
      #expect(publicCount > 15 && publicCount < routes.count / 2)
    }
  }

  @Test func `a preflight allows the methods and fields that an origin may use`() async throws {
    try await TripsFixture.with { server in
      let routes = SkiServer.routes(core: server.core, page: PageFiles(), address: try PublicAddress())
      let (open, closed) = (try CrossOrigin(), try CrossOrigin(named: [Self.own]))
      for (_, resource) in Dictionary(grouping: routes, by: \.path.text) {
        let isPublic = Self.isPublic(resource[0])
        let fields = try? open.preflight(resource, Self.request(Self.foreign))
        #expect((fields != nil) == isPublic, "\(resource[0].name)")
        #expect(fields?[.accessControlAllowHeaders]?.contains("Authorization") != true)
        let own = try closed.preflight(resource, Self.request(Self.own))
        let methods = Set(
          (own[.accessControlAllowMethods] ?? "").split(separator: ",").map { $0.trimmingSpaces() })
        #expect(methods.subtracting(["HEAD"]) == Set(resource.map(\.method.rawValue)), "\(resource[0].name)")
        let takesToken = resource.contains { ![.open, .secret].contains($0.access) }
        #expect(
          own[.accessControlAllowHeaders]?.contains("Authorization") == takesToken, "\(resource[0].name)")
        #expect(throws: Problem.self) { try closed.preflight(resource, Self.request(Self.foreign)) }
      }
    }
  }

  @Test(arguments: [
    "", "*", "null", "own.example", "https://", "https://a b", "https://own.example/a", "ftp://a",
    "https://u@a",
  ])
  func `a text that is no origin is refused`(text: String) {
    #expect { try CrossOrigin(named: [text]) } throws: { ($0 as? SkiError)?.code == .invalidArgument }
  }

  // MARK: Addresses

  @Test func `hosts are names and addresses with ports, and nothing else`() {
    let valid = [
      "a", "A.example", "my_host:1", "127.0.0.1:65535", "[::1]", "[fe80::1]:8080", "xn--d1acpjx3f.xn--p1ai",
    ]
    for host in valid { #expect(WebAddress.isHost(host), "\(host)") }
    let invalid = [
      "", ":80", "a:", "a:0", "a:65536", "a:1:2", "[::1", "::1", "[::1]x", "[a]", "a/b", "a b", "a\r\nb", "ä",
      "a@b", "a,b", "%61",
      "[::1%25eth0]", "[1.2.3.4]", String(repeating: "a", count: 256),
    ]
    for host in invalid { #expect(!WebAddress.isHost(host), "\(host)") }
  }

  @Test func `an address of random text is none, or is written from safe characters alone and read again`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let pieces =
      Array("abz09.-_~%2Fg:/[]@?#\\\"' \r\n\t;,").map(String.init) + [
        "http://", "https://", ":80", ":443", "::1", "/..", "%2e", "é",
      ]
    let safe = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~%:/[]".unicodeScalars)
    var count = 0
    for _ in 0..<20_000 {
      let tail = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }.joined()
      let text = (Bool.random(using: &random) ? "https://a" : "") + tail
      guard let address = WebAddress(text) else { continue }
      count += 1
      let written = address.text
      #expect(written.unicodeScalars.allSatisfy(safe.contains), "seed \(seed): \(text)")
      let isUp = address.path.split(separator: "/").contains {
        [".", ".."].contains($0.replacing("%2e", with: "."))
      }
      #expect(!isUp, "seed \(seed): \(text)")
      #expect(WebAddress(written) == address && !written.hasSuffix("/"), "seed \(seed): \(text)")
      #expect(!written.dropFirst(8).contains("//"), "seed \(seed): \(text)")
    }
    #expect(count > 500, "seed \(seed)")
  }

  /// An address that a chain of proxies forwards, in one of the forms that proxies write.
  private struct DrawnForwarding {
    var headers = HTTPFields()
    var root: String

    init(using random: inout SeededGenerator) {
      let scheme = Bool.random(using: &random) ? "https" : "http"
      let host = ["maps.example", "a.example:8443", "[::1]:8080", "192.0.2.7"].randomElement(using: &random)!
      let prefix = ["", "/ski", "/a/b", "/a%20b"].randomElement(using: &random)!
      root = "\(scheme)://\(host)\(prefix)"
      if !prefix.isEmpty {
        headers[HTTPField.Name("X-Forwarded-Prefix")!] = prefix + (Bool.random(using: &random) ? "/" : "")
      }
      let forged = Bool.random(using: &random)
      if Bool.random(using: &random) {
        let quoted = Bool.random(using: &random) || host.contains(where: "[:".contains) ? "\"\(host)\"" : host
        var members = [
          "for=198.51.100.\(Int.random(in: 1...9, using: &random))", "Host=\(quoted)", "proto=\(scheme)",
        ]
        members.shuffle(using: &random)
        var elements = [members.joined(separator: Bool.random(using: &random) ? ";" : " ; ")]
        if forged { elements.insert("for=203.0.113.1;host=evil.example;proto=http", at: 0) }
        // A second proxy within adds an element of its own.
        if Bool.random(using: &random) { elements.append("for=10.0.0.1;host=inner;proto=http") }
        headers[HTTPField.Name("Forwarded")!] = elements.joined(separator: ", ")
      } else {
        let list = forged ? ["evil.example, ", "ftp,"] : ["", ""]
        headers[HTTPField.Name("X-Forwarded-Host")!] = list[0] + host
        headers[HTTPField.Name("X-Forwarded-Proto")!] = list[1] + scheme
      }
    }
  }

  @Test func `what a trusted proxy forwards is the address, and what anyone else does is not`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let rule = try PublicAddress(proxies: ["10.0.0.1", "::ffff:10.0.0.2"])
    let fixed = try PublicAddress("https://fixed.example/ski/", proxies: ["10.0.0.1"])
    let bare = try PublicAddress()
    #expect(!rule.variesBy.isEmpty && fixed.variesBy.isEmpty && bare.variesBy.isEmpty)
    for _ in 0..<2000 {
      let drawn = DrawnForwarding(using: &random)
      for peer in ["10.0.0.1", "10.0.0.2"] {
        #expect(
          try rule.root(host: "x.example", drawn.headers, peer: peer) == drawn.root,
          "seed \(seed): \(drawn.headers)")
      }
      for peer in ["10.0.0.3", "", "::1"] {
        #expect(
          try rule.root(host: "x.example", drawn.headers, peer: peer) == "http://x.example", "seed \(seed)")
      }
      #expect(
        try fixed.root(host: "x.example", drawn.headers, peer: "10.0.0.1") == "https://fixed.example/ski")
    }
    #expect(try rule.root(host: nil, [:], peer: "10.0.0.1") == "")
    let forged: HTTPFields = [HTTPField.Name("X-Forwarded-Host")!: "a b"]
    #expect { try rule.root(host: "x", forged, peer: "10.0.0.1") } throws: {
      ($0 as? SkiError)?.code == .invalidArgument
    }
  }

  @Test func `encoded names come back, and have only characters of addresses`() throws {
    for name in ["ski", "Süd & Ost?", "a/b", "100%", "\u{1F3BF}", "a.b-c_d~e", "\r\n\""] {
      let encoded = PercentEncoding.encoded(name)
      #expect(encoded.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !encoded.contains(where: "/?#&\"".contains))
      #expect(try QueryText.decoded(encoded[...]) == name)
    }
    #expect(PercentEncoding.encoded("a.b-c_d~e") == "a.b-c_d~e")
  }

  // MARK: Entity tags

  @Test func `conditions hold for every form of a tag, weak ones for what is read again alone`() async throws
  {
    try await TripsFixture.with { server in
      func answer(_ headers: HTTPFields) -> Int { server.statusOfTagged("tag", headers) }
      for form in ["tag", "tag-gzip", "tag-br", "tag-identity"] {
        #expect(answer([.ifMatch: "\"\(form)\""]) == 200)
        #expect(answer([.ifMatch: "\"x\" , \"\(form)\""]) == 200)
        #expect(answer([.ifMatch: "W/\"\(form)\""]) == 412)
        #expect(answer([.ifNoneMatch: "\"\(form)\""]) == 304)
        #expect(answer([.ifNoneMatch: "\"x\",W/\"\(form)\""]) == 304)
        #expect(answer([.ifNoneMatch: "\"\(form)\"", .ifMatch: "\"x\""]) == 412)
        #expect(answer([.ifNoneMatch: form, .ifMatch: "*"]) == 200)
      }
      for other in ["tag-", "tag-gz", "ta", "x-gzip", ""] {
        #expect(answer([.ifMatch: "\"\(other)\""]) == 412)
        #expect(answer([.ifNoneMatch: "\"\(other)\""]) == 200)
      }
      #expect(answer([:]) == 200)
    }
  }

  // MARK: Compression

  @Test func `texts come back whole, kept ones too, and only where a client takes gzip`() async throws {
    try await TripsFixture.with { server in
      let seed = UInt64.random(in: 0 ... .max)
      var random = SeededGenerator(seed: seed)
      let compression = TextCompression(server.core.limits, on: server.core.quick)
      for round in 0..<80 {
        let count = [0, 1, 1023, 1024, 1025, 40_000, Int.random(in: 0...100_000, using: &random)]
          .randomElement(using: &random)!
        let bytes = (0..<count).map { _ in "abcdef\n".utf8.randomElement(using: &random)! }
        var response = Response.json(
          bytes, type: ["application/json", "text/html; charset=utf-8", "image/svg+xml"][round % 3])
        if Bool.random(using: &random) { response.headers[.eTag] = "\"\(round)\"" }
        let tag = response.headers[.eTag]
        let plain = await compression.encoded(response, for: [.acceptEncoding: "deflate"])
        #expect(
          plain.headers[.contentEncoding] == nil
            && plain.headers[.vary] == (count > 1024 ? "Accept-Encoding" : nil), "seed \(seed)")
        for _ in 0..<2 {
          let packed = await compression.encoded(response, for: [.acceptEncoding: "gzip"])
          #expect(packed.headers[.vary] == (count > 1024 ? "Accept-Encoding" : nil))
          #expect((packed.headers[.contentEncoding] == "gzip") == (count > 1024), "seed \(seed): \(count)")
          guard count > 1024 else { continue }
          #expect(packed.headers[.eTag] == tag.map { $0.dropLast() + "-gzip\"" }, "seed \(seed)")
          let body = try await TripsFixture.bytes(of: packed)
          let unpacked = try gunzipped(body, limitBytes: 1 << 20, subject: "a body")
          #expect(
            unpacked == bytes
              && body.count == packed.body.contentLength, "seed \(seed)")
        }
      }
    }
  }

  @Test func `the encoding is the one that a client likes most`() async throws {
    try await TripsFixture.with { server in
      let compression = TextCompression(server.core.limits, on: server.core.quick)
      let response = Response.json([UInt8](repeating: 97, count: 5000))
      let brotli = Brotli.system == nil ? "gzip" : "br"
      let cases = [
        "gzip": "gzip", "gzip, deflate, br": brotli, "br;q=0.5, gzip": "gzip",
        "br, gzip;q=0": Brotli.system == nil ? nil : "br",
        "br;q=0, gzip;q=0.1": "gzip", "*": "gzip", "br;q=0": nil, "identity": nil, "": nil,
        "BR;q=0.9, gzip;q=0.8": brotli,
      ]
      for (accepted, expected) in cases {
        let found = await compression.encoded(response, for: [.acceptEncoding: accepted])
        #expect(found.headers[.contentEncoding] == expected, "\(accepted)")
      }
    }
  }

  @Test func `what is no text, a part, compressed already or a stream is left alone`() async throws {
    try await TripsFixture.with { server in
      let compression = TextCompression(server.core.limits, on: server.core.quick)
      let bytes = [UInt8](repeating: 97, count: 5000)
      let types = [
        "text/event-stream", "image/png", "application/vnd.mapbox-vector-tile", "application/vnd.pmtiles",
        "application/x-protobuf",
      ]
      var responses =
        types.map { Response.json(bytes, type: $0) } + [Response.json(bytes, status: .partialContent)]
      var packed = Response.json(bytes)
      packed.headers[.contentEncoding] = "gzip"
      responses.append(packed)
      for response in responses {
        let found = await compression.encoded(response, for: [.acceptEncoding: "gzip"])
        #expect(found.headers == response.headers && found.body.contentLength == bytes.count)
      }
      let problem = await compression.encoded(
        Response.json(bytes, status: .notFound, type: "application/problem+json"),
        for: [.acceptEncoding: "gzip"])
      #expect(problem.headers[.contentEncoding] == "gzip" && problem.status == .notFound)
      let unchanged = await compression.encoded(Response(status: .notModified), for: [:])
      #expect(unchanged.headers[.vary] == "Accept-Encoding")
    }
  }
}

extension TripsFixture {
  /// Returns the status of a tagged response to a request that reads.
  fileprivate func statusOfTagged(_ tag: String, _ headers: HTTPFields) -> Int {
    let request = ServerRequest(
      parameters: PathValues(), query: [], headers: headers, host: nil, principal: nil,
      served: core.keeper.served, connection: nil, body: RequestBody(buffer: ByteBuffer()), isReading: true)
    do {
      return try Response.json([]).tagged(tag, for: request).status.code
    } catch {
      return Problem(any: error).status.code
    }
  }

  /// Returns the bytes of a response's body.
  fileprivate static func bytes(of response: Response) async throws -> [UInt8] {
    let collected = Locked([UInt8]())
    try await response.body.write(Collector(collected: collected))
    return collected.withLock { $0 }
  }

  private struct Collector: ResponseBodyWriter {
    let collected: Locked<[UInt8]>
    func write(_ buffer: ByteBuffer) async throws {
      collected.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }
    consuming func finish(_: HTTPFields?) async throws {}
  }
}

extension TextCompression {
  /// Returns a public response as the server sends it.
  fileprivate func encoded(_ response: Response, for request: HTTPFields) async -> Response {
    var response = response
    guard let encoding = encoding(of: &response, for: request) else { return response }
    return await encoded(response, by: encoding)
  }
}
