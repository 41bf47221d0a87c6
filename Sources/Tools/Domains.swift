package import Access
package import Catalog
package import Identity
package import Records
package import Store

/// The domains that tools speak to; made by the composition.
package struct Domains: Sendable {
    package let store: Store
    package let organizations: Organizations
    package let users: Users
    package let roles: Roles
    package let permissions: Permissions
    package let providers: Providers
    package let workspaces: Workspaces
    package let members: Members
    package let keys: APIKeys
    package let applications: Applications
    package let tokens: Tokens
    package let authorization: AuthorizationServer
    package let sources: DataSources
    package let catalog: Catalog
    package let rules: RuleStore
    package let sqlGuard: Guard
    package let records: Records
    package let information: ServerInformation
    package let statements = StatementQueue()

    package init(
        store: Store, organizations: Organizations, users: Users, roles: Roles, permissions: Permissions, providers: Providers,
        workspaces: Workspaces, members: Members, keys: APIKeys, applications: Applications, tokens: Tokens, authorization: AuthorizationServer,
        sources: DataSources, catalog: Catalog, rules: RuleStore, sqlGuard: Guard, records: Records, information: ServerInformation
    ) {
        self.store = store
        self.organizations = organizations
        self.users = users
        self.roles = roles
        self.permissions = permissions
        self.providers = providers
        self.workspaces = workspaces
        self.members = members
        self.keys = keys
        self.applications = applications
        self.tokens = tokens
        self.authorization = authorization
        self.sources = sources
        self.catalog = catalog
        self.rules = rules
        self.sqlGuard = sqlGuard
        self.records = records
        self.information = information
    }
}
