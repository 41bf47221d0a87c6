package import Access
import Catalog
package import JSON

/// The rows that a relation leads to from one row: `orders.lines` of the order with a key.
package struct Association: Sendable {
    /// A call on the collection of these rows.
    package let call: RecordCall
    private let relation: Relation
    /// What the fields of those rows hold that belong to the one row; nil when it leads to none.
    private let values: [(field: String, value: JSONValue)]?

    init(_ relation: Relation, from row: JSONObject, _ call: RecordCall) {
        self.call = call
        self.relation = relation
        let values = zip(relation.targetFields, relation.fields).map { (field: $0, value: row[$1] ?? .null) }
        self.values = values.contains { $0.value.isNull } ? nil : values
    }

    /// A filter narrowed to these rows.
    package func filter(_ own: JSONValue?) -> JSONValue {
        guard let values else { return ["$or": []] }
        let these = JSONValue.object(JSONObject(values.map { ($0.field, ["$eq": $0.value]) }))
        return ["$and": .array([these] + [own].compactMap(\.self))]
    }

    /// The key of the row that is meant: the only one that there can be needs none.
    /// - Returns: nil when the relation leads to none.
    /// - Throws: ``Refusal`` `invalidArgument`.
    package func key(_ given: JSONValue?) throws(Refusal) -> JSONValue? {
        if let given { return given }
        guard relation.kind == .belongsTo, relation.targetFields == call.collection.primaryKey else {
            throw Refusal(.invalidArgument, "argument 'filterByTk': missing (expected the primary key of a row of \(relation.name))")
        }
        guard let values else { return nil }
        return values.count == 1 ? values[0].value : .object(JSONObject(values.map { ($0.field, $0.value) }))
    }

    /// Rows to create, which belong to the one row.
    /// - Throws: ``Refusal`` `invalidArgument`.
    package func belonging(_ rows: JSONValue, whitelist: [String], blacklist: [String]) throws(Refusal) -> (rows: JSONValue, whitelist: [String]) {
        guard relation.kind == .hasMany, let values else {
            throw Refusal(
                .invalidArgument,
                "resource: rows of '\(relation.name)' do not belong to the row of sourceId, it belongs to them: create one in "
                    + "'\(call.collection.name)', then set \(relation.fields.joined(separator: ", ")) by an update; nothing was changed")
        }
        let names = values.map(\.field)
        var made: [JSONValue] = []
        for row in rows.array ?? [rows] {
            guard var object = row.object else { throw Refusal(.invalidArgument, "values: expected an object of fields, or an array of these") }
            guard !names.contains(where: { object[$0] != nil || blacklist.contains($0) }) else {
                throw Refusal(.invalidArgument, "values: \(names.joined(separator: ", ")) come from sourceId: leave them out; nothing was changed")
            }
            for (name, value) in values { object[name] = value }
            made.append(.object(object))
        }
        return (rows.array == nil ? made[0] : .array(made), whitelist.isEmpty ? [] : whitelist + names)
    }
}

extension Records {
    /// Follows a relation from one row, as far as the caller may see the row and what leads on.
    /// - Parameters:
    ///   - name: the relation's.
    ///   - key: of the row (`sourceId`).
    ///   - call: on the row's collection.
    /// - Throws: ``Refusal`` `notFound` when there is no such row that the caller may see; `invalidArgument` for an unknown relation.
    package func association(_ name: String, of key: JSONValue, _ call: RecordCall) async throws -> Association {
        try call.require(.view)
        let (relation, target) = try call.enter(name, argument: "resource")
        guard key.array == nil else { throw Refusal(.invalidArgument, "sourceId: expected the primary key of one row") }
        var request = GetRequest(key: key)
        request.argument = "sourceId"
        request.fields = relation.fields
        let answer = try JSONValue(parsing: try await get(request, call).json.bytes)
        guard let row = answer["data"]?.object else {
            throw Refusal(.notFound, "sourceId: there is no such row of \(call.collection.name) that you may view")
        }
        return Association(relation, from: row, target)
    }
}
