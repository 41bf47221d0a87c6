import Catalog
import Store

extension CallerRights {
    /// Rights in a source that a caller's own service describes: that caller views what the service opens to it, and nobody does anything else there.
    /// Roles and rules of the workspace say nothing of such a source.
    init(of caller: Caller, in contents: SourceCatalog, as external: ExternalSource) {
        let isOwner = caller.holder == external.owner
        let rules = contents.collections.compactMap { collection -> Rule? in
            guard let opening = contents.openings[collection.name] else { return nil }
            let content = RuleContent(actions: [.view], hidden: opening.hidden, filter: opening.rows)
            return Rule(
                id: RuleID(0), workspace: caller.workspace.id, role: BuiltInRole.reader.rawValue, source: contents.source,
                collection: collection.name,
                content: content)
        }
        let reader = Caller(
            kind: caller.kind, organization: caller.organization, user: caller.user, application: caller.application, workspace: caller.workspace,
            roles: isOwner ? [BuiltInRole.reader.rawValue] : [], scopes: caller.scopes)
        self.init(caller: reader, book: RuleBook(isOwner ? rules : []), contents: contents, now: .now)
    }
}
