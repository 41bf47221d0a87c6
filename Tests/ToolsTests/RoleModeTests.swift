import Access
import Identity
import JSON
import Store
import Testing
import Tools

@Suite("Which roles of a caller count together")
struct RoleModeTests {
    /// A caller with the roles of ann (admin) and reader.
    private static func roles(_ fixture: ToolFixture, _ role: String?) async throws -> [String] {
        let key = try #require(fixture.people.keys[.workspaceAdministrator])
        let place = try #require(try await fixture.callers.workspace("acme"))
        return try await fixture.callers.caller(for: .bearer(key.key.text), in: place, role: role).roles
    }

    @Test("a workspace defines whether roles apply together, one at a time, or as requested")
    func modes() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("members_add", ["member": "acme/ann", "kind": "user", "role": "reader"], as: .organizationAdministrator)
            #expect(try await Self.roles(fixture, nil) == ["admin", "reader"])
            #expect(try await Self.roles(fixture, "reader") == ["reader"])
            try await fixture.does("workspaces_update", ["name": "acme", "roleMode": "only-use-union"], as: .organizationAdministrator)
            for role in [nil, "reader", "__union__", "nobody"] { #expect(try await Self.roles(fixture, role) == ["admin", "reader"]) }
            try await fixture.does("workspaces_update", ["name": "acme", "roleMode": "default"], as: .organizationAdministrator)
            #expect(try await Self.roles(fixture, nil) == ["admin"])
            #expect(try await Self.roles(fixture, "reader") == ["reader"])
            for role in ["__union__", "member"] {
                await #expect(throws: Refusal.self) { _ = try await Self.roles(fixture, role) }
            }
            let listed = try await fixture.does("workspaces_list", as: .organizationAdministrator)["data"]
            #expect(listed?.array?.first { $0["name"] == "acme" }?["roleMode"] == "default")
            try await fixture.does("workspaces_update", ["name": "acme", "roleMode": "allow-use-union"], as: .organizationAdministrator)
            #expect(try await Self.roles(fixture, "__union__") == ["admin", "reader"])
        }
    }

    @Test("who does not administer the organization does not change it, nor anybody that of another one")
    func refusals() async throws {
        try await ToolFixture.with { fixture in
            let change: JSONObject = ["name": "acme", "roleMode": "only-use-union"]
            for (kind, code) in [(CallerKind.workspaceAdministrator, Refusal.Code.insufficientScope), (.clerk, .insufficientScope)] {
                try await fixture.refuses(code, "workspaces_update", change, as: kind)
            }
            try await fixture.refuses(.notFound, "workspaces_update", change, as: .foreignAdministrator, at: "rival")
            try await fixture.refuses(.invalidArgument, "workspaces_update", ["name": "acme", "roleMode": "union"], as: .organizationAdministrator)
        }
    }
}
