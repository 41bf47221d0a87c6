import Access
import GatehouseTesting
import Identity
import JSON
import Store
import Testing
import Tools
import Workflows

@Suite("Approval rights")
struct ApprovalTests {
    private static let admin = CallerKind.workspaceAdministrator
    private static let done: JSONValue = [
        "type": "create", "key": "done", "config": ["collection": "customers", "params": ["values": ["name": "Done"]]],
    ]

    private static func asks(_ assignees: JSONValue, key: String = "ok") -> JSONValue {
        [
            "type": "approval", "key": .string(key), "title": "Shipping",
            "config": ["message": "Ship {{$context.data.n}}?", "assignees": assignees],
        ]
    }

    private func begins(_ fixture: ToolFixture, _ nodes: [JSONValue], role: String = "admin") async throws -> JSONValue {
        let workflow = try await fixture.applies("W", "manual", .array(nodes + [Self.done]), more: ["role": .string(role)])
        let waiting = try await fixture.executes(workflow, ["n": 5])
        #expect(waiting["state"]?.string == "waiting", "\(waiting)")
        return waiting["id"] ?? 0
    }

    private func act(_ fixture: ToolFixture, _ action: String, _ id: JSONValue, as kind: CallerKind) async throws -> Reply {
        try await fixture.call("executions_act", ["filterByTk": id, "action": .string(action), "comment": "as you wish"], as: kind)
    }

    private func seen(_ fixture: ToolFixture, by kind: CallerKind) async throws -> [JSONValue] {
        try await fixture.does("executions_list", ["assigned": true], as: kind)["data"]?.array ?? []
    }

