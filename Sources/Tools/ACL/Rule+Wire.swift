import Access
import Catalog
import JSON
import Store

extension Rule {
    /// - Parameters:
    ///   - obstacle: what keeps it from being applied.
    ///   - closed: which relations of its filter are other keys than when it was set.
    func write(to writer: inout JSONWriter, obstacle: RuleContent.Defect? = nil, closed: String? = nil) {
        writer.member("id", id.rawValue)
        writer.member("role", role)
        if case .user(let user) = subject { writer.member("userId", user.rawValue) }
        if let permission { writer.member("permissionId", permission.rawValue) }
        writer.member("dataSource", source)
        writer.member("resource", collection)
        writer.member("effect", content.effect.rawValue)
        writer.member("actions", content.actions.sorted().map(\.rawValue))
        writer.key("columns")
        if let columns = content.columns {
            writer.array { writer in
                for column in columns { writer.string(column) }
            }
        } else {
            writer.null()
        }
        writer.member("mask", content.masked)
        writer.member("hide", content.hidden)
        writer.member("filter", content.filter.json)
        writer.member("expires", content.expires)
        if let relations = content.relations, !relations.isEmpty {
            writer.member("relations", .array(relations.map(\.json)))
        }
        writer.given("suspended", suspension?.rawValue ?? obstacle?.rawValue)
        writer.given("closed", closed)
    }
}
