import Testing

@testable import SQL

@Suite("SQLite's messages about broken constraints")
struct SQLiteMessageTests {
    private static let codes: [(Int32, BrokenConstraint.Kind)] = [
        (SQLiteConstraint.unique, .unique), (SQLiteConstraint.primaryKey, .unique), (SQLiteConstraint.rowID, .unique),
        (SQLiteConstraint.notNull, .notNull), (SQLiteConstraint.foreignKey, .foreignKey), (SQLiteConstraint.check, .check),
        (SQLiteConstraint.dataType, .type), (19, .other), (19 | 7 << 8, .other),
    ]
    /// Messages of other releases and of triggers, and messages that the author of table and constraint names can provoke.
    private static let texts = [
        "", "UNIQUE constraint failed", "unique constraint failed: t.a", "constraint failed", "UNIQUE constraint failed: t.a",
        "UNIQUE constraint failed: t", "UNIQUE constraint failed: index 'i'", "UNIQUE constraint failed: t.a, u.b",
        "UNIQUE constraint failed: t.a.b", "UNIQUE constraint failed: t.a,t.b", "NOT NULL constraint failed: t.a",
        "CHECK constraint failed: t.a", "FOREIGN KEY constraint failed", "FOREIGN KEY constraint failed: t.a",
        "Eindeutigkeit verletzt: t.a",
    ]

    @Test("C43 only the code decides which constraint is broken, not the text")
    func kinds() {
        for (code, kind) in Self.codes {
            for text in Self.texts {
                let error = DatabaseError(sqlite: code, message: text, cause: nil)
                #expect(error.code == .constraint && error.constraint?.kind == kind, "\(code) \(text)")
            }
        }
    }

    @Test("C43 a text of unknown form names no table and no column, so nothing about them is reported")
    func names() {
        for (code, kind) in Self.codes {
            for text in Self.texts {
                let broken = DatabaseError(sqlite: code, message: text, cause: nil).constraint
                let isUnique = kind == .unique && text == "UNIQUE constraint failed: t.a"
                let isNotNull = kind == .notNull && text == "NOT NULL constraint failed: t.a"
                #expect(broken?.table == (isUnique || isNotNull ? "t" : nil), "\(code) \(text)")
                #expect(broken?.columns == (isUnique || isNotNull ? ["a"] : []), "\(code) \(text)")
                #expect(broken?.name == (kind == .check && text == "CHECK constraint failed: t.a" ? "t.a" : nil), "\(code) \(text)")
            }
        }
    }
}
