import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// A prepared reading of rows: the statement that finds them, those that bring their relations, and the shape of the answer. No effects.
struct RecordRead: Sendable {
    /// A relation that is read first and then written into each row.
    struct Appended: Sendable {
        let name: String
        let kind: Relation.Kind
        let statement: Statement
        let shape: RowShape
        /// Where the key stands in a row of ``statement``.
        let targetColumns: [Int]
        /// Where the same key stands in a row of the collection.
        let ownColumns: [Int]
    }

    let statement: Statement
    let shape: RowShape
    let appended: [Appended]

    /// A statement as it stands, without relations.
    init(statement: Statement, shape: RowShape) {
        self.statement = statement
        self.shape = shape
        appended = []
    }

    /// - Parameters:
    ///   - tail: what follows FROM: conditions, order, limits.
    init(_ plan: RecordPlan, tail: Statement, _ call: RecordCall) throws {
        guard !plan.projection.appends.isEmpty else {
            statement = plan.head + tail
            shape = plan.shape
            appended = []
            return
        }
        var shape = plan.shape
        let from = call.collection.reference(as: RecordCall.alias) + tail
        appended = try plan.projection.appends.map { try Self.appended($0, of: call.collection, from: from, &shape) }
        statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(from)"
        self.shape = shape
    }

    /// The related rows of all rows of a page in one statement.
    private static func appended(
        _ append: Projection.Append, of collection: Collection, from: Statement, _ shape: inout RowShape
    ) throws -> Appended {
        let target = append.target
        let alias = RecordCall.alias
        var inner = RowShape(fields: append.fields, masked: target.rights.masked)
        let relation = append.relation
        let ownColumns = relation.fields.map { shape.column(of: $0) }
        var conditions = Conditions()
        conditions.add(try target.rule(.view))
        let order = try SortOrder([], target).clause
        let rows = target.collection.reference(as: alias)
        // Equal whole numbers are one value, so that rows are brought together by the target's own key.
        if relation.fields.allSatisfy({ collection.field($0)?.type == .integer }) {
            let targetColumns = relation.targetFields.map { inner.column(of: $0) }
            let own = Statement.joined(relation.fields.map { "\(alias).\(Identifier($0))" }, by: ", ")
            let other = Statement.joined(relation.targetFields.map { "\(alias).\(Identifier($0))" }, by: ", ")
            // On PostgreSQL `IN` would look its operator up along the search path; the others have no operator before `ANY` for rows.
            let among: Statement = target.dialect == .postgresql ? "\(EngineOperator.equal) ANY" : "IN"
            conditions.add("(\(other)) \(among) (SELECT * FROM (SELECT \(own) FROM \(from)) AS p)")
            return Appended(
                name: relation.name, kind: relation.kind, statement: "SELECT \(inner.selected(from: alias)) FROM \(rows)\(conditions.clause)\(order)",
                shape: inner, targetColumns: targetColumns, ownColumns: ownColumns)
        }
        // Other values can be equal for the engine and yet differ (letters without case, 1.5 and 1.50): it brings the rows together.
        let keys = PageKeys(relation, of: collection, from: from, dialect: target.dialect)
        return Appended(
            name: relation.name, kind: relation.kind,
            statement: """
                SELECT \(inner.selected(from: alias)), \(keys.selected) FROM \(rows) \
                JOIN (\(keys.statement)) AS \(PageKeys.alias) ON \(keys.matching(target.collection, alias))\(conditions.clause)\(order)
                """,
            shape: inner, targetColumns: relation.fields.indices.map { max(inner.columns.count, 1) + $0 }, ownColumns: ownColumns
        )
    }
}

extension RecordRead {
    /// Writes each row as a JSON value into an array or after a key that has been begun.
    /// - Parameter isOne: the answer has one row alone.
    func write(_ connection: any Connection, maximumRows: Int, isOne: Bool = false, to writer: inout JSONWriter) throws -> RecordSummary {
        var lookups: [AppendedRows] = []
        for append in appended { lookups.append(try AppendedRows(append, connection)) }
        let limits = RowLimits(maximumRows: maximumRows, maximumBytes: RecordLimits.readBytes)
        var rows = 0
        var cut = Set(lookups.flatMap(\.cutValues))
        var current = JSONWriter(reservingCapacity: 1024)
        let summary = try connection.query(statement, limits: limits, columns: { _ in }) { row in
            current.removeAll()
            let names = try shape.write(row, isOne: isOne, to: &current)
            for lookup in lookups { lookup.write(row, to: &current) }
            current.endObject()
            guard rows == 0 || writer.bytes.count + current.bytes.count <= RecordLimits.answerBytes else { return .stop }
            if !names.isEmpty { cut.formUnion(names) }
            writer.raw(current.bytes)
            rows += 1
            return .more
        }
        return RecordSummary(rows: rows, isTruncated: summary.isTruncated, cutRelations: lookups.filter(\.isTruncated).map(\.name), cutValues: cut)
    }
}
