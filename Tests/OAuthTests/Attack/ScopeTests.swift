import Notation
import OAuth
import Testing

@Suite("Scopes")
struct ScopeTests {
    static let rules = ScopeRules(policy: SmallPolicy())

    private func names(_ text: String) throws -> ScopeNames { try ScopeNames(parsing: text) }

    @Test("A38 Tabs, double spaces, line ends, quotes, look-alikes and 10,000 names are invalid scopes")
    func grammar() throws {
        let wrong = [
            "a\tb", "a  b", " a", "a ", "a\nb", "a\"b", "a\\b", "rеad:application", "ｒead", "read\u{200B}", "a\u{A0}b", "a\u{0}b",
            (0..<10_000).map { "s\($0)" }.joined(separator: " "), (0..<101).map { "\($0)" }.joined(separator: " "),
            String(repeating: "a", count: 4_097),
        ]
        for text in wrong { #expect(code { _ = try ScopeNames(parsing: text) } == .invalidScope, "\(text.prefix(20))") }
        #expect(try names("").isEmpty)
        #expect(try names("read:application mcp read:application").names == ["read:application", "mcp"])
        #expect(try names("!#[]~").names == ["!#[]~"])
    }

    @Test("The authorization endpoint drops scopes that the person does not have, including unknown names")
    func authorize() throws {
        let asked = try names("openid write:application read:record unknown:thing admin application:read")
        #expect(
            try Self.rules.atAuthorize(asked: asked, client: nil, holder: .person(isAdministrator: false)).names == [
                "openid", "read:record", "application:read",
            ])
        let administrator = try Self.rules.atAuthorize(asked: asked, client: nil, holder: .person(isAdministrator: true))
        #expect(administrator.names == ["openid", "write:application", "read:record", "admin", "application:read"])
    }

    @Test("At authorize, no scope means the standard, and nothing left is an invalid scope")
    func nothing() throws {
        #expect(try Self.rules.atAuthorize(asked: nil, client: nil, holder: .person(isAdministrator: false)).names == ["mcp"])
        #expect(
            code { _ = try Self.rules.atAuthorize(asked: self.names("write"), client: nil, holder: .person(isAdministrator: false)) } == .invalidScope
        )
    }

    @Test("A client with registered scopes gets no others; an umbrella scope is reduced to its registered parts")
    func limited() throws {
        let limit = try names("read:record write:application")
        #expect(try Self.rules.atAuthorize(asked: nil, client: limit, holder: .person(isAdministrator: true)).names == ["read:record"])
        let asked = try names("read:record write:record admin")
        #expect(
            try Self.rules.atAuthorize(asked: asked, client: limit, holder: .person(isAdministrator: true)).names == [
                "read:record", "write:application",
            ])
        #expect(try Self.rules.atAuthorize(asked: asked, client: ScopeNames.none, holder: .person(isAdministrator: true)) == asked)
    }

    @Test("A39 Client credentials ask for no more than registered, and for no scope that does not exist")
    func clientCredentials() throws {
        let registered = try names("read:application write:application")
        #expect(try Self.rules.atClientCredentials(asked: nil, registered: registered) == .none)
        #expect(try Self.rules.atClientCredentials(asked: names("application:read"), registered: registered).text == "application:read")
        for text in ["read:record", "admin", "mcp", "unknown", "read:application read:record"] {
            #expect(code { _ = try Self.rules.atClientCredentials(asked: self.names(text), registered: registered) } == .invalidScope, "\(text)")
        }
    }

    @Test("The effective scopes are the granted ones that client and person still have, in the grant's spelling")
    func inForce() throws {
        let granted = try names("openid mcp read:record write:application api:custom")
        let person = ScopeHolder.person(isAdministrator: false)
        #expect(Self.rules.inForce(granted, client: nil, person: .person(isAdministrator: true)) == granted)
        #expect(!Self.rules.inForce(granted, client: nil, person: person).contains("write:application"))
        #expect(Self.rules.inForce(granted, client: try names("read:record openid"), person: person).text == "openid read:record")
        #expect(Self.rules.inForce(try names("read:application"), client: try names("read:role"), person: nil).isEmpty)
        #expect(Self.rules.inForce(try names("read:application"), client: ScopeNames.none, person: nil).isEmpty)
    }

    @Test("A name that a client defined for itself is given as it is written, to it alone, and covers nothing")
    func own() throws {
        let registered = try names("api:custom read:record")
        #expect(try Self.rules.atClientCredentials(asked: names("api:custom"), registered: registered).text == "api:custom")
        #expect(try Self.rules.atClientCredentials(asked: nil, registered: registered) == .none)
        for text in ["custom:api", "API:custom", "api", "api:custom write:record"] {
            #expect(code { _ = try Self.rules.atClientCredentials(asked: self.names(text), registered: registered) } == .invalidScope, "\(text)")
        }
        let asked = try names("mcp api:custom other:custom")
        let person = ScopeHolder.person(isAdministrator: false)
        #expect(try Self.rules.atAuthorize(asked: asked, client: registered, holder: person).text == "read:record api:custom")
        #expect(try Self.rules.atAuthorize(asked: asked, client: nil, holder: person).text == "mcp")
        #expect(code { _ = try Self.rules.atAuthorize(asked: self.names("api:custom"), client: nil, holder: person) } == .invalidScope)
        #expect(try Self.rules.narrowed(names("read:record api:custom"), to: names("api:custom")).text == "api:custom")
        #expect(try Self.rules.atRefresh(asked: nil, granted: names("api:custom read:record"), client: names("api:custom")).text == "api:custom")
        #expect(code { _ = try Self.rules.atRefresh(asked: self.names("api:custom"), granted: self.names("mcp")) } == .invalidScope)
        #expect(!SmallPolicy().covers(try names("api:custom"), "read:record"))
    }

    @Test("A11 A refresh gets no more than was granted")
    func widerRefresh() throws {
        let granted = try names("mcp offline_access")
        for text in ["write:application", "admin", "mcp openid", "nothing"] {
            #expect(code { _ = try Self.rules.atRefresh(asked: self.names(text), granted: granted) } == .invalidScope, "\(text)")
        }
        #expect(try Self.rules.atRefresh(asked: names("read:record"), granted: granted).text == "read:record")
    }

    @Test("A12 A refresh without a scope keeps the granted scopes")
    func sameRefresh() throws {
        let granted = try names("offline_access mcp")
        #expect(try Self.rules.atRefresh(asked: nil, granted: granted) == granted)
    }

    @Test("A person can allow only offered scopes; allowing none is a refusal")
    func narrowed() throws {
        let offered = try names("mcp openid")
        #expect(try Self.rules.narrowed(offered, to: names("read:record")).text == "read:record")
        #expect(code { _ = try Self.rules.narrowed(offered, to: self.names("write:application")) } == .invalidScope)
        #expect(code { _ = try Self.rules.narrowed(offered, to: .none) } == .accessDenied)
    }
}
