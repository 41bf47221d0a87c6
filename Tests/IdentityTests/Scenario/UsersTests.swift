import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Users")
struct UsersTests {
    @Test("A user is known by its name, once in an organization in any case", arguments: StoreEngine.allCases)
    func add(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            #expect(try await fixture.users.find(acme.id, "ann") == acme.ann)
            #expect(try await fixture.users.get(acme.id, acme.ann.id) == acme.ann)
            #expect(acme.ann.email == "ann@acme.example")
            #expect(acme.ann.hasPassword && !acme.boss.hasPassword)
            #expect(acme.boss.isAdministrator && !acme.ann.isAdministrator)
            #expect(acme.ann.id != rival.ann.id)
            #expect(try await fixture.users.list(acme.id).map(\.name) == ["ann", "boss"])
            try await fixture.refuses(.conflict) { _ = try await fixture.users.add(acme.id, "ANN", password: nil) }
            try await fixture.refuses(.invalid) { _ = try await fixture.users.add(acme.id, "new", password: Secret("seven77")) }
            try await fixture.refuses(.invalid) { _ = try await fixture.users.add(acme.id, "new", password: nil, email: "a\r\nb") }
        }
    }

    @Test("A password opens its own user alone, and only while the user is enabled", arguments: StoreEngine.allCases)
    func passwords(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            let right = Secret("ann's password")
            let ann = acme.annName
            #expect(try await fixture.users.verifyPassword(ann, right)?.id == acme.ann.id)
            #expect(try await fixture.users.verifyPassword(ann, Secret("ann's Password")) == nil)
            #expect(try await fixture.users.verifyPassword(QualifiedName(organization: "Acme", name: "ann"), right) == nil)
            #expect(try await fixture.users.verifyPassword(QualifiedName(organization: "acme", name: "boss"), Secret("")) == nil)
            try await fixture.users.disable(acme.id, acme.ann.id)
            #expect(try await fixture.users.verifyPassword(ann, right) == nil)
            try await fixture.users.enable(acme.id, acme.ann.id)
            #expect(try await fixture.users.verifyPassword(ann, right) != nil)
            try await fixture.users.setPassword(acme.id, acme.ann.id, Secret("another one"))
            #expect(try await fixture.users.verifyPassword(ann, right) == nil)
            #expect(try await fixture.users.verifyPassword(ann, Secret("another one")) != nil)
            try await fixture.users.setPassword(acme.id, acme.ann.id, nil)
            #expect(try await fixture.users.verifyPassword(ann, Secret("another one")) == nil)
        }
    }
}
