package import Catalog
package import JSON
package import Store

/// A rule as a caller wrote it, before its names are checked.
package struct RuleDraft: Hashable, Sendable {
    package var role: String
    package var source: String
    package var collection: String
    package var actions: [String]
    package var effect: String?
    package var columns: [String]?
    package var masked: [String]
    package var hidden: [String]
    package var filter: JSONValue?
    package var expires: Timestamp?

    package init(
        role: String, source: String, collection: String, actions: [String], effect: String? = nil, columns: [String]? = nil,
        masked: [String] = [], hidden: [String] = [], filter: JSONValue? = nil, expires: Timestamp? = nil
    ) {
        self.role = role
        self.source = source
        self.collection = collection
        self.actions = actions
        self.effect = effect
        self.columns = columns
        self.masked = masked
        self.hidden = hidden
        self.filter = filter
        self.expires = expires
    }

    /// The rule's content with every name checked.
    /// - Parameter catalog: of the draft's source; rules may name everything in it.
    /// - Throws: ``Refusal`` `invalidArgument` or `notFound`, with the member and the permitted values.
    package func content(in catalog: SourceCatalog) throws(Refusal) -> RuleContent {
        guard let collection = catalog[collection] else {
            let near = NearName.hint(collection, among: catalog.collections.lazy.map(\.name))
            throw Refusal(
                .notFound,
                "collection: no collection '\(collection.prefix(60))' in data source '\(catalog.source)'\(near); collections_list names them")
        }
        guard (1...100).contains(role.utf8.count) else { throw Refusal(.invalidArgument, "role: expected the name of a role") }
        let condition = try readFilter(on: collection, catalog)
        let content = RuleContent(
            actions: try readActions(on: collection), effect: try readEffect(), columns: try readColumns(on: collection),
            masked: try Self.fields(masked, "mask", collection), hidden: try Self.fields(hidden, "hide", collection),
            filter: condition, relations: condition.relationKeys(from: collection, in: catalog), expires: expires
        )
        if content.effect == .deny { try Self.checkDenial(content) }
        if content.filter != .always, content.actions == [.create] {
            throw Refusal(.invalidArgument, "filter: rows that do not exist yet cannot be filtered; leave it out for create")
        }
        return content
    }

    private func readActions(on collection: Collection) throws(Refusal) -> Set<RecordAction> {
        let allowed: [RecordAction] = collection.isReadOnly ? [.view] : RecordAction.allCases
        var out: Set<RecordAction> = []
        for name in actions {
            guard let action = RecordAction(rawValue: name), allowed.contains(action) else {
                throw Refusal(
                    .invalidArgument,
                    "actions: '\(name.prefix(60))' is not an action of '\(collection.name)'; expected "
                        + allowed.map(\.rawValue).joined(separator: ", "))
            }
            out.insert(action)
        }
        guard !out.isEmpty else {
            throw Refusal(.invalidArgument, "actions: expected at least one of \(allowed.map(\.rawValue).joined(separator: ", "))")
        }
        return out
    }

    private func readColumns(on collection: Collection) throws(Refusal) -> [String]? {
        guard let columns else { return nil }
        return try Self.fields(columns, "columns", collection)
    }

    private func readEffect() throws(Refusal) -> Rule.Effect {
        guard let effect else { return .allow }
        guard let known = Rule.Effect(rawValue: effect) else { throw Refusal(.invalidArgument, "effect: expected allow or deny") }
        return known
    }

    private static func fields(_ names: [String], _ member: String, _ collection: Collection) throws(Refusal) -> [String] {
        for name in names where collection.field(name) == nil {
            let known = collection.fields.map(\.name)
            throw Refusal(
                .invalidArgument,
                "\(member): unknown field '\(name.prefix(60))' of '\(collection.name)'; fields: \(listing(known))\(NearName.hint(name, among: known))"
            )
        }
        return names
    }

    private func readFilter(on collection: Collection, _ catalog: SourceCatalog) throws(Refusal) -> Filter {
        guard let filter, !filter.isNull else { return .always }
        do {
            let read = try FilterReader { catalog[$0.target] }.read(filter, on: collection)
            for name in read.attributes where !Caller.attributeNames.contains(name) {
                throw Refusal(
                    .invalidArgument, "filter: unknown variable '\(name.prefix(60))'; variables: \(Caller.attributeNames.joined(separator: ", "))")
            }
            return read
        } catch let error as CatalogError {
            throw Refusal(.invalidArgument, error.reason)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.invalidArgument, "filter: cannot be read")
        }
    }

    /// A deny rule denies an action, columns or rows; never two of these together, because such a rule is hard to understand.
    private static func checkDenial(_ content: RuleContent) throws(Refusal) {
        guard content.masked.isEmpty, content.hidden.isEmpty else {
            throw Refusal(.invalidArgument, "mask and hide belong to effect allow; a deny rule names the denied fields in columns")
        }
        guard content.columns == nil || content.filter == .always else {
            throw Refusal(.invalidArgument, "a deny rule has columns or a filter, not both; set two rules")
        }
        guard content.columns != [] else { throw Refusal(.invalidArgument, "columns: a deny rule names at least one field, or leaves columns out") }
    }
}
