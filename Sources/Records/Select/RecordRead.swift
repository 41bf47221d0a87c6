import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// A prepared read: the statement for the rows, those for their relations, and the shape of the result. It has no effects.
struct RecordRead: Sendable {
    /// A relation that is read first and then written into each row.
    struct Appended: Sendable {
        let name: String
        let isToMany: Bool
        let statement: Statement
        let shape: RowShape
        /// The indexes of the key in a row of ``statement``.
        let targetColumns: [Int]
        /// The indexes of the same key in a row of the collection.
        let ownColumns: [Int]
        /// Relations of the related rows.
        let appended: [Appended]
        /// The columns of ``statement`` with the key that leads on from a row, for a relation that is followed recursively.
        let nextColumns: [Int]?
        /// See ``Projection/Append/omitsEmpty``.
        let omitsEmpty: Bool
    }

    let statement: Statement
    let shape: RowShape
    let appended: [Appended]

    /// A complete statement without relations.
    init(statement: Statement, shape: RowShape) {
        self.statement = statement
        self.shape = shape
        appended = []
    }

    /// - Parameters:
    ///   - tail: the SQL after FROM: conditions, order, limits.
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

    /// Reads the related rows of all rows of a page in one statement, and in one more for each nested relation.
    private static func appended(
        _ append: Projection.Append, of collection: Collection, from: Statement, _ shape: inout RowShape
    ) throws -> Appended {
        let (target, relation) = (append.target, append.relation)
        let alias = RecordCall.alias
        let ownColumns = relation.fields.map { shape.column(of: $0) }
        let rows = try RelatedRows(relation, target)
        var inner = RowShape(fields: append.projection.fields, masked: target.rights.masked)
        // Whole numbers have one representation, so the target's own key can join the rows.
        let isPlain = (relation.fields.map(collection.field) + rows.fields.map(rows.collection.field)).allSatisfy { $0?.type == .integer }
        let reached: Statement
        if isPlain {
            let own = Statement.joined(relation.fields.map { "\(alias).\(Identifier($0))" }, by: ", ")
            // On PostgreSQL `IN` would look its operator up along the search path; the other engines have no row comparison with `ANY`.
            let among: Statement = target.dialect == .postgresql ? "\(EngineOperator.equal) ANY" : "IN"
            let keys: Statement = append.isRecursive ? try Self.keys(own, from, relation, target) : "SELECT \(own) FROM \(from)"
            reached = rows.clause(where: "(\(rows.selectedFields)) \(among) (SELECT * FROM (\(keys)) AS p)")
        } else {
            // Other values can be equal for the engine and differ in bytes (case, 1.5 and 1.50), so the engine joins the rows.
            let keys = PageKeys(relation, of: collection, from: from, dialect: target.dialect)
            reached = rows.clause(joining: " JOIN (\(keys.statement)) AS \(PageKeys.alias) ON \(keys.matching(rows))")
        }
        let nested = try append.projection.appends.map { try Self.appended($0, of: target.collection, from: reached, &inner) }
        let nextColumns = append.isRecursive ? relation.fields.map { inner.column(of: $0) } : nil
        let targetColumns: [Int]
        let selected: Statement
        if isPlain, relation.through == nil {
            targetColumns = rows.fields.map { inner.column(of: $0) }
            selected = inner.selected(from: alias)
        } else {
            targetColumns = relation.fields.indices.map { max(inner.columns.count, 1) + $0 }
            selected = "\(inner.selected(from: alias)), \(isPlain ? rows.selectedFields : PageKeys.selected(relation))"
        }
        return Appended(
            name: relation.name, isToMany: relation.isToMany, statement: "SELECT \(selected) FROM \(reached)\(try SortOrder([], target).clause)",
            shape: inner, targetColumns: targetColumns, ownColumns: ownColumns, appended: nested, nextColumns: nextColumns,
            omitsEmpty: append.omitsEmpty)
    }

