import Access
import Identity
import JSON

extension ApplicationChange {
    /// The change of an application by a patch.
    /// - Parameter before: the current application; nil for a new one.
    /// - Throws: ``IdentityError`` `invalid` with the member.
    init(_ patch: Patch, over before: Application?, _ organization: Name) throws {
        self.init()
        displayName = try Self.text(patch, "displayName")
        description = try Self.text(patch, "description")
        logo = try Self.text(patch, "logo")
        homepageURL = try Self.text(patch, "homepageUrl")
        ipWhitelist = try Self.text(patch, "ipWhitelist")
        category = try Self.change(patch, "category") { try patch.word("category", or: .standard, cleared: .standard) }
        kind = try Self.change(patch, "type") { try patch.word("type", or: .all, cleared: .all) }
        tags = try Self.change(patch, "tags") { try patch.names("tags", or: []) }
        redirectURIs = try Self.change(patch, "redirectUris") { try patch.names("redirectUris", or: []) }
        grantTypes = try Self.change(patch, "grantTypes") { try patch.names("grantTypes", or: []) }
        scopes = try Self.change(patch, "scopes") { try Self.scopes(patch) }
        expireInHours = try Self.hours(patch, "expireInHours")
        refreshExpireInHours = try Self.hours(patch, "refreshExpireInHours")
        isPublic = try Self.change(patch, "isPublic") { try patch.flag("isPublic", or: false) }
        isEnabled = try Self.change(patch, "isEnabled") { try patch.flag("isEnabled", or: true) }
        disablesSignIn = try Self.change(patch, "disableSignin") { try patch.flag("disableSignin", or: false) }
        try Self.checkShared(patch, organization)
        let further = try Application.details(patch, over: before)
        if further != before?.details ?? Details() { details = .set(further.members) }
    }

    private static func change<Value>(_ patch: Patch, _ name: String, _ read: () throws -> Value) rethrows -> Change<Value> {
        guard let value = patch.member(name) else { return .keep }
        return value.isNull ? .clear : .set(try read())
    }

    private static func text(_ patch: Patch, _ name: String) throws -> Change<String> {
        try change(patch, name) {
            guard let text = patch.member(name)?.string else { throw IdentityError(.invalid, "\(name): expected a string") }
            return text
        }
    }

    /// A number of hours. 0, which compatible servers return for their default, means the default.
    private static func hours(_ patch: Patch, _ name: String) throws -> Change<Int> {
        let change = try change(patch, name) { Int(try patch.int(name, or: 0, in: 0...1_000_000)) }
        return if case .set(0) = change { .clear } else { change }
    }

    /// The scopes; each is an object with a name, or only the name.
    private static func scopes(_ patch: Patch) throws -> [ApplicationScope] {
        try (patch.member("scopes")?.array ?? []).map { value in
            guard let name = value.string ?? value["name"]?.string else { throw IdentityError(.invalid, "scopes: expected objects with a name") }
            return ApplicationScope(
                name: name, displayName: value["displayName"]?.string ?? "", description: value["description"]?.string ?? "")
        }
    }

    private static func checkShared(_ patch: Patch, _ organization: Name) throws {
        guard patch.member("isShared")?.bool == true, organization != .builtIn else { return }
        throw Refusal(.forbidden, "only applications belonging to built-in organization can be shared")
    }
}
