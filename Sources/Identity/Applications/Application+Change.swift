package import JSON
import OAuth
package import Store

/// Changes of an application, checked together before they are stored.
extension Application {
    private static let maximumTags = 50
    private static let maximumRedirectURIs = 50
    private static let maximumScopes = 100
    /// Unit: bytes of UTF-8.
    private static let maximumURL = 2_048

    /// - Throws: `invalid` with the member and the expected value.
    func applying(_ change: ApplicationChange, _ policy: any ScopePolicy) throws(IdentityError) -> Application {
        var out = self
        out.name = change.name.applied(to: name, cleared: name)
        let plain = Application(organization, out.name, clientID: clientID, source: source, at: createdAt)
        out.displayName = change.displayName.applied(to: displayName, cleared: plain.displayName)
        out.description = change.description.applied(to: description, cleared: plain.description)
        out.logo = change.logo.applied(to: logo, cleared: plain.logo)
        out.homepageURL = change.homepageURL.applied(to: homepageURL, cleared: plain.homepageURL)
        out.category = change.category.applied(to: category, cleared: plain.category)
        out.kind = change.kind.applied(to: kind, cleared: plain.kind)
        out.tags = change.tags.applied(to: tags, cleared: plain.tags)
        out.isPublic = change.isPublic.applied(to: isPublic, cleared: plain.isPublic)
        out.redirectURIs = change.redirectURIs.applied(to: redirectURIs, cleared: plain.redirectURIs)
        out.grantTypes = change.grantTypes.applied(to: grantTypes, cleared: plain.grantTypes)
        out.scopes = change.scopes.applied(to: scopes, cleared: plain.scopes)
        out.workspace = change.workspace.applied(to: workspace, cleared: plain.workspace)
        out.expireInHours = change.expireInHours.applied(to: expireInHours, cleared: plain.expireInHours)
        out.refreshExpireInHours = change.refreshExpireInHours.applied(to: refreshExpireInHours, cleared: plain.refreshExpireInHours)
        let addresses = change.ipWhitelist.applied(to: addresses.text, cleared: "")
        out.addresses = try AllowedAddresses(parsing: addresses)
        out.details = Details(change.details.applied(to: details.members, cleared: JSONObject()))
        out.isEnabled = change.isEnabled.applied(to: isEnabled, cleared: plain.isEnabled)
        out.disablesSignIn = change.disablesSignIn.applied(to: disablesSignIn, cleared: plain.disablesSignIn)
        try out.check(policy)
        return out
    }

    /// Whether it can ask people for all their scopes: an application without scopes has no limit.
    var asksForEverything: Bool {
        scopes.isEmpty && !Set(grantTypes).isDisjoint(with: [GrantType.authorizationCode.rawValue, GrantType.deviceCode.rawValue])
    }

    var actsForItself: Bool { grantTypes.contains(GrantType.clientCredentials.rawValue) }

    /// Whether people see it differently, or its codes go to other redirects.
    func showsDiffer(from old: Application) -> Bool {
        name != old.name || displayName != old.displayName || homepageURL != old.homepageURL || logo != old.logo || redirectURIs != old.redirectURIs
    }

    /// Whether a member differs that a client document sets.
    func documentDiffers(from old: Application) -> Bool {
        displayName != old.displayName || homepageURL != old.homepageURL || redirectURIs != old.redirectURIs || grantTypes != old.grantTypes
            || isPublic != old.isPublic
    }

    /// Whether the application can do something that the old one could not.
    func gives(moreThan old: Application) -> Bool {
        if asksForEverything, !old.asksForEverything { return true }
        return !Set(scopes.map(\.name)).isSubset(of: old.scopes.map(\.name)) || !Set(grantTypes).isSubset(of: old.grantTypes)
            || (isEnabled && !old.isEnabled) || (!disablesSignIn && old.disablesSignIn) || isPublic != old.isPublic || addresses != old.addresses
            || expireInHours > old.expireInHours || refreshExpireInHours > old.refreshExpireInHours
    }

