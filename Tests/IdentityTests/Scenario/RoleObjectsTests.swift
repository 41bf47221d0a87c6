import GatehouseTesting
import Identity
import JSON
import Store
import Testing

@Suite("Roles as objects")
struct RoleObjectsTests {
    @Test(
        "A role names users and parts: who is named, or holds a part, has it in every workspace of the organization", arguments: StoreEngine.allCases)
    func holders(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let bound = acme.bound(acme.boss)
            let second = try await fixture.workspaces.add(acme.id, "second")
            func held(_ place: WorkspaceID, _ user: User? = nil) async throws -> [Name] {
                try await fixture.directory.roles(of: (user ?? acme.ann).id, in: place)
            }
            for name in ["low", "middle", "high"] as [Name] { _ = try await fixture.roles.add(acme.id, name, Patch(), bound: bound) }
            _ = try await fixture.roles.update(acme.id, "low", Patch(["users": ["acme/ann"], "description": "first"]), bound: bound)
            #expect(try await [held(acme.workspace.id), held(second.id), held(rival.workspace.id)] == [["low"], ["low"], []])
            _ = try await fixture.roles.update(acme.id, "high", Patch(["roles": ["acme/middle"]]), bound: bound)
            _ = try await fixture.roles.update(acme.id, "middle", Patch(["roles": ["acme/low"]]), bound: bound)
            #expect(try await [held(second.id)] == [["high", "low", "middle"]])
            // A member of one workspace inherits there alone.
            let zoe = try await fixture.users.add(acme.id, "zoe", password: nil)
            try await fixture.members.add(
                acme.id, workspace: second.id, .user, QualifiedName(organization: "acme", name: "zoe"), role: "middle", bound: bound)
            #expect(try await [held(second.id, zoe), held(acme.workspace.id, zoe)] == [["high", "middle"], []])
            // What is disabled gives nothing, and nothing through itself.
            _ = try await fixture.roles.update(acme.id, "middle", Patch(["isEnabled": false]), bound: bound)
            #expect(try await [held(second.id), held(second.id, zoe)] == [["low"], []])
            _ = try await fixture.roles.update(acme.id, "middle", Patch(["isEnabled": .null]), bound: bound)
            #expect(try await [held(second.id)] == [["high", "low", "middle"]])
            try await fixture.workspaces.stop(acme.id, second.id)
            #expect(try await [held(second.id)] == [[]])
            try await fixture.users.disable(acme.id, acme.ann.id)
            #expect(try await [held(acme.workspace.id)] == [[]])
            let object = try await fixture.roles.object(acme.id, "low")
            #expect(object.users == ["ann"] && object.details["description"] == "first")
            _ = try await fixture.roles.update(acme.id, "low", Patch(["users": .null]), bound: bound)
            #expect(try await fixture.roles.object(acme.id, "low").users == [])
            try await fixture.roles.remove(acme.id, "low", bound: bound)
            #expect(try await fixture.roles.object(acme.id, "middle").roles == [])
            #expect(try await fixture.roles.list(acme.id, ListQuery()).total == 5)
        }
    }

    @Test("A role cannot contain itself, or users of other organizations", arguments: StoreEngine.allCases)
    func wrong(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            let bound = acme.bound(acme.boss)
            for name in ["a", "b", "c"] as [Name] { _ = try await fixture.roles.add(acme.id, name, Patch(), bound: bound) }
            _ = try await fixture.roles.update(acme.id, "a", Patch(["roles": ["acme/b"]]), bound: bound)
            _ = try await fixture.roles.update(acme.id, "b", Patch(["roles": ["acme/c"]]), bound: bound)
            // With each: the text that the refusal must contain.
            let tries: [(IdentityError.Code, Name, JSONObject, String)] = [
                (.invalid, "a", ["roles": ["acme/a"]], "part of itself"), (.invalid, "c", ["roles": ["acme/a"]], "part of itself"),
                (.invalid, "b", ["roles": ["acme/c", "acme/a"]], "part of itself"), (.notFound, "a", ["users": ["rival/ann"]], "rival/ann"),
                (.notFound, "a", ["users": ["acme/nobody"]], "nobody"), (.notFound, "a", ["roles": ["rival/reader"]], "rival/reader"),
                (.invalid, "a", ["users": ["ann"]], "users"), (.invalid, "a", ["users": "acme/ann"], "users"),
                (.invalid, "a", ["isEnabled": 1], "isEnabled"), (.invalid, "a", ["name": "z"], "name"),
                (.notFound, "nothing", ["displayName": "x"], "nothing"),
            ]
            for (code, name, members, said) in tries {
                try await fixture.refuses(code, saying: said) { _ = try await fixture.roles.update(acme.id, name, Patch(members), bound: bound) }
            }
            let third = try await fixture.tenant("third")
            try await fixture.refuses(.notFound, saying: "'a'") {
                _ = try await fixture.roles.update(acme.id, "a", Patch(["displayName": "x"]), bound: third.bound(third.boss))
            }
            // The same from those who may.
            let right = try await fixture.roles.update(acme.id, "a", Patch(["users": ["acme/ann"], "roles": ["acme/c"], "name": "a"]), bound: bound)
            #expect(right.users == ["ann"] && right.roles == ["c"])
        }
    }

    @Test("E11 nobody can change their own roles, even indirectly; an application cannot give any", arguments: StoreEngine.allCases)
    func oneself(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (boss, terminal) = (acme.bound(acme.boss), try await fixture.terminal())
            for name in ["held", "other"] as [Name] { _ = try await fixture.roles.add(acme.id, name, Patch(), bound: boss) }
            _ = try await fixture.roles.update(acme.id, "held", Patch(["users": ["acme/boss", "acme/ann"]]), bound: terminal)
            let tries: [(Name, JSONObject)] = [
                ("other", ["users": ["acme/boss"]]), ("other", ["roles": ["acme/held"]]), ("held", ["users": ["acme/ann"]]),
                ("held", ["isEnabled": false]),
            ]
            let own = "you cannot change your own roles"
            for (name, members) in tries {
                try await fixture.refuses(.forbidden, saying: own) {
                    _ = try await fixture.roles.update(acme.id, name, Patch(members), bound: boss)
                }
            }
            try await fixture.refuses(.forbidden, saying: own) { try await fixture.roles.remove(acme.id, "held", bound: boss) }
            // Others' are hers to change, with the same calls.
            let given = try await fixture.roles.update(acme.id, "other", Patch(["users": ["acme/ann"]]), bound: boss)
            #expect(given.users == ["ann"])
            _ = try await fixture.roles.update(acme.id, "other", Patch(["users": []]), bound: boss)
            let application = acme.bound(application: 7)
            for (name, members) in [("other", ["users": ["acme/ann"]]), ("other", ["roles": ["acme/held"]])] as [(Name, JSONObject)] {
                try await fixture.refuses(.forbidden, saying: "only an administrator") {
                    _ = try await fixture.roles.update(acme.id, name, Patch(members), bound: application)
                }
            }
            try await fixture.refuses(.forbidden, saying: "only an administrator") {
                _ = try await fixture.roles.add(acme.id, "new", Patch(["users": ["acme/ann"]]), bound: application)
            }
            _ = try await fixture.roles.add(acme.id, "new", Patch(["isEnabled": false]), bound: application)
            try await fixture.refuses(.forbidden, saying: "only an administrator") {
                _ = try await fixture.roles.update(acme.id, "new", Patch(["isEnabled": true]), bound: application)
            }
            let fewer = try await fixture.roles.update(acme.id, "held", Patch(["users": ["acme/boss"], "displayName": "Fewer"]), bound: application)
            #expect(fewer.users == ["boss"] && fewer.role.displayName == "Fewer")
        }
    }
}
