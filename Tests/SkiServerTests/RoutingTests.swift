import HTTPTypes
import Hummingbird
import SkiTestSupport
import Testing

@testable import SkiServer

@Suite struct RoutingTests {
  private func route(_ method: HTTPRequest.Method, _ path: PathTemplate) -> HTTPRoute {
    HTTPRoute(path.text, method, path, "", access: .open, results: []) { _ in Response(status: .ok) }
  }

  private func match(_ table: RouteTable, _ method: HTTPRequest.Method, _ path: String) -> String {
    switch table.match(method, path: path[...]) {
    case .route(let route, let values): "\(route.name) \(values.joined(separator: "|"))"
    case .otherMethods(let routes): routes.map(\.method.rawValue).joined(separator: ",")
    case .none: "none"
    }
  }

  @Test func `routes are found by method, text and parameters`() {
    let table = RouteTable([
      route(.get, "/v1/map"), route(.get, "/tiles/{set}.json"), route(.get, "/tiles/{set}/{z}/{x}/{y}"),
      route(.post, "/v1/grants"), route(.get, "/v1/grants"), route(.get, "/page/{file...}"), route(.get, "/"),
    ])
    #expect(match(table, .get, "/v1/map") == "/v1/map ")
    #expect(match(table, .head, "/v1/map") == "/v1/map ")
    #expect(match(table, .delete, "/v1/map") == "GET")
    #expect(match(table, .delete, "/v1/grants") == "POST,GET")
    #expect(match(table, .get, "/tiles/ski.json") == "/tiles/{set}.json ski")
    #expect(match(table, .get, "/tiles/.json") == "none")
    #expect(match(table, .get, "/tiles/ski/1/2/3") == "/tiles/{set}/{z}/{x}/{y} ski|1|2|3")
    #expect(match(table, .get, "/page/a/b.js") == "/page/{file} a/b.js")
    #expect(match(table, .get, "/page/../keys") == "/page/{file} ../keys")
    #expect(match(table, .get, "/") == "/ ")
    #expect(match(table, .get, "/tiles/a.json.json") == "/tiles/{set}.json a.json")
    for other in ["/v1/map/", "//v1/map", "/tiles/ski/1/2", "/tiles/ski/1/2/3/4", "", "/page"] {
      #expect(match(table, .get, other) == "none", "\(other)")
    }
  }

  @Test func `the more specific path is the resource, whatever the order of the routes`() {
    let routes = [
      route(.get, "/v1/trips/{trip}"), route(.put, "/v1/trips/chosen"), route(.patch, "/v1/trips/{trip}"),
      route(.delete, "/v1/trips/{trip}/members/{user}"), route(.delete, "/v1/trips/{trip}/members/me"),
      route(.patch, "/v1/trips/{trip}/members/{user}"), route(.get, "/v1/trips/{trip}/members"),
      route(.get, "/v1/{rest...}"), route(.get, "/v1/{name}.json"), route(.get, "/v1/{name}"),
    ]
    var random = SeededGenerator(seed: 18)
    for _ in 0..<20 {
      let table = RouteTable(routes.shuffled(using: &random))
      #expect(match(table, .put, "/v1/trips/chosen") == "/v1/trips/chosen ")
      #expect(match(table, .get, "/v1/trips/chosen") == "PUT")
      #expect(match(table, .get, "/v1/trips/week-7") == "/v1/trips/{trip} week-7")
      #expect(match(table, .patch, "/v1/trips/week-7") == "/v1/trips/{trip} week-7")
      #expect(match(table, .put, "/v1/trips/week-7").split(separator: ",").sorted() == ["GET", "PATCH"])
      #expect(match(table, .delete, "/v1/trips/a/members/me") == "/v1/trips/{trip}/members/me a")
      #expect(match(table, .patch, "/v1/trips/a/members/me") == "DELETE")
      #expect(match(table, .delete, "/v1/trips/a/members/b") == "/v1/trips/{trip}/members/{user} a|b")
      #expect(match(table, .patch, "/v1/trips/a/members/b") == "/v1/trips/{trip}/members/{user} a|b")
      #expect(match(table, .get, "/v1/trips/a/members") == "/v1/trips/{trip}/members a")
      #expect(match(table, .get, "/v1/map.json") == "/v1/{name}.json map")
      #expect(match(table, .get, "/v1/map") == "/v1/{name} map")
      #expect(match(table, .get, "/v1/a/b") == "/v1/{rest} a/b")
    }
  }

