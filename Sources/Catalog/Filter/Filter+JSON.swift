package import JSON
import SQL

/// The stored and listed form of a filter: the filter language in a canonical form that can be parsed without the collection.
///
/// Relations are nested objects, and operators are always written out: `{"customer": {"tier": {"$eq": "gold"}}}`.
extension Filter {
    package var json: JSONValue {
        switch self {
        case .all(let parts): parts.isEmpty ? .object([:]) : .object(["$and": .array(parts.map(\.json))])
        case .any(let parts): .object(["$or": .array(parts.map(\.json))])
        case .not(let inner): .object(["$not": inner.json])
        case .related(let path, let inner): Self.nested(path, inner.json)
        case .compare(let path, let comparison): Self.nested(path.relations + [path.field], comparison.json)
        }
    }

    private static func nested(_ path: [String], _ inner: JSONValue) -> JSONValue {
        path.reversed().reduce(inner) { inner, name in .object(JSONObject([(name, inner)])) }
    }

    /// Parses the canonical form. Names are not checked here; they were checked when the filter was made, and are checked again when it is
    /// written as SQL.
    /// - Throws: ``CatalogError`` (`invalidFilter`) for any other form.
    package init(kept json: JSONValue) throws(CatalogError) {
        guard let object = json.object else { throw Self.unreadable }
        guard let (key, value) = object.first else {
            self = .always
            return
        }
        guard object.count == 1 else { throw Self.unreadable }
        switch key {
        case "$and": self = .all(try Self.list(value))
        case "$or": self = .any(try Self.list(value))
        case "$not": self = .not(try Filter(kept: value))
        default:
            guard !key.hasPrefix("$"), let inner = value.object else { throw Self.unreadable }
            if inner.count == 1, let name = inner.keys.first, let known = FilterOperator(rawValue: name), let operand = inner[name] {
                self = .compare(FieldPath(field: key), try Comparison(known, kept: operand))
            } else {
                self = .related(path: [key], try Filter(kept: value))
            }
        }
    }

    private static func list(_ json: JSONValue) throws(CatalogError) -> [Filter] {
        guard let list = json.array else { throw unreadable }
        var parts: [Filter] = []
        for element in list { parts.append(try Filter(kept: element)) }
        return parts
    }

    fileprivate static let unreadable = CatalogError(.invalidFilter, "a stored filter is unreadable; set the rule again")
}

extension Comparison {
    fileprivate var json: JSONValue {
        let (name, operand): (FilterOperator, JSONValue) =
            switch self {
            case .equal(let one): (.equal, one.json)
            case .notEqual(let one): (.notEqual, one.json)
            case .less(let one): (.less, one.json)
            case .lessOrEqual(let one): (.lessOrEqual, one.json)
            case .greater(let one): (.greater, one.json)
            case .greaterOrEqual(let one): (.greaterOrEqual, one.json)
            case .oneOf(let list): (.oneOf, .array(list.map(\.json)))
            case .noneOf(let list): (.noneOf, .array(list.map(\.json)))
            case .between(let low, let high): (.between, .array([low.json, high.json]))
            case .contains(let text): (.includes, .string(text))
            case .startsWith(let text): (.startsWith, .string(text))
            case .endsWith(let text): (.endsWith, .string(text))
            case .isNull: (.isNull, true)
            case .isNotNull: (.isNotNull, true)
            case .isEmpty: (.isEmpty, true)
            case .isNotEmpty: (.isNotEmpty, true)
            case .isTrue: (.isTrue, true)
            case .isFalse: (.isFalse, true)
            case .array(.overlaps(let list)): (.anyOf, .array(list))
            case .array(.equals(let list)): (.match, .array(list))
            case .array(.isEmpty): (.arrayEmpty, true)
            }
        return .object(JSONObject([(name.rawValue, operand)]))
    }

    fileprivate init(_ known: FilterOperator, kept json: JSONValue) throws(CatalogError) {
        switch known {
        case .equal: self = .equal(try Operand(kept: json))
        case .notEqual: self = .notEqual(try Operand(kept: json))
        case .less: self = .less(try Operand(kept: json))
        case .lessOrEqual: self = .lessOrEqual(try Operand(kept: json))
        case .greater: self = .greater(try Operand(kept: json))
        case .greaterOrEqual: self = .greaterOrEqual(try Operand(kept: json))
        case .oneOf: self = .oneOf(try Self.list(json))
        case .noneOf: self = .noneOf(try Self.list(json))
        case .between:
            let list = try Self.list(json)
            guard list.count == 2 else { throw Filter.unreadable }
            self = .between(list[0], list[1])
        case .includes: self = .contains(try Self.text(json))
        case .startsWith: self = .startsWith(try Self.text(json))
        case .endsWith: self = .endsWith(try Self.text(json))
        case .isNull: self = .isNull
        case .isNotNull: self = .isNotNull
        case .isEmpty: self = .isEmpty
        case .isNotEmpty: self = .isNotEmpty
        case .isTrue: self = .isTrue
        case .isFalse: self = .isFalse
        case .anyOf: self = .array(.overlaps(try Self.elements(json)))
        case .match: self = .array(.equals(try Self.elements(json)))
        case .arrayEmpty: self = .array(.isEmpty)
        // These keep the operator names of another product.
        case .notIncludes, .notStartsWith, .notEndsWith, .notBetween, .like, .notLike, .dateOn, .dateNotOn, .dateBefore, .dateNotBefore, .dateAfter,
            .dateNotAfter, .dateBetween, .exists, .notExists, .notMatch, .arrayNoneOf, .arrayNotEmpty:
            throw Filter.unreadable
        }
    }

    private static func list(_ json: JSONValue) throws(CatalogError) -> [Operand] {
        guard let list = json.array else { throw Filter.unreadable }
        var out: [Operand] = []
        for element in list { out.append(try Operand(kept: element)) }
        return out
    }

    private static func elements(_ json: JSONValue) throws(CatalogError) -> [JSONValue] {
        guard let list = json.array else { throw Filter.unreadable }
        return list
    }

    private static func text(_ json: JSONValue) throws(CatalogError) -> String {
        guard let text = json.string else { throw Filter.unreadable }
        return text
    }
}

extension Operand {
    fileprivate var json: JSONValue {
        switch self {
        case .attribute(let name): .string("{{$\(name)}}")
        case .value(.bool(let flag)): .bool(flag)
        case .value(.int(let number)): .number(JSONNumber(number))
        case .value(.double(let number)): JSONNumber(number).map { .number($0) } ?? .null
        case .value(.decimal(let text)): JSONNumber(text: text).map { .number($0) } ?? .string(text)
        case .value(.text(let text)): .string(text)
        case .value(.null), .value(.blob): .null
        }
    }

    fileprivate init(kept json: JSONValue) throws(CatalogError) {
        if let name = json.string.flatMap(Self.attributeName) {
            self = .attribute(name)
        } else {
            guard let value = SQLValue(scalar: json) else { throw Filter.unreadable }
            self = .value(value)
        }
    }
}
