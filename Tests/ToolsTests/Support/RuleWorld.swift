import Foundation
import JSON
import SQLSyntax
import SeededRandom

/// A table with columns of many types and collations and random rows, on one engine, with an oracle that knows the same rows in memory.
struct RuleWorld {
    /// The type of a column, with the collation that compares its values.
    enum Kind: CaseIterable {
        /// Text of the database's own collation, of one that ignores case (exact here all the same), of one by bytes, and of one whose type ignores
        /// case.
        case plain, looseCollation, exactCollation, looseType
        case whole, exact, double, flag, day, moment, uuid, choice
    }

    struct Column {
        let name: String
        let kind: Kind

        var isText: Bool { [.plain, .looseCollation, .exactCollation, .looseType].contains(kind) }
        var hasOrder: Bool { ![.flag, .uuid, .choice].contains(kind) }
    }

    /// A value in the form that the oracle compares: text as it is, numbers in thousandths, days as text, moments in seconds since 2026.
    enum Cell: Hashable {
        case null
        case text(String)
        case number(Int64)
        case flag(Bool)
    }

    struct Row {
        let id: Int64
        var cells: [String: Cell]
        let owner: Int64?
    }

    static let owners: [(id: Int64, name: String)] = [(1, "Ada"), (2, "Bo"), (3, "ada")]

    let dialect: Dialect
    let columns: [Column]
    let rows: [Row]

    init(_ dialect: Dialect, _ random: inout SeededGenerator) {
        self.dialect = dialect
        var kinds: [(String, Kind)] = [
            ("word", .plain), ("label", .looseCollation), ("code", .exactCollation), ("amount", .whole), ("price", .exact), ("ratio", .double),
            ("paid", .flag), ("due", .day), ("seen", .moment), ("ref", .uuid), ("state", .choice),
        ]
        // The other engines have no such types.
        if dialect == .postgresql { kinds += [("email", .looseType), ("nick", .looseCollation)] }
        columns = kinds.map { Column(name: $0.0, kind: $0.1) }
        var rows: [Row] = []
        for id in 1...Int64(40) {
            var cells: [String: Cell] = [:]
            for column in columns {
                cells[column.name] = random.chance(percent: 15) ? .null : Self.cell(random.pick(Self.pool(column.kind)), column.kind)
            }
            rows.append(Row(id: id, cells: cells, owner: random.chance(percent: 20) ? nil : Int64(1 + random.below(3))))
        }
        self.rows = rows
    }

    // MARK: Values

    /// Values as callers write them in JSON, without the marks of JSON.
    static func pool(_ kind: Kind) -> [String] {
        switch kind {
        case .plain, .looseCollation, .exactCollation:
            ["gold", "Gold", "GOLD", "gold ", " gold", "", "a%b", "a_b", "axb", "it's", "漢字", "x!y", "b\\c", "z"]
        case .looseType: ["gold", "Gold", "GOLD", "silver", "SILVER", "Bronze", "bronze"]
        case .whole: ["-1", "0", "1", "2", "5", "9007199254740993"]
        case .exact: ["-3", "0", "0.1", "10.25", "10.5", "1000000.75"]
        case .double: ["-1.5", "0", "0.5", "2.25", "1000"]
        case .flag: ["true", "false"]
        case .day: ["1999-12-31", "2026-01-01", "2026-01-31", "2026-02-28"]
        case .moment: ["2026-01-01T00:00:00Z", "2026-01-01T23:59:59Z", "2026-01-02T01:00:00Z", "2026-02-28T12:30:00Z"]
        case .uuid: (1...4).map { "00000000-0000-4000-8000-00000000000\($0)" } + ["abcdefab-cdef-4abc-8def-abcdefabcdef"]
        case .choice: ["open", "done", "lost"]
        }
    }

    static func cell(_ text: String, _ kind: Kind) -> Cell {
        switch kind {
        case .plain, .looseCollation, .exactCollation, .looseType, .uuid, .choice, .day: .text(text)
        case .whole, .exact, .double: .number(thousandths(text))
        case .flag: .flag(text == "true")
        case .moment: .number(seconds(text))
        }
    }

