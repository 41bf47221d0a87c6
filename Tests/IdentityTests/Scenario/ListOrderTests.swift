import GatehouseTesting
import SQL
import Store
import Testing

@Suite("Lists of objects")
struct ListOrderTests {
    @Test("are read in the order of an index, of one organization and of all, so that a page costs the same however many there are")
    func order() async throws {
        try await IdentityFixture.with(.sqlite) { fixture in
            let applications: Statement =
                "applications JOIN organizations ON organizations.id = applications.organization_id LEFT JOIN workspaces ON workspaces.id = applications.workspace_id"
            for (source, table) in [("users", "users"), (applications, "applications")] as [(Statement, String)] {
                let name = Identifier(table)
                for condition in ["\(name).organization_id = 1", "1 = 1"] as [Statement] {
                    let list: Statement = "SELECT * FROM \(source) WHERE \(condition) ORDER BY \(name).created_at DESC, \(name).id DESC LIMIT 11"
                    let plan = try await fixture.store.read { try $0.all("EXPLAIN QUERY PLAN \(list)") { $0.text(3) ?? "" } }
                    #expect(plan.contains { $0.contains("\(table) USING INDEX") } && !plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
                }
                let plan = try await fixture.store.read {
                    try $0.all("EXPLAIN QUERY PLAN SELECT count(*) FROM \(name) WHERE \(name).organization_id = 1") { $0.text(3) ?? "" }
                }
                #expect(plan.allSatisfy { $0.contains("COVERING INDEX") }, "\(plan)")
            }
        }
    }
}
