import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@Suite("Providers")
struct ProvidersTests {
    static let login: JSONObject = [
        "category": "Storage", "type": "PostgreSQL", "clientId": "loader", "clientSecret": "hush-hush", "host": "db.example", "port": 5432,
    ]

    @Test("A secret is sealed at rest, used by name, and in no value that can be read", arguments: StoreEngine.allCases)
    func secret(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            let made = try await fixture.providers.add(acme.id, "warehouse", Patch(Self.login), bound: bound)
            #expect(made.hasSecret && !made.hasSecret2 && made.clientID == "loader" && made.organizationName == "acme")
            #expect(!"\(made)".contains("hush"))
            let login = try await fixture.providers.login("warehouse", of: acme.id, type: "PostgreSQL")
            #expect(login.user == "loader" && login.secret.text == "hush-hush" && login.host == "db.example" && login.port == 5432)
            #expect(!(try await fixture.contents()).joined().contains("hush"))
            let sealed = try await fixture.store.read { try $0.first("SELECT client_secret FROM providers") { $0.bytes(0) ?? [] } } ?? []
            #expect(sealed.count > 9 && !String(decoding: sealed, as: UTF8.self).contains("hush"))
            // Kept by `***`, absence and empty text; a secret goes nowhere else than it was given for.
            for members in [["clientSecret": "***", "displayName": "A"], ["clientSecret": ""], ["category": "Log"]] as [JSONObject] {
                _ = try await fixture.providers.update("warehouse", Patch(members), bound: bound)
            }
            #expect(try await fixture.providers.login("warehouse", of: acme.id, type: "PostgreSQL").secret.text == "hush-hush")
            for members in [["host": "evil.example"], ["port": 6000], ["clientId": "root", "clientSecret": "***"]] as [JSONObject] {
                try await fixture.refuses(.invalid) { _ = try await fixture.providers.update("warehouse", Patch(members), bound: bound) }
            }
            _ = try await fixture.providers.update("warehouse", Patch(["host": "other.example", "clientSecret": "new-one"]), bound: bound)
            #expect(try await fixture.providers.login("warehouse", of: acme.id, type: "PostgreSQL").secret.text == "new-one")
            _ = try await fixture.providers.update("warehouse", Patch(["isEnabled": false]), bound: bound)
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.login("warehouse", of: acme.id, type: "PostgreSQL") }
            _ = try await fixture.providers.update("warehouse", Patch(["isEnabled": true, "clientSecret": .null]), bound: bound)
            try await fixture.refuses(.invalid) { _ = try await fixture.providers.login("warehouse", of: acme.id, type: "PostgreSQL") }
        }
    }

    @Test("A provider can be used by its organization for its type; only operators manage those of the server", arguments: StoreEngine.allCases)
    func reach(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let (bound, terminal) = (acme.bound(acme.boss), try await fixture.terminal())
            _ = try await fixture.providers.add(acme.id, "mine", Patch(Self.login), bound: bound)
            _ = try await fixture.providers.add(nil, "shared", Patch(Self.login), bound: terminal)
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.login("mine", of: rival.id, type: "PostgreSQL") }
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.login("mine", of: acme.id, type: "SMTP") }
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.login("shared", of: acme.id, type: "PostgreSQL") }
            for name in ["shared", "absent"] as [Name] {
                try await fixture.refuses(.notFound) { _ = try await fixture.providers.find(name, bound: bound) }
                try await fixture.refuses(.notFound) { _ = try await fixture.providers.update(name, Patch(["displayName": "x"]), bound: bound) }
                try await fixture.refuses(.notFound) { try await fixture.providers.remove(name, bound: bound) }
            }
            try await fixture.refuses(.notFound) { try await fixture.providers.remove("mine", bound: rival.bound(rival.boss)) }
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.add(nil, "mine2", Patch(), bound: bound) }
            try await fixture.refuses(.conflict) { _ = try await fixture.providers.add(rival.id, "MINE", Patch(), bound: rival.bound(rival.boss)) }
            try await fixture.refuses(.invalid) { _ = try await fixture.providers.add(acme.id, "more", Patch(["privateKey": "x"]), bound: bound) }
            #expect(try await fixture.providers.list(acme.id, ListQuery()).items.map(\.name) == ["mine"])
            #expect(try await fixture.providers.list(nil, ListQuery()).total == 2)
            try await fixture.providers.remove("mine", bound: bound)
            try await fixture.refuses(.notFound) { _ = try await fixture.providers.login("mine", of: acme.id, type: "PostgreSQL") }
        }
    }
}
