package import SQL
import SQLSyntax

/// Reads schema and values of a database into an index.
package struct SourceReader: Sendable {
    /// Rows of a table that are looked at. Unit: rows.
    static let sampledRows = 50_000

    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    package func read(_ bounds: CallBounds) async throws -> SourceIndex {
        let schema = try await database.reflect(bounds)
        let sampled = try await database.read(bounds) { connection in
            try schema.tables.map { try Self.sample($0, in: schema, on: connection) }
        }
        return Self.index(schema, sampled, database.dialect)
    }

    private struct Sample: Sendable {
        var values: [[String]]
        var profiles: [ColumnProfile]
        var rows: Int
    }

    private static func sample(_ table: TableSchema, in schema: DatabaseSchema, on connection: any Connection) throws -> Sample {
        let name: Statement = table.schema == schema.home ? "\(Identifier(table.name))" : "\(Identifier(table.schema)).\(Identifier(table.name))"
        let limit = Int64(sampledRows)
        let rows = Int(try connection.count("SELECT count(*) FROM (SELECT 1 AS one FROM " + name + " LIMIT \(limit)) AS sampled"))
        var sample = Sample(values: [], profiles: [], rows: rows)
        for column in table.columns {
            guard column.type != .blob, column.type != .json else {
                sample.values.append([])
                sample.profiles.append(ColumnProfile(kind: .other))
                continue
            }
            let own: Statement = "\(Identifier(column.name))"
            let most = Int64(ValueIndex.maximumPerColumn)
            let values = try connection.all(
                "SELECT DISTINCT " + own + " AS value FROM (SELECT " + own + " FROM " + name + " LIMIT \(limit)) AS sampled WHERE " + own
                    + " IS NOT NULL LIMIT \(most)"
            ) { $0.text(0) ?? "" }
            let nulls = try connection.count(
                "SELECT count(*) FROM (SELECT " + own + " FROM " + name + " LIMIT \(limit)) AS sampled WHERE " + own + " IS NULL")
            sample.profiles.append(ColumnProfile(values, type: column.type, rows: rows, nulls: Int(nulls)))
            sample.values.append(values)
        }
        return sample
    }

    private static func index(_ schema: DatabaseSchema, _ samples: [Sample], _ dialect: Dialect) -> SourceIndex {
        var values = ValueIndex()
        var tables: [SourceIndex.Table] = []
        for (number, table) in schema.tables.enumerated() {
            let form = NameForm(table.name)
            let own = Set(form.words.map(\.lemma)).union(IdentifierWords.affixes(of: table.columns.map(\.name)))
            let columns = table.columns.enumerated().map { place, column in
                let profile = samples[number].profiles[place]
                if profile.kind == .text || profile.kind == .flag || profile.isStoredAsText {
                    values.add(samples[number].values[place], of: ColumnID(number, place))
                }
                return SourceIndex.Column(
                    name: column.name,
                    form: NameForm(IdentifierWords.withoutInitials(column.name, in: table.name, schema.tables.map(\.name)), minor: own),
                    type: column.type, profile: profile,
                    isPrimaryKey: table.primaryKey.contains(column.name), isForeignKey: table.foreignKeys.contains { $0.columns == [column.name] })
            }
            let key = table.primaryKey.compactMap { name in table.columns.firstIndex { $0.name == name } }
            tables.append(
                SourceIndex.Table(
                    schema: table.schema == schema.home ? nil : table.schema, name: table.name, form: form, columns: columns, primaryKey: key,
                    rows: Int64(samples[number].rows), isBridge: false))
        }
        let declared = Self.declaredEdges(schema, tables)
        for number in tables.indices {
            let keys = Set(declared.filter { $0.from.table == number }.map(\.from.column))
            tables[number].isBridge = keys.count >= 2
        }
        let joins = JoinGraph(declared + JoinInference.edges(tables, declared: declared))
        return SourceIndex(dialect: dialect, tables: tables, values: values, joins: joins)
    }

    private static func declaredEdges(_ schema: DatabaseSchema, _ tables: [SourceIndex.Table]) -> [JoinGraph.Edge] {
        var out: [JoinGraph.Edge] = []
        for (number, table) in schema.tables.enumerated() {
            for key in table.foreignKeys where key.columns.count == 1 {
                let other = schema.tables.firstIndex {
                    $0.schema == key.referencedSchema && $0.name.lowercased() == key.referencedTable.lowercased()
                }
                guard let other, let from = place(of: key.columns[0], in: tables[number]) else { continue }
                let named = key.referencedColumns.first.flatMap { place(of: $0, in: tables[other]) }
                guard let to = named ?? tables[other].primaryKey.first else { continue }
                out.append(JoinGraph.Edge(from: ColumnID(number, from), to: ColumnID(other, to), isDeclared: true))
            }
        }
        return out
    }

    private static func place(of name: String, in table: SourceIndex.Table) -> Int? {
        table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
    }
}
