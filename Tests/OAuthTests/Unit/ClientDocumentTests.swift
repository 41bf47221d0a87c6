import Notation
import Testing

@testable import OAuth

@Suite("Clients that are documents")
struct ClientDocumentTests {
    static let id = "https://client.example/oauth/client.json"

    private func document(_ json: String, id: String = id) throws -> ClientMetadataDocument {
        try ClientMetadataDocument(parsing: Array(json.utf8), url: #require(ClientDocumentURL(id)))
    }

    @Test("An id is a document's address only with https, a path, and nothing that hides")
    func addresses() {
        for text in [Self.id, "https://client.example:8443/c", "https://client.example/a?b=c"] { #expect(ClientDocumentURL(text)?.text == text) }
        let wrong = [
            "http://client.example/c", "https://client.example", "https://client.example/", "https://u@client.example/c",
            "https://client.example/c#f",
            "https://client.example/a/../c", "https://client.example/%2e%2e/c", "client-1", "", "HTTPS://client.example/c", "http://127.0.0.1/c",
            "ftp://client.example/c",
            "https:// client.example/c", "https://client.example\\c",
        ]
        for text in wrong { #expect(ClientDocumentURL(text) == nil, "\(text)") }
        #expect(ClientDocumentURL("http://127.0.0.1:80/c", permitsLoopback: true) != nil)
        #expect(ClientDocumentURL("http://client.example/c", permitsLoopback: true) == nil)
    }

    @Test("A document that names its own address is a client")
    func good() throws {
        let document = try document(
            #"{"client_id":"\#(Self.id)","client_name":"Claude Code","redirect_uris":["http://localhost/callback","http://127.0.0.1/callback"],"token_endpoint_auth_method":"none"}"#
        )
        let client = document.client
        #expect(client.id == Self.id && client.origin == .document && client.isPublic)
        #expect(client.redirectURI(matching: "http://127.0.0.1:54545/callback") != nil)
        #expect(client.grantTypes == [.authorizationCode, .refreshToken])
    }

    @Test(
        "A35 A document of another address, with a secret, without a name or an address, or that is none is no client",
        arguments: [
            #"{"client_id":"https://client.example/oauth/client.json/","client_name":"x","redirect_uris":["https://a.example/"]}"#,
            #"{"client_id":"https://CLIENT.example/oauth/client.json","client_name":"x","redirect_uris":["https://a.example/"]}"#,
            #"{"client_name":"x","redirect_uris":["https://a.example/"]}"#,
            #"{"client_id":"https://client.example/oauth/client.json","redirect_uris":["https://a.example/"]}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_name":"x","redirect_uris":[]}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_name":"x","redirect_uris":["javascript:x"]}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_name":"x","redirect_uris":["https://a.example/"],"client_secret":"s"}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_name":"x","redirect_uris":["https://a.example/"],"client_secret":null}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_name":"x","redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"client_secret_basic"}"#,
            #"{"client_id":"https://client.example/oauth/client.json","client_id":"https://evil.example/c","client_name":"x","redirect_uris":["https://a.example/"]}"#,
            "[]", "", "<html>", "\u{1F}\u{8B}\u{8}",
        ])
    func refused(json: String) {
        #expect(code { _ = try self.document(json) } == .invalidClient)
    }

    @Test("Deviations of known clients from their documents are accepted only for those clients, and only on loopback")
    func overlay() throws {
        let known = "https://opencode.ai/oauth/opencode/client.json"
        func json(_ id: String) -> String { #"{"client_id":"\#(id)","client_name":"x","redirect_uris":["http://127.0.0.1/callback"]}"# }
        #expect(try document(json(known), id: known).client.redirectURI(matching: "http://127.0.0.1:19876/mcp/oauth/callback") != nil)
        #expect(try document(json(Self.id)).client.redirectURI(matching: "http://127.0.0.1:19876/mcp/oauth/callback") == nil)
        for (id, redirects) in KnownClients.all {
            #expect(ClientDocumentURL(id) != nil)
            #expect(KnownClients.redirectURIs(of: id).map(\.text) == redirects)
        }
    }
}
