import Notation
import OAuth
import Testing

@Suite("Resource indicators")
struct ResourceTests {
    @Test("Spellings of one endpoint are one audience")
    func folding() throws {
        for text in ["", "/", "/mcp", "/mcp/", "/api/mcp", "/api/mcp/", "/Api/MCP", "/api/__app/main/mcp", "/api/__app/MAIN/mcp"] {
            #expect(try Fixtures.resources.resolve("https://gate.example" + text).text == "https://gate.example/api/mcp", "\(text)")
        }
        for text in ["HTTPS://Gate.Example:443/api/mcp", "https://gate.example:443"] {
            #expect(try Fixtures.resources.resolve(text) == Fixtures.resources.main)
        }
        let sales = try Fixtures.resources.resolve("https://gate.example/api/__app/Sales/mcp/")
        #expect(sales.text == "https://gate.example/api/__app/sales/mcp")
        #expect(sales.workspace == "sales")
        #expect(sales == Fixtures.resources.workspace("SALES"))
        #expect(try Resources(origin: "http://127.0.0.1:8080").resolve("http://127.0.0.1:8080/mcp").text == "http://127.0.0.1:8080/api/mcp")
    }

    @Test("A16 Another host, scheme, port or path, a query, a fragment, a user name and two values are invalid targets")
    func refused() {
        let wrong = [
            "https://evil.example/api/mcp", "https://gate.example.evil.example/api/mcp", "http://gate.example/api/mcp",
            "https://gate.example:8443/api/mcp",
            "https://gate.example/api/mcp?x=1", "https://gate.example/api/mcp#x", "https://gate.example/api/mcp#", "https://u@gate.example/api/mcp",
            "https://gate.example/api/other", "https://gate.example/api/__app//mcp", "https://gate.example/api/__app/a/b/mcp",
            "https://gate.example/api/__app/../mcp",
            "https://gate.example/api/__app/a%2Fb/mcp", "https://gate.example//api/mcp", "https://gate.example/api/mcp//", "api/mcp", "urn:x:y",
            "gate.example",
            "https://gate.example/api/__app/\(String(repeating: "a", count: 65))/mcp",
        ]
        for text in wrong { #expect(code { _ = try Fixtures.resources.resolve(text) } == .invalidTarget, "\(text)") }
        let twice = ["https://gate.example/api/mcp", "https://gate.example/api/__app/sales/mcp"]
        #expect(code { _ = try Fixtures.resources.resolve(asked: twice) } == .invalidTarget)
    }

    @Test("Without a resource the main endpoint applies, and later the granted one")
    func absent() throws {
        #expect(try Fixtures.resources.resolve(asked: []) == Fixtures.resources.main)
        let sales = Fixtures.resources.workspace("sales")
        #expect(try Fixtures.resources.resolve(asked: [], granted: sales) == sales)
    }

    @Test("A16 A token request may repeat the granted resource and name no other")
    func granted() throws {
        let sales = Fixtures.resources.workspace("sales")
        #expect(try Fixtures.resources.resolve(asked: ["https://gate.example/api/__app/SALES/mcp"], granted: sales) == sales)
        #expect(code { _ = try Fixtures.resources.resolve(asked: ["https://gate.example/api/mcp"], granted: sales) } == .invalidTarget)
    }

    @Test("An audience is one text: other spellings are none")
    func audience() {
        #expect(Fixtures.resources.resource(audience: "https://gate.example/api/mcp") == Fixtures.resources.main)
        #expect(Fixtures.resources.resource(audience: "https://gate.example/api/__app/sales/mcp")?.workspace == "sales")
        for text in [
            "https://gate.example", "https://gate.example/mcp", "https://gate.example/api/mcp/", "https://gate.example/API/mcp",
            "https://gate.example.evil/api/mcp",
        ] {
            #expect(Fixtures.resources.resource(audience: text) == nil, "\(text)")
        }
    }
}
