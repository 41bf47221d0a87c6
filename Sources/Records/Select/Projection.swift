import Access
import Catalog

/// What an answer has of each row: fields of the collection, and relations with fields of theirs.
struct Projection {
    /// A relation that is given inside each row.
    struct Append {
        let relation: Relation
        let target: RecordCall
        /// In the collection's order.
        let fields: [Field]
    }

    let fields: [Field]
    let appends: [Append]

    /// - Throws: ``Refusal``: `invalidArgument` for a name that the caller cannot see, the same whether it exists or not; `forbidden` for a relation
    ///   to a collection without the right to view it.
    init(fields: [String], except: [String], appends: [String], _ call: RecordCall) throws(Refusal) {
        let visible = call.visibleFields
        guard !fields.isEmpty || !except.isEmpty || !appends.isEmpty else {
            self.fields = visible
            self.appends = []
            return
        }
        let names = Set(visible.map(\.name))
        let chosen = names.intersection(fields)
        let dropped = Set(except)
        for name in except where !names.contains(name) && call.collection.relation(name) == nil { throw call.unknown(name, argument: "except") }
        var builder = AppendBuilder(call: call)
        for name in fields where !names.contains(name) { try builder.add(name, argument: "fields") }
        for path in appends { try builder.add(path, argument: "appends") }
        self.fields = visible.filter { (fields.isEmpty || chosen.contains($0.name)) && !dropped.contains($0.name) }
        self.appends = builder.appends.filter { !dropped.contains($0.relation.name) }
    }
}

/// Reads paths such as `customer` and `customer.name` into one append a relation.
private struct AppendBuilder {
    let call: RecordCall
    private var order: [String] = []
    private var wanted: [String: (relation: Relation, target: RecordCall, fields: Set<String>?)] = [:]

    init(call: RecordCall) { self.call = call }

    var appends: [Projection.Append] {
        order.compactMap { wanted[$0] }.map { relation, target, names in
            Projection.Append(relation: relation, target: target, fields: target.visibleFields.filter { names?.contains($0.name) ?? true })
        }
    }

    mutating func add(_ path: String, argument: String) throws(Refusal) {
        let names = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (relation, target) = try call.enter(names[0], argument: argument, for: argument == "fields" ? .shown : .related)
        if wanted[relation.name] == nil {
            order.append(relation.name)
            wanted[relation.name] = (relation, target, [])
        }
        guard names.count == 2 else {
            // Asked for whole, whatever fields of it are named elsewhere.
            wanted[relation.name] = (relation, target, nil)
            return
        }
        guard let field = target.visibleFields.first(where: { $0.name == names[1] }) else {
            if names[1].contains(".") || target.collection.relation(names[1]) != nil {
                throw Refusal(.invalidArgument, "\(argument): \"\(relation.name)\" and one field of it are as far as an answer goes")
            }
            throw target.unknown(names[1], argument: argument)
        }
        wanted[relation.name]?.fields?.insert(field.name)
    }
}
