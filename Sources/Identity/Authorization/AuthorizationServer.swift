package import OAuth
import SQL
package import Store
import Synchronization

/// The authorization server: everything of OAuth that has state. The rules are ``OAuth``'s; here they meet rows, each step one conditional change in
/// one transaction, so that any number of nodes can serve the same client.
package final class AuthorizationServer: Sendable {
    /// Brings the document at a client id that is a URL, or at the address of a client's keys.
    /// A fetch counts for its asker.
    package typealias DocumentFetch = @Sendable (_ url: String, _ asker: String) async throws -> [UInt8]

    package let signingKeys: SigningKeys
    package let sessions: Sessions
    package let policy: any ScopePolicy
    let store: Store
    let applications: Applications
    let users: Users
    let hasher: PasswordHasher
    package let directory: Directory
    let documents: DocumentFetch?
    /// Whether documents may come by http from this machine: for development and tests.
    let permitsLoopbackDocuments: Bool
    /// Whether the server runs for show: a client that registered itself ends after a day.
    let isDemo: Bool
    /// Clients at most that registered themselves or came with a document, of each sort.
    let maximumUnregistered: Int64
    let now: @Sendable () -> Timestamp
    let rules: ScopeRules
    /// Applications by client id; what does not exist is not kept.
    let clients: FeedCache<String, Application>
    let attempts: Attempts
    let audit: AuthorizationAudit
    let grants: GrantStore

    /// - Parameters:
    ///   - directory: of the same store, with the sessions and signing keys that are used here too.
    ///   - documents: nil when clients with documents are not served.
    package init(
        store: Store, applications: Applications, users: Users, hasher: PasswordHasher, directory: Directory, documents: DocumentFetch? = nil,
        permitsLoopbackDocuments: Bool = false, isDemo: Bool = false, maximumUnregistered: Int64 = 10_000,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.applications = applications
        self.users = users
        self.hasher = hasher
        self.directory = directory
        self.documents = documents
        self.permitsLoopbackDocuments = permitsLoopbackDocuments
        self.isDemo = isDemo
        self.maximumUnregistered = maximumUnregistered
        self.now = now
        policy = applications.policy
        rules = ScopeRules(policy: applications.policy)
        signingKeys = directory.signingKeys
        sessions = directory.sessions
        attempts = Attempts(store: store, now: now)
        clients = FeedCache(directory.feed, limit: 4_096)
        audit = AuthorizationAudit(store, now: now)
        grants = GrantStore(store: store, signingKeys: directory.signingKeys, rules: rules, audit: audit, now: now)
    }
}
