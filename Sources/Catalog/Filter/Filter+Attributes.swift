package import SQL

extension Filter {
    /// The same condition with every attribute replaced by the caller's value.
    /// - Throws: ``MissingAttribute`` for the first name that `attributes` lacks. No part is dropped, because that would widen the filter.
    package func bound(to attributes: [String: SQLValue]) throws(MissingAttribute) -> Filter {
        switch self {
        case .all(let parts): .all(try Self.bound(parts, to: attributes))
        case .any(let parts): .any(try Self.bound(parts, to: attributes))
        case .not(let inner): .not(try inner.bound(to: attributes))
        case .related(let path, let inner): .related(path: path, try inner.bound(to: attributes))
        case .compare(let path, let comparison): .compare(path, try comparison.bound(to: attributes))
        }
    }

    private static func bound(_ parts: [Filter], to attributes: [String: SQLValue]) throws(MissingAttribute) -> [Filter] {
        var out: [Filter] = []
        out.reserveCapacity(parts.count)
        for part in parts { out.append(try part.bound(to: attributes)) }
        return out
    }

    /// Names of the attributes that the condition needs, sorted.
    package var attributes: [String] { Set(attributeNames).sorted() }

    private var attributeNames: [String] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.attributeNames)
        case .not(let inner), .related(_, let inner): inner.attributeNames
        case .compare(_, let comparison): comparison.operands.compactMap { if case .attribute(let name) = $0 { name } else { nil } }
        }
    }
}

extension Comparison {
    /// The operands, in order; empty for tests of null, truth and text.
    package var operands: [Operand] {
        switch self {
        case .equal(let one), .notEqual(let one), .less(let one), .lessOrEqual(let one), .greater(let one), .greaterOrEqual(let one): [one]
        case .between(let low, let high): [low, high]
        case .oneOf(let list), .noneOf(let list): list
        case .contains, .startsWith, .endsWith, .isNull, .isNotNull, .isEmpty, .isNotEmpty, .isTrue, .isFalse, .array: []
        }
    }

    func bound(to attributes: [String: SQLValue]) throws(MissingAttribute) -> Comparison {
        switch self {
        case .equal(let one): .equal(try one.bound(to: attributes))
        case .notEqual(let one): .notEqual(try one.bound(to: attributes))
        case .less(let one): .less(try one.bound(to: attributes))
        case .lessOrEqual(let one): .lessOrEqual(try one.bound(to: attributes))
        case .greater(let one): .greater(try one.bound(to: attributes))
        case .greaterOrEqual(let one): .greaterOrEqual(try one.bound(to: attributes))
        case .between(let low, let high): .between(try low.bound(to: attributes), try high.bound(to: attributes))
        case .oneOf(let list): .oneOf(try Self.bound(list, to: attributes))
        case .noneOf(let list): .noneOf(try Self.bound(list, to: attributes))
        case .contains, .startsWith, .endsWith, .isNull, .isNotNull, .isEmpty, .isNotEmpty, .isTrue, .isFalse, .array: self
        }
    }

    private static func bound(_ list: [Operand], to attributes: [String: SQLValue]) throws(MissingAttribute) -> [Operand] {
        var out: [Operand] = []
        out.reserveCapacity(list.count)
        for operand in list { out.append(try operand.bound(to: attributes)) }
        return out
    }
}

extension Operand {
    func bound(to attributes: [String: SQLValue]) throws(MissingAttribute) -> Operand {
        guard case .attribute(let name) = self else { return self }
        guard let value = attributes[name], value != .null else { throw MissingAttribute(name: name) }
        return .value(value)
    }
}

/// A filter names an attribute that this caller does not have.
package struct MissingAttribute: Error, Hashable, Sendable {
    package let name: String
    package init(name: String) { self.name = name }
}
