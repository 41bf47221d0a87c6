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
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let bound = acme.bound(acme.boss)
            let made = try await house.providers.add(acme.id, "warehouse", Patch(Self.login), bound: bound)
            #expect(made.hasSecret && !made.hasSecret2 && made.clientID == "loader" && made.organizationName == "acme")
            #expect(!"\(made)".contains("hush"))
            let login = try await house.providers.login("warehouse", of: acme.id, type: "PostgreSQL")
            #expect(login.user == "loader" && login.secret.text == "hush-hush" && login.host == "db.example" && login.port == 5432)
            #expect(!(try await house.contents()).joined().contains("hush"))
            let sealed = try await house.store.read { try $0.first("SELECT client_secret FROM providers") { $0.bytes(0) ?? [] } } ?? []
            #expect(sealed.count > 9 && !String(decoding: sealed, as: UTF8.self).contains("hush"))
            // Kept by `***`, absence and empty text; a secret goes nowhere else than it was given for.
            for members in [["clientSecret": "***", "displayName": "A"], ["clientSecret": ""], ["category": "Log"]] as [JSONObject] {
                _ = try await house.providers.update("warehouse", Patch(members), bound: bound)
            }
            #expect(try await house.providers.login("warehouse", of: acme.id, type: "PostgreSQL").secret.text == "hush-hush")
            for members in [["host": "evil.example"], ["port": 6000], ["clientId": "root", "clientSecret": "***"]] as [JSONObject] {
                try await house.refuses(.invalid) { _ = try await house.providers.update("warehouse", Patch(members), bound: bound) }
            }
            _ = try await house.providers.update("warehouse", Patch(["host": "other.example", "clientSecret": "new-one"]), bound: bound)
            #expect(try await house.providers.login("warehouse", of: acme.id, type: "PostgreSQL").secret.text == "new-one")
            _ = try await house.providers.update("warehouse", Patch(["isEnabled": false]), bound: bound)
            try await house.refuses(.notFound) { _ = try await house.providers.login("warehouse", of: acme.id, type: "PostgreSQL") }
            _ = try await house.providers.update("warehouse", Patch(["isEnabled": true, "clientSecret": .null]), bound: bound)
            try await house.refuses(.invalid) { _ = try await house.providers.login("warehouse", of: acme.id, type: "PostgreSQL") }
        }
    }

    @Test("A provider serves its organization and its type; those of the server are the operators'", arguments: StoreEngine.allCases)
    func reach(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let rival = try await house.tenant("rival")
            let (bound, terminal) = (acme.bound(acme.boss), try await house.terminal())
            _ = try await house.providers.add(acme.id, "mine", Patch(Self.login), bound: bound)
            _ = try await house.providers.add(nil, "shared", Patch(Self.login), bound: terminal)
            try await house.refuses(.notFound) { _ = try await house.providers.login("mine", of: rival.id, type: "PostgreSQL") }
            try await house.refuses(.notFound) { _ = try await house.providers.login("mine", of: acme.id, type: "SMTP") }
            try await house.refuses(.notFound) { _ = try await house.providers.login("shared", of: acme.id, type: "PostgreSQL") }
            for name in ["shared", "absent"] as [Name] {
                try await house.refuses(.notFound) { _ = try await house.providers.find(name, bound: bound) }
                try await house.refuses(.notFound) { _ = try await house.providers.update(name, Patch(["displayName": "x"]), bound: bound) }
                try await house.refuses(.notFound) { try await house.providers.remove(name, bound: bound) }
            }
            try await house.refuses(.notFound) { try await house.providers.remove("mine", bound: rival.bound(rival.boss)) }
            try await house.refuses(.notFound) { _ = try await house.providers.add(nil, "mine2", Patch(), bound: bound) }
            try await house.refuses(.conflict) { _ = try await house.providers.add(rival.id, "MINE", Patch(), bound: rival.bound(rival.boss)) }
            try await house.refuses(.invalid) { _ = try await house.providers.add(acme.id, "more", Patch(["privateKey": "x"]), bound: bound) }
            #expect(try await house.providers.list(acme.id, ListQuery()).items.map(\.name) == ["mine"])
            #expect(try await house.providers.list(nil, ListQuery()).total == 2)
            try await house.providers.remove("mine", bound: bound)
            try await house.refuses(.notFound) { _ = try await house.providers.login("mine", of: acme.id, type: "PostgreSQL") }
        }
    }
}
