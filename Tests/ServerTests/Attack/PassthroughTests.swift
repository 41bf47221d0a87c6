import JSON
import OAuth
import Server
import Testing

@Suite("Outgoing requests contain no received credential")
struct PassthroughTests {
    @Test("B21 no outgoing request contains the key, token, password or cookie of a caller")
    func upstream() async throws {
        try await Collector.run { collector, url in
            let port = url.split(separator: ":").last.map(String.init) ?? ""
            let settings: [SettingKey: String] = [
                .telemetryEndpoint: url, .clientDocumentHosts: "localhost", .allowedSourceHosts: "127.0.0.1:\(port)",
            ]
            try await RunningServer.run(settings) { server in
                try await server.addNotes()
                let key = try await server.key()
                let token = try await server.clientToken(try await server.addRobot())
                let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
                for secret in [key, token] {
                    for ask in [Ask.call("whoami", key: secret), .mcp("tools/list", key: secret)] {
                        #expect(try await server.answer(ask.with("traceparent", trace)).status == 200)
                    }
                }
                let read = Ask.call("run_sql", ["sql": "SELECT title FROM notes"], key: key).with("traceparent", trace)
                #expect(try await server.answer(read).status == 200)
                // A client that is described at an address, and a data source at another.
                let browser = Browser(server)
                _ = try await browser.signIn(password: server.adminPassword)
                let client = "http://localhost:\(port)/client.json"
                let asked = Authorization(client, redirect: "https://app.example.org/cb")
                let page = try await browser.send(.get(asked.path, fields: [("Authorization", "Bearer \(key)"), ("Accept", "text/html")]))
                #expect(page.status < 500)
                let source: JSONValue = [
                    "name": "far", "url": .string("postgres://u@127.0.0.1:\(port)/d?sslmode=disable"), "password": "of the source",
                ]
                #expect(try await server.answer(.call("data_sources_add", source, key: key)).status == 200)
                try await server.eventually {
                    try collector.spans().contains { $0["name"]?.string == "tools/call run_sql" }
                        && collector.all.contains { $0.path == "/client.json" }
                }
                let secrets = [key, token, server.adminPassword, "a long password"] + browser.cookies.values
                #expect(secrets.count > 4)
                for request in collector.all {
                    for secret in secrets { #expect(!request.whole.contains(secret), "\(request.path)") }
                    #expect(request.secret == "", "no credential of the server's own was set")
                }
            }
        }
    }
}
