import Testing

@testable import SQL

@Suite("A driver: prepared statements")
struct PreparedStatementsTests {
    @Test("a text is prepared once and then known by its name")
    func known() {
        var statements = PreparedStatements(limit: 2)
        #expect(statements.use("a") == .prepare(name: "g1", evicting: nil))
        #expect(statements.use("a") == .run(name: "g1"))
    }

    @Test("at the limit the least recently used one goes")
    func eviction() {
        var statements = PreparedStatements(limit: 2)
        _ = statements.use("a")
        _ = statements.use("b")
        _ = statements.use("a")
        #expect(statements.use("c") == .prepare(name: "g4", evicting: "g2"))
        #expect(statements.use("a") == .run(name: "g1"))
        #expect(statements.use("b") == .prepare(name: "g6", evicting: "g4"))
    }

    @Test("long texts and caches without room prepare nothing")
    func unnamed() {
        var small = PreparedStatements(limit: 2, maximumTextBytes: 3)
        #expect(small.use("abcd") == .unnamed)
        #expect(small.use("abc") == .prepare(name: "g1", evicting: nil))
        var none = PreparedStatements(limit: 0)
        #expect(none.use("a") == .unnamed)
    }

    @Test("a forgotten text is prepared again under a new name")
    func forgotten() {
        var statements = PreparedStatements(limit: 2)
        _ = statements.use("a")
        statements.forget("a")
        #expect(statements.use("a") == .prepare(name: "g2", evicting: nil))
    }
}
