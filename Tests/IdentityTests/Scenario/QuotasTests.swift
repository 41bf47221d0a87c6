import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Quotas")
struct QuotasTests {
    @Test("E09 the last place goes to one of many that ask at once, and each organization has its own", arguments: StoreEngine.allCases)
    func atOnce(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let users = Users(store: fixture.store, hasher: fixture.hasher, quotas: Quotas(user: 4))
            let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do {
                            _ = try await users.add(acme.id, try Name(parsing: "u\(number)"), password: nil)
                            return "added"
                        } catch let error as IdentityError {
                            return "\(error.code) \(error.reason)"
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == "added" } == 2)
            #expect(outcomes.count { $0 == "limited user quota is exceeded" } == 6)
            _ = try await users.add(rival.id, "one", password: nil)
            try await fixture.refuses(.limited) { _ = try await users.add(acme.id, "last", password: nil) }
        }
    }

    @Test("E09 organizations count in all, providers in theirs; -1 is any number", arguments: StoreEngine.allCases)
    func kinds(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let organizations = Organizations(store: fixture.store, quotas: Quotas(organization: 3))
            _ = try await organizations.add("third")
            try await fixture.refuses(.limited, saying: "organization quota is exceeded") { _ = try await organizations.add("fourth") }
            _ = try await Organizations(store: fixture.store, quotas: Quotas(organization: -1)).add("fourth")
            #expect(try await fixture.organizations.list().map(\.name.text) == ["acme", "built-in", "fourth", "third"])
            let boss = acme.bound(acme.boss)
            let workspaces = Workspaces(store: fixture.store, quotas: Quotas(workspace: 2))
            _ = try await workspaces.add(acme.id, "first")
            try await fixture.refuses(.limited, saying: "workspace quota is exceeded") { _ = try await workspaces.add(acme.id, "second") }
            #expect(try await workspaces.find("second") == nil)
            _ = try await Workspaces(store: fixture.store, quotas: Quotas(workspace: -1)).add(acme.id, "second")
            let providers = Providers(store: fixture.store, quotas: Quotas(provider: 1))
            _ = try await providers.add(acme.id, "first", Patch(), bound: boss)
            try await fixture.refuses(.limited, saying: "provider quota is exceeded") {
                _ = try await providers.add(acme.id, "second", Patch(), bound: boss)
            }
            _ = try await providers.add(nil, "shared", Patch(), bound: try await fixture.terminal())
            _ = try await Providers(store: fixture.store, quotas: Quotas(provider: -1)).add(acme.id, "second", Patch(), bound: boss)
            #expect(try await fixture.providers.list(acme.id, ListQuery()).items.map(\.name.text).sorted() == ["first", "second"])
        }
    }
}