    /// Whether codes can go to a redirect to which they could not go before.
    func addsReceivers(to old: Application) -> Bool { !Set(redirectURIs).isSubset(of: old.redirectURIs) }

    private mutating func check(_ policy: any ScopePolicy) throws(IdentityError) {
        displayName = try Label.checked(displayName, or: name.text, argument: "displayName")
        description = try Label.checked(description, or: "", argument: "description", maximum: Label.maximumDescription)
        logo = try Label.checked(logo, or: "", argument: "logo", maximum: Self.maximumURL)
        homepageURL = try Label.checked(homepageURL, or: "", argument: "homepageUrl", maximum: Self.maximumURL)
        try Self.checkWeb(homepageURL, "homepageUrl")
        try Self.checkWeb(logo, "logo")
        guard tags.count <= Self.maximumTags else { throw IdentityError(.invalid, "tags: expected at most \(Self.maximumTags)") }
        for tag in tags { _ = try Label.checked(tag, or: "", argument: "tags") }
        try checkRedirectURIs()
        try checkGrantTypes()
        try checkScopes(policy)
        try Self.check(expireInHours, in: Application.expireRange, "expireInHours")
        try Self.check(refreshExpireInHours, in: Application.refreshRange, "refreshExpireInHours")
    }

    private func checkRedirectURIs() throws(IdentityError) {
        guard redirectURIs.count <= Self.maximumRedirectURIs else {
            throw IdentityError(.invalid, "redirectUris: expected at most \(Self.maximumRedirectURIs)")
        }
        for uri in redirectURIs {
            do { _ = try RedirectURI(registering: uri) } catch { throw IdentityError(.invalid, "redirectUris: \(error.reason)") }
        }
    }

    private func checkGrantTypes() throws(IdentityError) {
        for name in grantTypes where GrantType(rawValue: name) == nil {
            throw IdentityError(
                .invalid,
                "grantTypes: '\(name.prefix(64))' is not supported; expected of \(GrantType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if isPublic, grantTypes.contains(GrantType.clientCredentials.rawValue) {
            throw IdentityError(.invalid, "grantTypes: client_credentials needs a secret, which a public application has not")
        }
    }

    private func checkScopes(_ policy: any ScopePolicy) throws(IdentityError) {
        guard scopes.count <= Self.maximumScopes else { throw IdentityError(.invalid, "scopes: expected at most \(Self.maximumScopes)") }
        for scope in scopes {
            guard policy.isKnown(scope.name) || ApplicationScope.isOwn(scope.name) else {
                throw IdentityError(
                    .invalid,
                    "scopes: '\(scope.name.prefix(64))' is not a scope of this server; one of the application's own is like api:custom, "
                        + "without the words \(ApplicationScope.reserved.sorted().joined(separator: ", "))")
            }
            _ = try Label.checked(scope.displayName, or: "", argument: "scopes")
            _ = try Label.checked(scope.description, or: "", argument: "scopes", maximum: Label.maximumDescription)
        }
    }

    private static func check(_ hours: Int, in range: ClosedRange<Int>, _ argument: String) throws(IdentityError) {
        guard range.contains(hours) else {
            throw IdentityError(.invalid, "\(argument): expected \(range.lowerBound) to \(range.upperBound) hours")
        }
    }

    /// Checks the URL of a page or picture to which browsers are sent: `https` or `http`.
    private static func checkWeb(_ url: String, _ argument: String) throws(IdentityError) {
        guard url.isEmpty || url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw IdentityError(.invalid, "\(argument): expected a URL that begins with https://")
        }
    }
}

/// The members of an application that an update changes, or a creation sets. The secret and the client id cannot be chosen.
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

    /// Whether it changes what the application can do, and not only how it is shown.
    var changesPower: Bool {
        !(scopes.isKeep && grantTypes.isKeep && isPublic.isKeep && isEnabled.isKeep && ipWhitelist.isKeep && workspace.isKeep && expireInHours.isKeep
            && refreshExpireInHours.isKeep)
    }
}
