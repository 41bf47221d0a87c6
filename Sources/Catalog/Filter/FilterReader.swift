package import JSON
package import SQLSyntax
package import Store

/// Parses the JSON filter language into a ``Filter``.
///
/// `{"tier": "gold"}`, `{"total": {"$gte": 10}}`, `{"total.$gte": 10}`, `{"customer.tier": "gold"}`, `{"customer": {"tier": "gold"}}`,
/// `{"$and": […]}`, `{"$or": […]}`, `{"$not": {…}}`; several keys must all be true. A value `"{{$user.id}}"` is an attribute of the caller.
/// Fields are looked up in the given collection. If a field was removed from that collection it is unknown, so a filter cannot test a field
/// that the caller may not read.
package struct FilterReader: Sendable {
    /// Most nested levels of a filter.
    package static let maximumDepth = 32
    /// Most relations that one condition may enter, one inside another; a join table counts too. Each multiplies the engine's work.
    package static let maximumHops = 8
    /// Most relations that one filter may enter, over all conditions; a join table counts too. Each adds to the engine's work.
    package static let maximumHopsTogether = 24
    /// Most conditions and groups of a filter.
    package static let maximumNodes = 200
    /// Most values in all lists of one filter.
    package static let maximumListed = 1000

    private let calendar: FilterCalendar
    private let related: @Sendable (Relation) -> Collection?

    /// - Parameters:
    ///   - now: the time of `{{$nDate.today}}`; nil for a stored filter, which would fix the day.
    ///   - zone: the time zone of days, for columns of times; see ``FilterCalendar``.
    ///   - dialect: of the engine that has the columns.
    ///   - related: the target of a relation, with the fields that the caller may filter on; nil hides the relation.
    package init(
        now: Timestamp? = nil, zone: CalendarZone = .utc, dialect: Dialect? = nil, related: @escaping @Sendable (Relation) -> Collection?
    ) {
        calendar = FilterCalendar(now: now, zone: zone, dialect: dialect)
        self.related = related
    }

    /// The nesting of a part of a filter.
    private struct Position {
        var depth = 0
        /// Relations entered around the part; a join table counts too.
        var hops = 0

        var deeper: Position { Position(depth: depth + 1, hops: hops) }
    }

    /// - Throws: ``CatalogError`` (`invalidFilter`) with the key and the permitted alternatives.
    package func read(_ json: JSONValue, on collection: Collection) throws(CatalogError) -> Filter {
        var count = FilterCount()
        return try read(json, on: collection, Position(), &count)
    }

    private func read(_ json: JSONValue, on collection: Collection, _ position: Position, _ count: inout FilterCount) throws(CatalogError) -> Filter {
        try Self.check(position.depth)
        guard let object = json.object else { throw invalid("filter must be an object such as {\"field\": {\"$eq\": 1}}") }
        var parts: [Filter] = []
        for (key, value) in object {
            try count.enter()
            parts.append(try member(key, value, on: collection, position, &count))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func member(
        _ key: String, _ value: JSONValue, on collection: Collection, _ position: Position, _ count: inout FilterCount
    ) throws(CatalogError) -> Filter {
        switch key {
        case "$and": return .all(try group(key, value, on: collection, position, &count))
        case "$or": return .any(try group(key, value, on: collection, position, &count))
        case "$not": return .not(try read(value, on: collection, position.deeper, &count))
        default: break
        }
        guard !key.hasPrefix("$") else { throw unknownOperator(key, at: "filter") }
        // A field name may contain dots, so the whole key is tried before it is split.
        if let field = collection.field(key) { return try conditions(value, on: field, position, &count) }
        return try path(
            key.split(separator: ".", omittingEmptySubsequences: false).map(String.init), key, value, on: collection, position, &count)
    }

    private func group(
        _ key: String, _ value: JSONValue, on collection: Collection, _ position: Position, _ count: inout FilterCount
    ) throws(CatalogError) -> [Filter] {
        guard let list = value.array else { throw invalid("filter: '\(key)' takes a list of filters") }
        var parts: [Filter] = []
        for element in list {
            try count.enter()
            parts.append(try read(element, on: collection, position.deeper, &count))
        }
        return parts
    }

    /// Resolves the names of a dotted key: relations, then a field, then optionally an operator.
    private func path(
        _ names: [String], _ key: String, _ value: JSONValue, on start: Collection, _ position: Position, _ count: inout FilterCount
    ) throws(CatalogError) -> Filter {
        var collection = start
        var position = position
        var relations: [String] = []
        var rest = names[...]
        while let name = rest.first {
            rest = rest.dropFirst()
            if let field = collection.field(name) {
                guard let last = rest.first else { return try conditions(value, on: field, position, &count).behind(relations) }
                guard rest.count == 1, last.hasPrefix("$") else { throw invalid("filter: '\(excerpt(key))' continues after the field '\(name)'") }
                return try condition(last, value, on: field, position, &count).behind(relations)
            }
            guard let relation = collection.relation(name), let target = related(relation) else { throw unknownName(name, on: collection) }
            relations.append(relation.name)
            position = Position(depth: position.depth + 1, hops: position.hops + relation.hops)
            guard position.hops <= Self.maximumHops else {
                throw invalid("filter: '\(excerpt(key))' goes through more than \(Self.maximumHops) relations")
            }
            try count.goThrough(relation.hops)
            try Self.check(position.depth)
            collection = target
            if rest.count == 1, rest.first == "$exists" || rest.first == "$notExists" {
                return try existence(String(rest[rest.startIndex]), value, relations)
            }
        }
        if let object = value.object, object.count == 1, let only = object.keys.first, only == "$exists" || only == "$notExists" {
            return try existence(only, object[only] ?? nil, relations)
        }
        guard value.object != nil else { throw comparedRelation(names, key, on: start) }
        return .related(path: relations, try read(value, on: collection, position, &count))
    }

    private static func check(_ depth: Int) throws(CatalogError) {
        guard depth < maximumDepth else { throw invalid("filter nests deeper than \(maximumDepth) levels") }
    }

    private func existence(_ name: String, _ value: JSONValue, _ relations: [String]) throws(CatalogError) -> Filter {
        guard let given = value.bool else { throw invalid("filter: '\(name)' takes true or false") }
        let there = Filter.related(path: relations, .always)
        return (name == "$exists") == given ? there : .not(there)
    }

    /// Reads the value of a field's key: a scalar, a list, or an object of operators.
    private func conditions(_ value: JSONValue, on field: Field, _ position: Position, _ count: inout FilterCount) throws(CatalogError) -> Filter {
        guard let object = value.object else { return try condition("$eq", value, on: field, position, &count) }
        guard !object.isEmpty else { throw invalid("filter: field '\(field.name)' has no operator; for example {\"$eq\": 1}") }
        var parts: [Filter] = []
        for (name, operand) in object {
            try count.enter()
            parts.append(try condition(name, operand, on: field, position, &count))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Reads one operator with its operand. `$and`, `$or` and `$not` of a field take what a field's key takes:
    /// `{"total": {"$or": [{"$lt": 5}, {"$gt": 50}]}}`.
    private func condition(
        _ name: String, _ value: JSONValue, on field: Field, _ position: Position, _ count: inout FilterCount
    ) throws(CatalogError) -> Filter {
        switch name {
        case "$and", "$or":
            guard let list = value.array ?? value.object.map({ $0.map { .object([$0.key: $0.value]) } }) else {
                throw invalid("filter: '\(name)' of field '\(field.name)' takes a list of values or conditions")
            }
            try Self.check(position.deeper.depth)
            var parts: [Filter] = []
            for element in list {
                try count.enter()
                parts.append(try conditions(element, on: field, position.deeper, &count))
            }
            return name == "$and" ? .all(parts) : .any(parts)
        case "$not" where value.object != nil:
            try Self.check(position.deeper.depth)
            return .not(try conditions(value, on: field, position.deeper, &count))
        default:
            guard let known = FilterOperator(named: name), known != .exists, known != .notExists else {
                throw unknownOperator(name, at: "field '\(field.name)'")
            }
            return try FilterCondition(field: field, path: FieldPath(field: field.name), operation: known, calendar: calendar).read(value, &count)
        }
    }

    /// The error for a relation that is compared with a value; it suggests the column that holds the value.
    private func comparedRelation(_ names: [String], _ key: String, on start: Collection) -> CatalogError {
        let conditions = "conditions on its fields such as {\"id\": 1}, or {\"$exists\": false}"
        guard names.count == 1, let relation = start.relation(names[0]), relation.kind == .belongsTo else {
            return invalid("filter: '\(excerpt(key))' is a relation; expected \(conditions)")
        }
        return invalid("filter: '\(excerpt(key))' is a relation: compare \(relation.columns), or give \(conditions)")
    }

    private func unknownName(_ name: String, on collection: Collection) -> CatalogError {
        let (fields, relations) = (collection.fields.map(\.name), collection.relations.map(\.name))
        var reason = "filter: unknown field '\(excerpt(name))' of collection '\(collection.name)'; fields: \(listing(fields))"
        if !relations.isEmpty { reason += "; relations: \(listing(relations))" }
        reason += NearName.hint(name, among: fields + relations)
        return invalid(reason)
    }

    private func unknownOperator(_ name: String, at location: String) -> CatalogError {
        let operators = FilterOperator.allCases.map(\.rawValue)
        guard !operators.contains(name) else {
            return invalid("filter: '\(name)' at \(location) belongs to relations; for fields $null and $notNull")
        }
        let known = ["$and", "$or", "$not"] + operators
        let near = NearName.hint(name, among: known)
        return invalid("filter: unknown operator '\(excerpt(name))' at \(location); operators: \(listing(known))\(near)")
    }
}

extension Filter {
    /// The condition on one related row: all its parts apply to the same row.
    fileprivate func behind(_ relations: [String]) -> Filter {
        guard !relations.isEmpty, self != .always, self != .never else { return self }
        if case .compare(let path, let comparison) = self { return .compare(FieldPath(relations: relations, field: path.field), comparison) }
        return .related(path: relations, self)
    }
}

/// How much of its limits one filter has used.
struct FilterCount {
    private var nodes = 0
    private var listed = 0
    private var hops = 0

    mutating func enter() throws(CatalogError) {
        nodes += 1
        guard nodes <= FilterReader.maximumNodes else { throw invalid("filter has more than \(FilterReader.maximumNodes) conditions") }
    }

    mutating func goThrough(_ relations: Int) throws(CatalogError) {
        hops += relations
        guard hops <= FilterReader.maximumHopsTogether else {
            throw invalid("filter goes through more than \(FilterReader.maximumHopsTogether) relations in all")
        }
    }

    mutating func list(_ values: Int) throws(CatalogError) {
        listed += values
        guard listed <= FilterReader.maximumListed else { throw invalid("filter lists more than \(FilterReader.maximumListed) values") }
    }
}

func invalid(_ reason: String) -> CatalogError { CatalogError(.invalidFilter, reason) }
