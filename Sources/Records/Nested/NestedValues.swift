import Access
import Catalog
import JSON

/// The values of one row, split into its fields and its related rows: `{"title": "x", "author": 5, "tags": [1, {"name": "new"}]}`.
struct NestedValues: Sendable {
    /// One row of a relation.
    enum Row: Sendable {
        /// An existing row. Other members are values for it, which are written only with ``RelatedValues/isWritten``.
        case known(key: JSONValue, others: JSONObject)
        case new(JSONObject)
    }

    /// The values given for one relation.
    struct RelatedValues: Sendable {
        let relation: Relation
        let target: RecordCall
        /// Empty for null and for an empty array.
        let rows: [Row]
        /// Whether existing rows get the values given with their keys.
        let isWritten: Bool
        /// The argument of the values: `values.tags`.
        let argument: String
        /// The path of relations from the row itself: `author.region`.
        let path: String
    }

    let fields: JSONValue
    let related: [RelatedValues]

    /// Whether the values name a relation.
    static func isNeeded(_ values: JSONValue, _ call: RecordCall) -> Bool {
        guard !call.collection.relations.isEmpty else { return false }
        let rows = values.array?.compactMap(\.object) ?? [values.object].compactMap(\.self)
        return rows.contains { row in row.contains(where: { call.collection.field($0.key) == nil && call.collection.relation($0.key) != nil }) }
    }

    /// Refuses more related rows than one call may write, over all relations and levels.
    /// - Parameter times: number of rows that get the values.
    /// - Throws: ``Refusal`` `limited`.
    static func checkCount(of values: JSONValue, times: Int = 1, _ call: RecordCall) throws(Refusal) {
        let count = count(values, in: call.collection, call.catalog)
        guard count * times > RecordLimits.changedRows else { return }
        throw Refusal(
            .limited,
            "values: name \(count) rows of relations for \(times) row\(times == 1 ? "" : "s"); one call writes \(RecordLimits.changedRows); nothing was changed"
        )
    }

    private static func count(_ values: JSONValue, in collection: Collection, _ catalog: (String) -> Collection?) -> Int {
        (values.array ?? [values]).reduce(0) { sum, row in
            (row.object ?? [:]).reduce(sum) { sum, member in
                guard collection.field(member.key) == nil, let target = collection.relation(member.key).flatMap({ catalog($0.target) }) else {
                    return sum
                }
                let given = member.value.isNull ? 0 : member.value.array?.count ?? 1
                return sum + given + count(member.value, in: target, catalog)
            }
        }
    }

    /// - Parameters:
    ///   - path: of the relation that leads to the row; empty for the row itself.
    ///   - written: paths of relations whose rows get the values given with their keys.
    ///   - isChosen: whether the member of this name is written.
    /// - Throws: ``Refusal`` `invalidArgument`, with the same text for a relation that the caller may not follow and for a missing one.
    init(
        _ values: JSONValue, argument: String, under path: String, written: [String], _ call: RecordCall, where isChosen: (String) -> Bool
    ) throws(Refusal) {
        guard let object = values.object else {
            throw Refusal(.invalidArgument, "\(argument): expected an object of fields, found \(FieldValue.shown(values))")
        }
        var fields: JSONObject = [:]
        var related: [RelatedValues] = []
        for (name, value) in object {
            guard call.collection.field(name) == nil, call.collection.relation(name) != nil else {
                fields[name] = value
                continue
            }
            let (relation, target) = try call.enter(name, argument: argument)
            guard isChosen(name) else { continue }
            let whole = path.isEmpty ? name : "\(path).\(name)"
            related.append(
                RelatedValues(
                    relation: relation, target: target, rows: try Self.rows(value, relation, target, "\(argument).\(name)"),
                    isWritten: written.contains(whole), argument: "\(argument).\(name)", path: whole))
        }
        self.fields = .object(fields)
        self.related = related
    }

    private static func rows(_ value: JSONValue, _ relation: Relation, _ target: RecordCall, _ argument: String) throws(Refusal) -> [Row] {
        if value.isNull { return [] }
        let list = value.array ?? [value]
        guard relation.isToMany || value.array == nil else {
            throw Refusal(.invalidArgument, "\(argument): leads to one row: expected a key or an object")
        }
        guard list.count <= RecordLimits.changedRows else {
            throw Refusal(.invalidArgument, "\(argument): expected at most \(RecordLimits.changedRows) rows, found \(list.count)")
        }
        let keys = target.collection.primaryKey
        var rows: [Row] = []
        for element in list {
            guard let object = element.object else {
                rows.append(.known(key: element, others: [:]))
                continue
            }
            let given = keys.filter { object[$0].map { !$0.isNull } ?? false }
            guard !given.isEmpty else {
                rows.append(.new(object))
                continue
            }
            guard given == keys else {
                throw Refusal(.invalidArgument, "\(argument): expected all of \(keys.joined(separator: ", ")) as the key of a row")
            }
            let others = JSONObject(object.filter { !keys.contains($0.key) }.map { ($0.key, $0.value) })
            rows.append(.known(key: .object(JSONObject(keys.map { ($0, object[$0] ?? .null) })), others: others))
        }
        return rows
    }
}
