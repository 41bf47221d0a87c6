package import JSON
package import Store

/// The members of an application that an update changes, or an addition sets. The secret and the client id cannot be chosen.
package struct ApplicationChange: Sendable {
    package var name: Change<Name> = .keep
    package var displayName: Change<String> = .keep
    package var description: Change<String> = .keep
    package var logo: Change<String> = .keep
    package var homepageURL: Change<String> = .keep
    package var category: Change<Application.Category> = .keep
    package var kind: Change<Application.Kind> = .keep
    package var tags: Change<[String]> = .keep
    package var isPublic: Change<Bool> = .keep
    package var redirectURIs: Change<[String]> = .keep
    package var grantTypes: Change<[String]> = .keep
    package var scopes: Change<[ApplicationScope]> = .keep
    package var workspace: Change<WorkspaceID?> = .keep
    package var expireInHours: Change<Int> = .keep
    package var refreshExpireInHours: Change<Int> = .keep
    package var ipWhitelist: Change<String> = .keep
    package var details: Change<JSONObject> = .keep
    package var isEnabled: Change<Bool> = .keep
    package var disablesSignIn: Change<Bool> = .keep

    package init() {}

    /// Whether it touches what the application can do, rather than how it is shown.
    var changesPower: Bool {
        !(scopes.isKeep && grantTypes.isKeep && isPublic.isKeep && isEnabled.isKeep && ipWhitelist.isKeep && workspace.isKeep && expireInHours.isKeep
            && refreshExpireInHours.isKeep)
    }
}