  @Test func `a client takes gzip where it names it, or any encoding, with a weight`() {
    func accepts(_ values: String...) -> Bool {
      var fields = HTTPFields()
      for value in values { fields.append(HTTPField(name: .acceptEncoding, value: value)) }
      return fields.acceptsGzip
    }
    for value in [
      "gzip", "GZip", "br, gzip", "deflate,gzip;q=0.5", "x-gzip", "*", "*;q=0, gzip", "gzip ; Q=1",
    ] {
      #expect(accepts(value), "\(value)")
    }
    for value in [
      "", "br", "gzip;q=0", "gzip; q=0.000, *", "identity", "gzips", "*;q=0", "br;gzip", ",", ";",
    ] {
      #expect(!accepts(value), "\(value)")
    }
    #expect(accepts("br", "gzip"))
    #expect(!accepts())
  }

  @Test func `the first field of a name is found, and no other one`() {
    var fields: HTTPFields = [.contentType: "a", .eTag: "b"]
    fields.append(HTTPField(name: .contentType, value: "c"))
    #expect(fields.first(.contentType) == "a")
    #expect(fields.first(.eTag) == "b")
    #expect(fields.first(.accept) == nil)
  }

  @Test func `identifiers of requests have 16 hexadecimal digits, each once`() {
    let names = (0..<1000).map { _ in RequestNames.next() }
    #expect(Set(names).count == 1000)
    #expect(names.allSatisfy { UInt64($0, radix: 16) != nil && $0.utf8.count == 16 && $0 == $0.lowercased() })
  }

  @Test func `the client's address is the last one that is no known proxy`() {
    let field = HTTPField.Name("X-Forwarded-For")!
    let addresses = ClientAddress(proxies: ["10.0.0.1", "10.0.0.2"])
    #expect(addresses.client(of: [field: "1.1.1.1, 2.2.2.2, 10.0.0.2"], "10.0.0.1") == "2.2.2.2")
    #expect(addresses.client(of: [field: "1.1.1.1"], "3.3.3.3") == "3.3.3.3")
    #expect(addresses.client(of: [:], "10.0.0.1") == "10.0.0.1")
  }

  @Test func `ports, brackets and hosts of one IPv6 network are one client`() {
    let field = HTTPField.Name("X-Forwarded-For")!
    let addresses = ClientAddress(proxies: ["10.0.0.1", "fd00::1"])
    for (hops, client) in [
      ("2.2.2.2:50001", "2.2.2.2"), ("2.2.2.2:50002", "2.2.2.2"), ("::ffff:2.2.2.2", "2.2.2.2"),
      ("[2001:db8:0:1::5]:443", "2001:db8:0:1::/64"), ("[2001:db8:0:1::6]", "2001:db8:0:1::/64"),
      ("2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"), ("2001:db8:0:2::5", "2001:db8:0:2::/64"),
      ("1.1.1.1, 2.2.2.2:9, [fd00::1]:80", "2.2.2.2"), ("1.1.1.1, unknown", "10.0.0.1"),
      ("1.1.1.1, 2.2.2.2:9:9", "10.0.0.1"), ("[", "10.0.0.1"), ("", "10.0.0.1"), (":80", "10.0.0.1"),
    ] {
      #expect(addresses.client(of: [field: hops], "10.0.0.1") == client, "\(hops)")
      #expect(addresses.client(of: [field: hops], "[::ffff:10.0.0.1]:77") == client, "\(hops)")
    }
    #expect(addresses.client(of: [:], "fe80::1%eth0") == "fe80::/64")
    #expect(addresses.client(of: [:], "a text") == "a text")
  }
}
