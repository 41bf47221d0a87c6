import Access
import JSON
import Notation
import Testing

@testable import Workflows

@Suite("Variables of workflows")
struct TemplateTests {
    private var values: TemplateValues {
        var values = TemplateValues(
            context: [
                "data": ["id": 7, "name": "Café & Co", "lines": [["sku": "a"], ["sku": "b"]], "bad": ["$gt": 0], "up": "..", "who": "{{$user.id}}"]
            ], now: .now)
        values.results = ["query1": ["total": 12.5], "list1": [["id": 1], ["id": 2]]]
        values.scopes = ["loop1": ["item": ["id": 9], "index": 0, "length": 2]]
        return values
    }

    @Test(
        "A text that is one variable becomes its value, in a longer text it is written out",
        arguments: [
            ("{{$context.data.id}}", 7), ("{{ $context.data.id }}", 7), ("no {{$context.data.id}}!", "no 7!"),
            ("{{$jobsMapByNodeKey.query1.total}}", 12.5), ("{{$context.data.lines.sku}}", ["a", "b"]), ("{{$context.data.lines.1.sku}}", "b"),
            ("{{$jobsMapByNodeKey.list1.id}}", [1, 2]), ("{{$scopes.loop1.item.id}}", 9), ("{{$context.data.none.deep}}", .null),
            ("{{$context.data.none}}x", "x"), ("plain", "plain"),
        ] as [(String, JSONValue)])
    func filled(text: String, expected: JSONValue) throws {
        #expect(try Template.filled(.string(text), values) == expected)
    }

    @Test("C80 A variable provides only values to a filter, never operators")
    func filters() throws {
        #expect(
            try Template.filledPlainly(["id": ["$in": "{{$context.data.lines.sku}}"]], values, argument: "filter")["id"]?["$in"]?.array?.count == 2)
        #expect(throws: Refusal.self) { try Template.filledPlainly(["id": "{{$context.data.bad}}"], values, argument: "filter") }
        #expect(throws: Refusal.self) { try Template.filledPlainly(["id": ["$in": "{{$context.data.lines}}"]], values, argument: "filter") }
        for text in ["{{$context.data.who}}", "x{{$context.data.who}}"] {
            #expect(throws: Refusal.self) { try Template.filledPlainly(["name": .string(text)], values, argument: "filter") }
            #expect(throws: Refusal.self) { try Template.filledPlainly(["name": ["$in": [.string(text)]]], values, argument: "filter") }
        }
        #expect(try Template.filled("{{$context.data.who}}", values) == "{{$user.id}}")
    }

    @Test("The value of a variable stays within its part of a URL")
    func urls() throws {
        #expect(
            try Template.filledURL("https://a.example/x/{{$context.data.name}}?q={{$context.data.id}}", values)
                == "https://a.example/x/Caf%C3%A9%20%26%20Co?q=7")
        #expect(throws: Refusal.self) { try Template.filledURL("https://a.example/x/{{$context.data.up}}/y", values) }
        #expect(throws: Refusal.self) { try Template.filledURL("https://a.example/x/.{{$context.data.none}}./y", values) }
    }

    @Test("Invalid variables are refused", arguments: ["{{$env.HOME}}", "{{x}}", "{{$context.data", "{{$context..x}}", "{{}}"])
    func refused(text: String) {
        #expect(throws: Refusal.self) { _ = try Template.variables(of: .string(text)) }
    }

    @Test(
        "Conditions compare as their words say",
        arguments: [
            ("equal", 7, "7", true), ("equal", "a", "b", false), ("notEqual", .null, 1, true), ("gt", "10", 9, true), ("gt", "a", 9, false),
            ("lte", 9, 9, true), ("gte", "2026-02-01", "2026-01-31", true), ("includes", ["a", "b"], "b", true), ("includes", "abc", "bc", true),
            ("notIncludes", .null, "x", true), ("startsWith", "abc", "ab", true), ("notEndsWith", "abc", "bc", false),
        ] as [(String, JSONValue, JSONValue, Bool)])
    func conditions(calculator: String, left: JSONValue, right: JSONValue, expected: Bool) throws {
        let json: JSONValue = ["group": ["type": "and", "calculations": [["calculator": .string(calculator), "operands": [left, right]]]]]
        #expect(try Calculation(json, argument: "c").holds(values) == expected)
        let either: JSONValue = [
            "group": [
                "type": "or",
                "calculations": [["calculator": "equal", "operands": [1, 2]], ["calculator": .string(calculator), "operands": [left, right]]],
            ]
        ]
        #expect(try Calculation(either, argument: "c").holds(values) == expected)
    }
}
