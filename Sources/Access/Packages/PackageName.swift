/// A named group of tools. The names on the wire are the ones that clients of the collections server send, `@nocobase/plugin-acl`.
package enum PackageName: String, Hashable, Sendable, CaseIterable {
    /// The one generic tool on records, which every selection has.
    case always = ""
    case dataSourceMain = "plugin-data-source-main"
    case dataSourceManager = "plugin-data-source-manager"
    case workflow = "plugin-workflow"
    case acl = "plugin-acl"
    case users = "plugin-users"
    case auth = "plugin-auth"
    case client = "plugin-client"
    case flowEngine = "plugin-flow-engine"
    case ai = "plugin-ai"
    case server
    /// Three tools that search, describe and call the tools of the other chosen packages; the tools themselves are then not offered.
    case facade

    /// The nine that are chosen when a request chooses none, in the documented order.
    package static let standard: [PackageName] = [.dataSourceMain, .dataSourceManager, .workflow, .acl, .users, .auth, .client, .flowEngine, .ai]
}