    @Test("People whom a node names by role or by name see what waits for them, and one of them answers", arguments: StoreEngine.allCases)
    func answered(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let id = try await begins(fixture, [Self.asks(["roles": ["clerk"], "users": ["acme/rita"]])])
            for kind in [CallerKind.clerk, .reader] {
                let seen = try await seen(fixture, by: kind)
                #expect(seen.map { $0["id"] } == [id], "\(kind)")
                #expect(
                    seen[0]["waitsAt"]?["nodeKey"] == "ok" && seen[0]["waitsAt"]?["workflow"] == "W" && seen[0]["waitsAt"]?["title"] == "Shipping")
                // They have not the role that the workflow reads with.
                #expect(seen[0]["waitsAt"]?["message"] == "Ship ***?")
                let told = try await fixture.execution(id, as: kind)
                #expect(told["waitsAt"]?["message"] == "Ship ***?" && told["jobs"] == nil && told["context"] == nil, "\(told)")
            }
            #expect(try await fixture.execution(id)["waitsAt"]?["message"] == "Ship 5?")
            #expect(try await seen(fixture, by: Self.admin).isEmpty)
            #expect(try await act(fixture, "approve", id, as: .clerk).code == "ok")
            #expect(try await seen(fixture, by: .clerk).isEmpty)
            try await fixture.runner().drain()
            let ended = try await fixture.execution(id)
            #expect(ended["status"]?.int == 1 && ended.result(of: "done")?["name"]?.string == "Done", "\(ended)")
            #expect(ended.result(of: "ok") == ["approved": true, "by": "acme/clara", "comment": "as you wish"])
            // They no longer see executions that they have answered.
            for action in ["approve", "reject"] { #expect(try await act(fixture, action, id, as: .clerk).code == "not_found") }
            #expect(try await fixture.call("executions_get", ["filterByTk": id], as: .clerk).code == "not_found")
        }
    }

    @Test("A rejection ends the execution and names the person")
    func rejected() async throws {
        try await ToolFixture.with { fixture in
            let id = try await begins(fixture, [Self.asks(["users": ["acme/clara"]])])
            #expect(try await act(fixture, "reject", id, as: .clerk).code == "ok")
            try await fixture.runner().drain()
            let ended = try await fixture.execution(id)
            #expect(ended["status"]?.int == -5 && ended["reason"]?.string == "rejected by acme/clara")
            #expect(try await fixture.rows("customers", ["name": "Done"]).isEmpty)
        }
    }

    @Test("The values in the message are shown only to those who may use the workflow's role")
    func message() async throws {
        try await ToolFixture.with { fixture in
            let workflow = try await fixture.applies("W", "manual", [Self.asks(["roles": ["clerk"]])], more: ["role": "clerk"])
            _ = try await fixture.executes(workflow, ["n": 5])
            #expect(try await seen(fixture, by: .clerk).map { $0["waitsAt"]?["message"] } == ["Ship 5?"])
        }
    }

    @Test(
        "E31 a person who is not an assignee sees nothing, cannot answer, and cannot tell that something waits",
        arguments: [
            CallerKind.reader, .member, .temp, .foreigner, .outsider, .application, .narrowed,
        ])
    func others(kind: CallerKind) async throws {
        try await ToolFixture.with { fixture in
            let id = try await begins(fixture, [Self.asks(["roles": ["clerk"], "users": ["acme/boss"]])])
            let before = try await fixture.fingerprint()
            for action in ["approve", "reject", "cancel", "retry"] {
                for name in [id, 999] {
                    let reply = try await act(fixture, action, name, as: kind)
                    #expect(["not_found", "forbidden", "insufficient_scope", "unauthorized"].contains(reply.code), "\(reply)")
                    if kind == .member, action == "approve" {
                        #expect(reply.reason == "filterByTk: no execution \(name) waits for you; executions_list names those that do")
                    }
                }
            }
            #expect(try await fixture.call("executions_get", ["filterByTk": id], as: kind).code != "ok")
            let listed = try await fixture.call("executions_list", [:], as: kind)
            #expect(listed.code != "ok" || listed.body["data"]?.count == 0, "\(listed)")
            #expect(try await fixture.fingerprint() == before)
            #expect(try await fixture.execution(id)["state"]?.string == "waiting")
        }
    }

    @Test("E31 the right is for one node, and ends with the role")
    func oneNode() async throws {
        try await ToolFixture.with { fixture in
            let (first, second) = (Self.asks(["roles": ["clerk"]]), Self.asks(["roles": ["temp"]], key: "then"))
            let id = try await begins(fixture, [first, second])
            #expect(try await act(fixture, "approve", id, as: .temp).code == "not_found")
            for action in ["cancel", "retry"] { #expect(try await act(fixture, action, id, as: .clerk).code == "forbidden") }
            #expect(try await act(fixture, "approve", id, as: .clerk).code == "ok")
            try await fixture.runner().drain()
            #expect(try await seen(fixture, by: .temp).map { $0["waitsAt"]?["nodeKey"] } == ["then"])
            #expect(try await act(fixture, "approve", id, as: .clerk).code == "not_found")
            let (members, office) = (fixture.domains.members, fixture.people.office)
            let bound = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
            let tom = try QualifiedName(parsing: "acme/tom", argument: "member")
            try await members.add(office.organization, workspace: office.id, .user, tom, role: .reader, bound: bound)
            try await members.remove(office.organization, workspace: office.id, .user, tom, role: "temp", bound: bound)
            #expect(try await seen(fixture, by: .temp).isEmpty)
            #expect(try await act(fixture, "approve", id, as: .temp).code == "not_found")
            #expect(try await fixture.execution(id)["state"]?.string == "waiting")
            #expect(try await act(fixture, "approve", id, as: Self.admin).code == "ok")
            try await fixture.runner().drain()
            #expect(try await fixture.execution(id)["status"]?.int == 1)
        }
    }

    @Test("A timeout ends the execution, which nobody sees as waiting any more")
    func expired() async throws {
        try await ToolFixture.with { fixture in
            let id = try await begins(fixture, [Self.asks(["roles": ["clerk"]])])
            try await fixture.domains.workflows.executions.takeOver(now: .now + .seconds(8 * 86_400))
            #expect(try await seen(fixture, by: .clerk).isEmpty)
            #expect(try await act(fixture, "approve", id, as: .clerk).code == "not_found")
            #expect(try await fixture.execution(id)["status"]?.int == -3)
        }
    }
}
