import Access
import Catalog
import JSON
import SQL

extension ToolDefinition {
    /// `collections_list`, `collections_get`: what data there is, as far as the caller may see it.
    static func collections(_ domains: Domains) -> [ToolDefinition] { [list(domains), get(domains)] }

    private static let dataSource = Property.string("The data source's name; main when absent.")

    private static func list(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "collections_list", in: .dataSourceMain, scope: .read(.collection), for: .members, .reads, title: "List collections",
            description: "Lists the collections (tables and views) of a data source that you may use, with what you may do with each.",
            properties: [
                "dataSource": dataSource, "search": Property.string("Only collections whose name contains this text."),
                "page": Property.int("Counts from 1.", 1...1_000_000), "pageSize": Property.int("Collections of a page; 100 when absent.", 1...500),
            ],
            aliases: ["collections_list_meta": [:]], about: [.dataSource]
        ) { grant, input, context in
            let source = input.string("dataSource") ?? DataSource.mainName
            let contents = try await domains.catalog.contents(of: source, in: grant.caller.workspace.id, context.bounds)
            let rights = try await domains.rules.rights(of: grant.caller)
            let search = input.string("search")?.lowercased()
            let visible = contents.collections.map { rights.on($0) }.filter { own in
                !own.isEmpty && (search.map { own.collection.name.lowercased().contains($0) } ?? true)
            }
            let size = input.int("pageSize") ?? 100
            let page = input.int("page") ?? 1
            let shown = visible.dropFirst((page - 1).multipliedReportingOverflow(by: size).partialValue).prefix(size)
            return .object(rows: shown.count, objects: [source]) { writer in
                writer.member("data", Array(shown)) { writer, own in own.writeSummary(to: &writer) }
                writer.key("meta")
                writer.object { writer in
                    writer.member("count", Int64(visible.count))
                    writer.member("page", Int64(page))
                    writer.member("pageSize", Int64(size))
                    writer.member("totalPage", Int64((visible.count + size - 1) / size))
                }
            }
        }
    }

    private static func get(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "collections_get", in: .dataSourceMain, scope: .read(.collection), for: .members, .reads, title: "Describe a collection",
            description: "Describes one collection: its fields with types, its key, its relations, and what you may do with it.",
            properties: [
                "filterByTk": Property.string("The collection's name."), "dataSource": dataSource,
                "appends": Property.strings("Accepted for compatibility: fields are always given."),
            ],
            required: ["filterByTk"], about: [.init(argument: "filterByTk", in: "dataSource")]
        ) { grant, input, context in
            let source = input.string("dataSource") ?? DataSource.mainName
            let name = try input.required("filterByTk")
            let contents = try await domains.catalog.contents(of: source, in: grant.caller.workspace.id, context.bounds)
            let rights = try await domains.rules.rights(of: grant.caller)
            guard let collection = contents[name], case let own = rights.on(collection), !own.isEmpty else {
                throw Refusal(.notFound, "collection '\(name.prefix(60))' not found in data source '\(source)'; collections_list names yours")
            }
            let relations = collection.relations.filter { relation in
                contents[relation.target].map { own.leads(relation, to: rights.on($0)) } ?? false
            }
            return .object(rows: 1, objects: ["\(source)/\(name)"]) { writer in
                writer.key("data")
                writer.object { writer in own.writeDescription(to: &writer, relations) }
            }
        }
    }
}

extension CollectionRights {
    fileprivate func writeSummary(to writer: inout JSONWriter) {
        writer.member("name", collection.name)
        writer.member("title", collection.name)
        writer.member("description", collection.comment)
        writer.member("kind", collection.kind.rawValue)
        writer.key("estimatedRows")
        if let rows = estimatedRows { writer.int(rows) } else { writer.null() }
        writer.member("actions", actions.map(\.rawValue))
    }

    /// Fields and relations that the caller may know of.
    /// - Parameter relations: those of the collection that the caller may follow.
    fileprivate func writeDescription(to writer: inout JSONWriter, _ relations: [Relation]) {
        writeSummary(to: &writer)
        let known = Set(readable).union(writable(.create)).union(writable(.update))
        let writable = Set(self.writable(.create)).union(self.writable(.update))
        writer.member("filterTargetKey", collection.primaryKey.filter(known.contains))
        writer.member("fields", collection.fields.filter { known.contains($0.name) }) { writer, field in
            writer.member("name", field.name)
            writer.member("type", field.type.rawValue)
            writer.member("declaredType", field.declaredType)
            writer.member("nullable", field.isNullable)
            writer.member("writable", writable.contains(field.name))
            if masked.contains(field.name) { writer.member("masked", true) }
            if let comment = field.comment { writer.member("description", comment) }
        }
        writer.member("relations", relations) { writer, relation in
            writer.member("name", relation.name)
            writer.member("kind", relation.kind.rawValue)
            writer.member("target", relation.target)
            writer.member("fields", relation.fields)
            writer.member("targetFields", relation.targetFields)
        }
    }
}
