import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

extension RecordCall {
    /// The condition on the rows that the rules permit for an action; nil for all rows.
    func rule(_ action: RecordAction, alias: Identifier = RecordCall.alias) throws -> Statement? {
        let filter = rights.filter(action)
        guard filter != .always else { return nil }
        return try mapped { try writer.rule(filter, on: collection, alias: alias) }
    }

    /// A filter of the caller, which can name only what the caller may see.
    /// - Returns: nil when its form excludes nothing (`{}`, `{"$and": []}`).
    func condition(_ json: JSONValue?) throws -> Statement? {
        guard let json, !json.isNull else { return nil }
        return try mapped {
            // The rights on a related collection are computed when the filter enters it.
            let known = rights.filterable { _ in true }
            let filter = try bound(try read(json, on: known))
            return filter.isAlwaysTrue ? nil : try writer.condition(filter, on: known, alias: Self.alias)
        }
    }

    /// A filter of the caller on a query's result.
    func having(_ json: JSONValue?, on result: Collection, alias: Identifier) throws -> Statement? {
        guard let json, !json.isNull else { return nil }
        return try mapped {
            let filter = try bound(try FilterReader(now: .now, zone: zone, dialect: dialect) { _ in nil }.read(json, on: result))
            return filter.isAlwaysTrue ? nil : try writer.condition(filter, on: result, alias: alias)
        }
    }

    /// The condition that a row's field differs from a value; nil when that cannot be expressed.
    func differs(_ field: Field, from json: JSONValue) -> Statement? {
        let comparison: Comparison? = json.isNull ? .isNotNull : SQLValue(scalar: json).map { .notEqual(.value($0)) }
        guard let comparison else { return nil }
        // No row has a value that the field cannot hold.
        return try? writer.rule(.compare(FieldPath(field: field.name), comparison), on: collection, alias: Self.alias)
    }

    private func read(_ json: JSONValue, on known: Collection) throws(CatalogError) -> Filter {
        let reader = FilterReader(now: .now, zone: zone, dialect: dialect) { [self] relation in target(of: relation)?.filterable }
        do {
            return try reader.read(json, on: known)
        } catch {
            // The error lists known names, so the filter is parsed again without the relations that may not be entered.
            return try reader.read(json, on: filterable)
        }
    }

    /// The filter with its variables replaced.
    private func bound(_ filter: Filter) throws(CatalogError) -> Filter {
        do {
            return try filter.bound(to: grant.caller.filterAttributes)
        } catch {
            let known = Caller.attributeNames.map { "{{$\($0)}}" }.joined(separator: ", ")
            throw CatalogError(.invalidFilter, "filter: the variable {{$\(error.name.prefix(60))}} has no value for you; variables: \(known)")
        }
    }

    private var writer: FilterWriter {
        FilterWriter(dialect: dialect, catalog: catalog) { [self] relation in
            guard let call = target(of: relation) else { return nil }
            let join = relation.through.flatMap { self.join(of: $0) }
            return FilterWriter.RelatedCollection(
                collection: call.filterable, filter: call.rights.filter(.view),
                join: join.map { FilterWriter.Join(collection: $0.collection, filter: $0.rights.filter(.view)) })
        }
    }

    private var filterable: Collection { rights.filterable { target(of: $0) != nil } }
}

extension Filter {
    /// Whether its form alone makes it true for every row.
    var isAlwaysTrue: Bool {
        switch self {
        case .all(let parts): parts.allSatisfy(\.isAlwaysTrue)
        case .any(let parts): parts.contains(where: \.isAlwaysTrue)
        case .not(let inner): inner.isAlwaysFalse
        case .compare, .related: false
        }
    }

    private var isAlwaysFalse: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.isAlwaysFalse)
        case .any(let parts): parts.allSatisfy(\.isAlwaysFalse)
        case .not(let inner): inner.isAlwaysTrue
        case .compare, .related: false
        }
    }
}

/// Conditions joined by AND, on the alias of the collection.
struct Conditions {
    private var parts: [Statement] = []

    init() {}

    mutating func add(_ condition: Statement?) {
        if let condition { parts.append(condition) }
    }

    /// The conditions after ` WHERE `; empty when there are none.
    var clause: Statement { parts.isEmpty ? Statement() : " WHERE \(Statement.joined(parts, by: " AND "))" }
}
