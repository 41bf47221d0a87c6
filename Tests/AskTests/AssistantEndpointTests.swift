import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Testing

@testable import Ask

@Suite("Services of assistants")
struct AssistantEndpointTests {
    private static func read(_ entry: String) throws -> AssistantEndpoint.Description {
        try AssistantEndpoint.read(Array(#"{"code":200,"data":[\#(entry)]}"#.utf8), for: "user 7")
    }

    private static let tables = #""tables":[{"name":"orders","fields":[{"name":"id"},{"name":"total"}]}]"#

    @Test("A description becomes the databases that it opens, to its asker alone")
    func good() throws {
        let found = try Self.read(
            #"{"name":"shop","type":"MySQL","host":"db.example.org","port":"3307","dataBase":"d","user":"u","password":"p","schema":"s",\#(Self.tables)}"#
        )
        let source = try #require(found.sources.first)
        #expect(source.url.dialect == .mysql && source.url.host == "db.example.org" && source.url.port == 3307 && source.url.database == "d")
        #expect(source.tables == [ExternalSource.Table(name: "s.orders", columns: ["id", "total"])] && source.owner == "user 7")
        #expect(found.warnings.isEmpty)
        let open = try Self.read(
            #"{"name":"x","type":"pg","host":"h","dataBase":"d","tables":[{"name":"a"},{"name":"b","fields":[]},{"name":"c","fields":3}]}"#)
        #expect(open.sources.first?.tables.map(\.columns) == [nil, [], []], "fields that are not understood open nothing")
    }

    @Test(
        "C54 files, other engines and invalid addresses are refused with the reason",
        arguments: [
            (#"{"name":"f","type":"sqlite","dataBase":"/data/state.db",\#(tables)}"#, "type"),
            (#"{"name":"f","type":"excel","host":"h","dataBase":"d",\#(tables)}"#, "type"),
            (#"{"name":"f","host":"h","dataBase":"d",\#(tables)}"#, "type"),
            (#"{"name":"f","type":"pg","dataBase":"d",\#(tables)}"#, "host"), (#"{"name":"f","type":"pg","host":"h",\#(tables)}"#, "dataBase"),
            (#"{"name":"f","type":"pg","host":"h","port":0,"dataBase":"d",\#(tables)}"#, "port"),
            (#"{"name":"f","type":"pg","host":"h","dataBase":"d"}"#, "no table"), ("3", "type"), ("null", "type"), ("", "no data source"),
        ])
    func refused(entry: String, word: String) throws {
        let refusal = #expect(throws: Refusal.self) { try Self.read(entry) }
        #expect(refusal?.code == .invalidArgument && refusal?.reason.contains(word) == true, "\(refusal?.reason ?? "")")
    }

    @Test(
        "C75 A table with a rule or a query that is not understood stays closed, whatever form they have",
        arguments: [
            #""rule":"a > 1; SELECT 1""#, #""rule":{}"#, #""rule":"a >""#, #""sql":"SELECT 1""#, #""sql":1"#, #""sql":"SELECT * FROM payroll""#,
        ])
    func misread(member: String) throws {
        let refusal = #expect(throws: Refusal.self) {
            try Self.read(#"{"name":"f","type":"pg","host":"h","dataBase":"d","tables":[{"name":"orders",\#(member)}]}"#)
        }
        #expect(refusal?.reason.contains("'orders' is left out") == true)
        let plain = try Self.read(#"{"name":"f","type":"pg","host":"h","dataBase":"d","tables":[{"name":"orders","rule":"","sql":null}]}"#)
        #expect(plain.sources.first?.tables.count == 1)
    }

    @Test("A query in the place of a table opens the columns that it and the description name, and its condition counts beside the rule")
    func ruled() throws {
        let table =
            #"{"name":"orders","fields":[{"name":"id"},{"name":"total"}],"rule":"total > 1","sql":"SELECT id, cost FROM orders WHERE id < 9"}"#
        let found = try Self.read(#"{"name":"f","type":"pg","host":"h","dataBase":"d","tables":[\#(table)]}"#)
        let opened = try #require(found.sources.first?.tables.first)
        #expect(opened.columns == ["id"] && opened.rules.count == 2 && found.warnings.isEmpty)
    }

    @Test("The credentials for the service are headers, cookies and parameters that cannot become anything else")
    func credentials() throws {
        let shown = try AssistantCredential(
            #"[{"target":"header","key":"X-A","value":"1"},{"target":"cookie","key":"a","value":"b"},{"target":"cookie","key":"c","value":"d"},{"target":"param","key":"p&","value":"é #"}]"#
        )
        #expect(shown.headers.map(\.name) == ["X-A", "Cookie"] && shown.headers.last?.value == "a=b; c=d" && shown.query == "p%26=%C3%A9%20%23")
        for bad in [
            "x", "{}", "[1]", #"[{"target":"header","key":"a"}]"#, #"[{"target":"header","key":"","value":"b"}]"#,
            #"[{"target":"header","key":"Content-Length","value":"1"}]"#, #"[{"target":"header","key":"a","value":"b\r\nc: d"}]"#,
            #"[{"target":"cookie","key":"a","value":"b; c=d"}]"#, #"[{"target":"header","key":"a b","value":"c"}]"#,
            #"[{"target":"url","key":"a","value":"b"}]"#,
        ] { #expect(throws: Refusal.self, "\(bad)") { try AssistantCredential(.string(bad)) } }
        #expect(try AssistantCredential(nil).headers.isEmpty && AssistantCredential("").headers.isEmpty)
    }
}
