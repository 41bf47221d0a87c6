import JSON
import Notation
import OAuth
import Testing

@Suite("Metadata documents")
struct MetadataTests {
    static let scopes = ["openid", "profile", "email", "mcp", "read:application"]

    @Test("RFC 8414: the required members are there, and every address is under the issuer")
    func server() throws {
        let document = ServerMetadata(origin: Fixtures.origin, scopes: Self.scopes).document
        let members = try #require(document.object)
        #expect(members["issuer"]?.string == Fixtures.origin)
        #expect(members["response_types_supported"] == ["code"])
        #expect(members["code_challenge_methods_supported"] == ["S256"])
        #expect(members["scopes_supported"]?.array?.prefix(3) == ["openid", "profile", "email"])
        let addresses = members.filter { $0.key.hasSuffix("_endpoint") || $0.key.hasSuffix("_uri") }
        #expect(addresses.count == 9)
        for (key, value) in addresses { #expect(value.string?.hasPrefix(Fixtures.origin + "/") == true, "\(key)") }
        #expect(members["token_endpoint"] == "https://gate.example/api/login/oauth/access_token")
    }

    @Test("A26 The flag that responses name their issuer is set")
    func issuer() {
        #expect(ServerMetadata(origin: Fixtures.origin, scopes: []).document["authorization_response_iss_parameter_supported"] == true)
    }

    @Test("A client that reads documents finds both halves: the flag and the public method")
    func documents() {
        let document = ServerMetadata(origin: Fixtures.origin, scopes: []).document
        #expect(document["client_id_metadata_document_supported"] == true)
        let methods = document["token_endpoint_auth_methods_supported"]?.array ?? []
        #expect(Set(methods) == ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"])
        #expect(document["introspection_endpoint_auth_methods_supported"]?.array?.contains("none") == false)
        #expect(ServerMetadata(origin: Fixtures.origin, scopes: [], readsDocuments: false).document["client_id_metadata_document_supported"] == false)
    }

    @Test("Nothing is promised that is not kept: no implicit grant, no identity tokens, no registration when it is off")
    func promises() {
        let document = ServerMetadata(origin: Fixtures.origin, scopes: [], registers: false).document
        #expect(document["registration_endpoint"] == nil)
        #expect(document["id_token_signing_alg_values_supported"] == nil)
        let grants = ["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"].map(
            JSONValue.string)
        #expect(document["grant_types_supported"]?.array == grants)
    }

    @Test("RFC 9728: the resource is the requested URL, and its authorization server is the issuer")
    func resource() {
        let document = ResourceMetadata(resource: Fixtures.origin + "/Api/mcp", issuer: Fixtures.origin, scopes: Self.scopes).document
        #expect(document["resource"] == "https://gate.example/Api/mcp")
        #expect(document["authorization_servers"] == ["https://gate.example"])
        #expect(document["bearer_methods_supported"] == ["header"])
        #expect(document["scopes_supported"]?.array?.prefix(3) == ["openid", "profile", "email"])
    }
}