    /// The keys of the rows of a page, and of all rows that the relation of the collection to itself leads to from them, within the caller's
    /// rights. A key occurs once, so that rows that lead to each other end it.
    /// - Parameter own: the columns of the key.
    private static func keys(_ own: Statement, _ from: Statement, _ relation: Relation, _ target: RecordCall) throws -> Statement {
        let (found, key, alias) = (Identifier("gh_found"), Identifier("k"), RecordCall.alias)
        var conditions = Conditions()
        for name in relation.targetFields { conditions.add("\(alias).\(Identifier(name)) \(EngineOperator.equal) \(found).\(key)") }
        conditions.add(try target.rule(.view))
        return """
            WITH RECURSIVE \(found) (\(key)) AS (SELECT * FROM (SELECT \(own) FROM \(from)) AS s \
            UNION SELECT \(own) FROM \(target.collection.reference(as: alias)), \(found)\(conditions.clause)) SELECT \(key) FROM \(found)
            """
    }
}

extension RecordRead {
    /// Writes each row as a JSON value, into an array or after a key.
    /// - Parameter isOne: whether the result has only one row.
    func write(_ connection: any Connection, maximumRows: Int, isOne: Bool = false, to writer: inout JSONWriter) throws -> RecordSummary {
        var lookups: [AppendedRows] = []
        for append in appended { lookups.append(try AppendedRows(append, connection)) }
        let limits = RowLimits(maximumRows: maximumRows, maximumBytes: RecordLimits.readBytes)
        var rows = 0
        var cut = Set(lookups.flatMap(\.cutValues))
        var cutRelations = Set(lookups.flatMap(\.cutRelations))
        var current = JSONWriter(reservingCapacity: JSONWriter.quickCapacity)
        let summary = try connection.query(statement, limits: limits, columns: { _ in }) { row in
            current.removeAll()
            let names = try shape.write(row, isOne: isOne, to: &current)
            for lookup in lookups { cutRelations.formUnion(lookup.write(row, to: &current)) }
            current.endObject()
            guard rows == 0 || writer.bytes.count + current.bytes.count <= RecordLimits.answerBytes else { return .stop }
            if !names.isEmpty { cut.formUnion(names) }
            writer.raw(current.bytes)
            rows += 1
            return .more
        }
        return RecordSummary(rows: rows, isTruncated: summary.isTruncated, cutRelations: cutRelations.sorted(), cutValues: cut)
    }
}

/// The facts about a finished read.
struct RecordSummary: Hashable, Sendable {
    let rows: Int
    var isTruncated: Bool
    /// Relations of which not all rows fitted.
    var cutRelations: [String] = []
    /// Fields, and fields of relations, in which a value was cut.
    var cutValues: Set<String> = []
    /// The cursor for the rows that did not fit.
    var nextCursor: String?
    /// See ``AllowedActions``; nil when they were not requested.
    var allowedActions: [UInt8]?

    /// Writes members of `meta` about omitted rows and cut values.
    func write(to writer: inout JSONWriter) {
        if isTruncated {
            writer.key("truncated")
            writer.bool(true)
        }
        if !cutRelations.isEmpty {
            writer.key("truncatedAppends")
            writer.array { writer in
                for name in cutRelations { writer.string(name) }
            }
        }
        if !cutValues.isEmpty {
            writer.key("truncatedValues")
            writer.array { writer in
                for name in cutValues.sorted() { writer.string(name) }
            }
        }
        if let nextCursor {
            writer.key("nextCursor")
            writer.string(nextCursor)
        }
        if let allowedActions {
            writer.key("allowedActions")
            writer.raw(allowedActions)
        }
    }

    /// - Throws: ``Refusal`` `limited` when not even the first of the rows fitted.
    func checkFirstFits() throws(Refusal) {
        guard isTruncated, rows == 0 else { return }
        throw Refusal(.limited, "one row alone is larger than \(RecordLimits.readBytes / 1024 / 1024) MB: ask for fewer fields")
    }

    /// Writes `meta` if something was omitted or cut.
    func writeMeta(to writer: inout JSONWriter) {
        guard isTruncated || !cutRelations.isEmpty || !cutValues.isEmpty || allowedActions != nil else { return }
        writer.key("meta")
        writer.object { write(to: &$0) }
    }
}
