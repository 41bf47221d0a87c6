import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Rows moved in their order")
struct MoveTests {
    private typealias Fixture = RecordsFixture

    private static func order(_ fixture: RecordsFixture) async throws -> [Int64] { try await fixture.ids("posts", sort: ["sort"]) }

    private static func move(_ key: JSONValue, to target: JSONValue?, after isAfter: Bool = false, first isFirst: Bool = false) -> MoveRequest {
        var request = MoveRequest(key: key)
        (request.target, request.isAfter, request.isFirst) = (target, isAfter, isFirst)
        return request
    }

    @Test("a row takes the place of another, behind it, or at the start, and the rows between move up", arguments: Engine.allCases)
    func moves(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let call = try fixture.call("posts")
            let steps: [(MoveRequest, [Int64], Int)] = [
                (Self.move(1, to: 3), [2, 3, 1, 4], 3), (Self.move(4, to: 3), [2, 4, 3, 1], 3), (Self.move(1, to: 2, after: true), [2, 1, 4, 3], 3),
                (Self.move(3, to: nil, first: true), [3, 2, 1, 4], 1), (Self.move(2, to: 2), [3, 2, 1, 4], 0),
                (Self.move(3, to: 4, after: true), [2, 1, 4, 3], 4),
            ]
            for (request, order, changed) in steps {
                let answer = try await fixture.records.move(request, call)
                #expect(answer.json.description == #"{"data":"ok"}"#)
                #expect(try await Self.order(fixture) == order, "\(request)")
                #expect(answer.changed == changed, "\(request)")
            }
        }
    }

    @Test("a row goes over to another order, at its end or in the place of a row there", arguments: Engine.allCases)
    func scopes(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let call = try fixture.call("posts")
            var request = Self.move(1, to: 4)
            request.scope = ["state": "done"]
            _ = try await fixture.records.move(request, call)
            #expect(try await fixture.ids("posts", filter: ["state": "done"], sort: ["sort"]) == [3, 1, 4])
            request = Self.move(2, to: nil)
            request.scope = ["state": "done"]
            _ = try await fixture.records.move(request, call)
            #expect(try await fixture.ids("posts", filter: ["state": "done"], sort: ["sort"]) == [3, 1, 4, 2])
        }
    }

    @Test("rows that the caller may not update keep their places, and a move without right changes nothing", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let own = Filter.compare(FieldPath(field: "owner"), .equal(.value(.int(7))))
            func sorts() async throws -> [Int64] {
                try await fixture.database.read(.patient) { try $0.all("SELECT sort FROM posts ORDER BY id") { $0.int(0) ?? -1 } }
            }
            let before = try await sorts()
            let rules = [Fixture.rule("posts", [.view]), Fixture.rule("posts", [.update], filter: own)]
            for (rules, request, code) in [
                ([Fixture.rule("posts", [.view])], Self.move(1, to: 2), .forbidden), (rules, Self.move(3, to: 1), .forbidden),
                (rules, Self.move(1, to: 99), .notFound), ([Fixture.rule("posts", filter: own)], Self.move(1, to: 3), .notFound),
                ([Fixture.rule("posts", masked: ["sort"])], Self.move(1, to: 2), .forbidden),
                ([Fixture.rule("posts", [.view]), Fixture.rule("posts", [.update], columns: ["title"])], Self.move(1, to: 2), .forbidden),
                (rules, Self.move([1, 2], to: 4), .invalidArgument),
            ] as [([Rule], MoveRequest, Refusal.Code)] {
                let refused = try await refusal { _ = try await fixture.records.move(request, fixture.call("posts", as: ["clerk"], rules: rules)) }
                #expect(refused.code == code, "\(request): \(refused)")
                #expect(try await sorts() == before)
            }
            _ = try await fixture.records.move(Self.move(4, to: 1), fixture.call("posts", as: ["clerk"], rules: rules))
            #expect(try await sorts() == [2, 3, 3, 1])
            var wrong = Self.move(1, to: 2)
            for name in ["title", "author_id", "nothing"] {
                wrong.sortField = name
                let asked = wrong
                let refused = try await refusal { _ = try await fixture.records.move(asked, fixture.call("posts")) }
                #expect(refused.code == .invalidArgument)
            }
        }
    }

    @Test("H06 beside the last number there is no place, and nothing is changed")
    func edges() async throws {
        try await Fixture.with(.sqlite, Fixture.blog(.sqlite)) { fixture in
            let call = try fixture.call("posts")
            try await fixture.database.write(.within(.seconds(60))) { connection in
                try connection.execute("UPDATE posts SET sort = \(Int64.max) WHERE id = 1")
                try connection.execute("UPDATE posts SET sort = \(Int64.min) WHERE id = 4")
            }
            let before = try await fixture.links()
            var moves = [Self.move(3, to: 1, after: true), Self.move(3, to: nil), Self.move(3, to: 2), Self.move(3, to: nil, first: true)]
            for index in 0..<3 { moves[index].scope = ["state": "open"] }
            for request in moves {
                let refused = try await refusal { _ = try await fixture.records.move(request, call) }
                #expect(refused.code == .conflict && refused.reason.contains("no place"), "\(request): \(refused)")
                #expect(try await Self.order(fixture) == [4, 2, 3, 1])
                #expect(try await fixture.links() == before)
            }
        }
    }
}
