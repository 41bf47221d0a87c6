import Access
import Catalog
import SQL

/// What a result contains for each row: fields of the collection, and relations with their own fields and relations.
struct Projection: Sendable {
    /// A relation that is included in each row.
    struct Append: Sendable {
        let relation: Relation
        let target: RecordCall
        let projection: Projection
        /// Whether the related rows of the related rows are included too, and so on: for a relation of a collection to itself.
        var isRecursive = false
        /// Whether a row without related rows has no member for them.
        var omitsEmpty = false
    }

    /// In the collection's order.
    let fields: [Field]
    let appends: [Append]

    fileprivate init(fields: [Field], appends: [Append]) {
        self.fields = fields
        self.appends = appends
    }

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
        var paths = AppendPaths(call)
        for name in fields where !names.contains(name) { try paths.add(name, argument: "fields") }
        for path in appends { try paths.add(path, argument: "appends") }
        self.fields = visible.filter { (fields.isEmpty || chosen.contains($0.name)) && !dropped.contains($0.name) }
        self.appends = paths.appends.filter { !dropped.contains($0.relation.name) }
    }

    /// The same, and inside each row the rows below it, each with what a row has.
    func tree(of relation: Relation, _ target: RecordCall) -> Projection {
        let others = appends.filter { $0.relation.name != relation.name }
        let row = Projection(fields: fields, appends: others)
        let below = Append(relation: relation, target: target, projection: row, isRecursive: true, omitsEmpty: true)
        return Projection(fields: fields, appends: others + [below])
    }
}

extension RecordCall {
    /// Whether a relation leads to rows of its own collection, and can be followed recursively.
    func isRecursive(_ relation: Relation) -> Bool { relation.target == collection.name }
}

/// Groups paths such as `customer`, `customer.name` and `customer.region.name` into one append for each relation and level.
private struct AppendPaths {
    /// Most relations of a result on all levels: each is a separate statement.
    static let maximumRelations = 100
    /// What NocoBase's clients write after the name of a relation to follow it recursively.
    private static let recursively = "(recursively=true)"

    private struct Branch {
        let relation: Relation
        var paths: AppendPaths
        var isRecursive = false
    }

    private let call: RecordCall
    private let depth: Int
    private var order: [String] = []
    private var branches: [String: Branch] = [:]
    private var names: Set<String> = []
    /// Whether the relation was requested by its own name, even if fields of it are named elsewhere.
    private var isWhole = false

    init(_ call: RecordCall, depth: Int = 0) {
        self.call = call
        self.depth = depth
    }

    var appends: [Projection.Append] {
        order.compactMap { branches[$0] }.map { branch in
            Projection.Append(
                relation: branch.relation, target: branch.paths.call, projection: branch.paths.projection, isRecursive: branch.isRecursive)
        }
    }

    /// What to include of the relation: all fields if only nested relations were named.
    private var projection: Projection {
        let visible = call.visibleFields
        return Projection(fields: isWhole || names.isEmpty ? visible : visible.filter { names.contains($0.name) }, appends: appends)
    }

    private var relations: Int { branches.values.reduce(branches.count) { $0 + $1.paths.relations } }

    mutating func add(_ path: String, argument: String) throws(Refusal) {
        try follow(path, argument: argument)
        try Self.check(relations, argument: argument)
    }

    private static func check(_ relations: Int, argument: String) throws(Refusal) {
        guard relations <= maximumRelations else {
            throw Refusal(.invalidArgument, "\(argument): expected at most \(maximumRelations) relations in all")
        }
    }

    private mutating func follow(_ path: String, argument: String) throws(Refusal) {
        let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isRecursive = parts[0].hasSuffix(Self.recursively) && call.collection.relation(parts[0]) == nil
        let name = isRecursive ? String(parts[0].dropLast(Self.recursively.count)) : parts[0]
        let (relation, target) = try call.enter(name, argument: argument, for: argument == "fields" ? .shown : .related)
        try Self.check(depth + 1, argument: argument)
        guard !isRecursive || call.isRecursive(relation) else {
            throw Refusal(
                .invalidArgument,
                "\(argument): \"\(relation.name)\" is not followed recursively; expected a relation of \(call.collection.name) to itself")
        }
        var branch = branches[relation.name] ?? Branch(relation: relation, paths: AppendPaths(target, depth: depth + 1))
        branch.isRecursive = branch.isRecursive || isRecursive
        if parts.count == 1 {
            branch.paths.isWhole = true
        } else if target.visibleFields.contains(where: { $0.name == parts[1] }) {
            // A field name may contain dots.
            branch.paths.names.insert(parts[1])
        } else {
            try branch.paths.follow(parts[1], argument: argument)
        }
        if branches.updateValue(branch, forKey: relation.name) == nil { order.append(relation.name) }
    }
}