    private static func thousandths(_ text: String) -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]).padding(toLength: 3, withPad: "0", startingAt: 0) : "000"
        return Int64("\(parts[0])\(fraction)") ?? 0
    }

    /// Since the beginning of 2026 in UTC.
    static func seconds(_ text: String) -> Int64 {
        let date = try? Date(text.replacing("T05:30:00+05:30", with: "T00:00:00Z"), strategy: .iso8601)
        return Int64((date ?? .distantPast).timeIntervalSince1970) - 1_767_225_600
    }

    // MARK: The engine's side

    private func type(_ column: Column) -> String {
        switch (column.kind, dialect) {
        case (.plain, _): "VARCHAR(20)"
        case (.looseCollation, .sqlite): "VARCHAR(20) COLLATE NOCASE"
        case (.looseCollation, .mysql): "VARCHAR(20) COLLATE utf8mb4_general_ci"
        case (.looseCollation, .postgresql): column.name == "nick" ? "TEXT COLLATE loose" : "VARCHAR(20) COLLATE \"und-x-icu\""
        case (.exactCollation, .sqlite): "VARCHAR(20) COLLATE RTRIM"
        case (.exactCollation, .mysql): "VARCHAR(20) COLLATE utf8mb4_bin"
        case (.exactCollation, .postgresql): "TEXT COLLATE \"C\""
        case (.looseType, _): "citext"
        case (.whole, _): "BIGINT"
        case (.exact, _): "DECIMAL(14,3)"
        case (.double, .postgresql): "DOUBLE PRECISION"
        case (.double, _): "DOUBLE"
        case (.flag, _): "BOOLEAN"
        case (.day, _): "DATE"
        case (.moment, .postgresql): "TIMESTAMPTZ"
        case (.moment, .mysql): "TIMESTAMP(6) NULL"
        case (.moment, .sqlite): "DATETIME"
        case (.uuid, .sqlite): "UUID"
        case (.uuid, _): "UUID"
        case (.choice, .postgresql): "states"
        case (.choice, .mysql): "ENUM('open', 'done', 'lost')"
        case (.choice, .sqlite): "VARCHAR(10)"
        }
    }

    /// The statements that make the tables and fill them.
    var script: [String] {
        var out: [String] = []
        if dialect == .postgresql {
            out += [
                "CREATE EXTENSION citext", "CREATE TYPE states AS ENUM ('open', 'done', 'lost')",
                "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
            ]
        }
        out.append("CREATE TABLE owners (id BIGINT PRIMARY KEY, name VARCHAR(20))")
        let list = columns.map { "\($0.name) \(type($0))" }.joined(separator: ", ")
        out.append("CREATE TABLE things (id BIGINT PRIMARY KEY, owner_id BIGINT REFERENCES owners (id), hits BIGINT, \(list))")
        out += Self.owners.map { "INSERT INTO owners VALUES (\($0.id), '\($0.name)')" }
        for row in rows {
            let values = columns.map { literal(row.cells[$0.name] ?? .null, $0.kind, row.id) }.joined(separator: ", ")
            // The client's session has the machine's zone.
            let zone = dialect == .mysql ? "SET time_zone = '+00:00'; " : ""
            out.append("\(zone)INSERT INTO things VALUES (\(row.id), \(row.owner.map(String.init) ?? "NULL"), 0, \(values))")
        }
        return out
    }

    private func literal(_ cell: Cell, _ kind: Kind, _ id: Int64) -> String {
        switch (cell, kind) {
        case (.null, _): return "NULL"
        case (.flag(let flag), _): return flag ? "TRUE" : "FALSE"
        case (.number(let seconds), .moment):
            let text = Self.pool(.moment).first { Self.seconds($0) == seconds } ?? ""
            let plain = text.replacing("T", with: " ").replacing("Z", with: "")
            // SQLite stores values unchanged, so the spellings differ from row to row.
            guard dialect == .sqlite else { return dialect == .mysql ? "'\(plain)'" : "'\(plain)+00'" }
            return id % 2 == 0 ? "'\(plain)'" : "'\(plain.replacing(" ", with: "T"))Z'"
        case (.number(let number), _):
            guard number % 1_000 != 0 else { return "\(number / 1_000)" }
            return "\(number / 1_000).\(String(format: "%03d", abs(number % 1_000)))"
        case (.text(let text), _):
            let quoted = text.replacing("'", with: "''")
            return "'\(dialect == .mysql ? quoted.replacing("\\", with: "\\\\") : quoted)'"
        }
    }
}
