import Access
import Catalog
import JSON
import SQL

extension RecordCall {
    /// The rows that the rules let an action reach; nil when these are all.
    func rule(_ action: RecordAction, alias: Identifier = Self.alias) throws -> Statement? {
        let filter = rights.filter(action)
        guard filter != .always else { return nil }
        return try mapped { try writer.rule(filter, on: collection, alias: alias) }
    }

    /// A filter of the caller, read with no more than what the caller may see.
    /// - Returns: nil when by its form it excludes nothing (`{}`, `{"$and": []}`).
    func condition(_ json: JSONValue?) throws -> Statement? {
        guard let json, !json.isNull else { return nil }
        return try mapped {
            // The rights on a related collection are worked out when the filter enters it.
            let known = rights.filterable { _ in true }
            let filter = try read(json, on: known)
            return filter.isAlwaysTrue ? nil : try writer.condition(filter, on: known, alias: Self.alias)
        }
    }

    private func read(_ json: JSONValue, on known: Collection) throws(CatalogError) -> Filter {
        let reader = FilterReader { relation in target(of: relation)?.filterable }
        do {
            return try reader.read(json, on: known)
        } catch {
            // The error lists what is known: read once more, without the relations that may not be entered.
            return try reader.read(json, on: filterable)
        }
    }

    private var writer: FilterWriter {
        FilterWriter(dialect: dialect, catalog: catalog) { [self] relation in
            guard let call = target(of: relation) else { return nil }
            return FilterWriter.Hop(collection: call.filterable, filter: call.rights.filter(.view))
        }
    }

    private var filterable: Collection { rights.filterable { target(of: $0) != nil } }
}

extension Filter {
    /// Holds for every row by its form alone.
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
