package import JSON
import SQL
import Store

extension Application {
    /// `Applications.update` decides who may change which members of an application.
    static let stored = StoredObject<Application>(
        "applications",
        from: """
            applications LEFT JOIN organizations ON organizations.id = applications.organization_id
            LEFT JOIN workspaces ON workspaces.id = applications.workspace_id
            """,
        template: Application(OrganizationID(0), "none", clientID: "", source: .registered, at: .earliest), details: \.details,
        reserved: ["updatedTime", "organizationObj", "certPublicKey", "isShared"],
        rejectedMembers: ["registrationAccessToken", "clientCert", "customScopesSecret", "samlReplyUrl"], columns + members)

    /// Columns that clients cannot see.
    private static let columns: [ObjectMember<Application>] = [
        .column(.generated("id", \.id, .id())),
        .column(.fixed("organization_id", \.organization, .id())),
        .column(.selected("organization_addresses", "organizations.ip_allow", \.organizationAddresses, .addresses)),
        .column(.changing("workspace_id", \.workspace, .optional(.id()))),
        .column(.changing("is_vouched", \.isVouched, .flag)),
        .column(.fixed("source", \.source, .word())),
        .column(.fixed("metadata", \.metadata, .optional(.json))),
        .column(.fixed("registration_hash", \.registration, .optional(.digest))),
        .column(.fixed("secret_hash", \.secret, .optional(.digest))),
        .column(.fixed("secret_expires_at", \.ownSecretEnd, .optional(.time))),
        .column(.fixed("secret_grant_id", \.secretGrant, .optional(.id()))),
        .column(.selected("secret_revoked", "CASE WHEN \(isSecretLive) THEN 0 ELSE 1 END", \.isSecretRevoked, .flag)),
        .column(
            .selected(
                "secret_grant_ends",
                "(SELECT expires_at FROM authorization_grants WHERE authorization_grants.id = applications.secret_grant_id)",
                \.secretGrantEnds, .optional(.time))),
        .column(.changing("updated_at", \.updatedAt, .time)),
        .column(.generated("last_used_at", \.lastUsedAt, .optional(.time))),
    ]

    private static let members: [ObjectMember<Application>] = [
        .writtenByRule("organization", MemberSchema.text),
        .shown("name", .changing("name", \.name, .name), search: .text) { .string($0.name.text) },
        .nameKey(\.name),
        .created(\.createdAt),
        .writtenByRule("displayName", "display_name", \.displayName, .line, search: .text),
        .writtenByRule("description", "description", \.description, .line),
        .writtenByRule("logo", "logo", \.logo, .line),
        .writtenByRule("homepageUrl", "homepage_url", \.homepageURL, .line, search: .text),
        .shown("organization", .selected("organization", "organizations.name", \.organizationName, .name), search: .text) {
            .string($0.organizationName.text)
        },
        .writtenByRule("category", "category", \.category, .word(), search: .text, "Default or Agent."),
        .writtenByRule("type", "kind", \.kind, .word(), search: .text, "All, MCP or A2A."),
        .writtenByRule("tags", "tags", \.tags, .names),
        .shown("clientId", .fixed("client_id", \.clientID, .text), search: .text) { .string($0.clientID) },
        .computed("clientSecret") { .string($0.hasSecret ? Patch.mask : "") },
        .computed("clientSecretExpireTime") { .string($0.secretExpires?.rfc3339 ?? "") },
        .writtenByRule("redirectUris", "redirect_uris", \.redirectURIs, .names),
        .writtenByRule("grantTypes", "grant_types", \.grantTypes, .names, "authorization_code, refresh_token, client_credentials, device code."),
        .writtenByRule("scopes", "scopes", \.scopes, .scopes),
        .writtenByRule("expireInHours", "expire_hours", \.expireInHours, .hours),
        .writtenByRule("refreshExpireInHours", "refresh_hours", \.refreshExpireInHours, .hours),
        .writtenByRule("ipWhitelist", "ip_allow", \.addresses, .addresses, AllowedAddresses.description),
        .writtenByRule("isPublic", "is_public", \.isPublic, .flag),
        .writtenByRule("isEnabled", "is_enabled", \.isEnabled, .flag),
        .writtenByRule("disableSignin", "disables_sign_in", \.disablesSignIn, .flag),
        .shown("workspace", .selected("workspace", "workspaces.name", \.workspaceName, .optional(.text))) { .string($0.workspaceName ?? "") },
        .writtenByRule("workspace", MemberSchema.text("The one that it opens; empty for all.")),
    ]

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// Applies a patch to the free-form details.
    /// - Throws: ``IdentityError`` `invalid`.
    package static func details(_ patch: Patch, over before: Application?) throws(IdentityError) -> Details {
        var details = before?.details ?? Details()
        try stored.apply(patch, toDetails: &details)
        return details
    }

    /// The object as clients see it; it shows only whether there is a secret.
    package var wire: JSONObject { Self.stored.wire(self, owner: organizationName.text) }
}

extension MemberForm<Int> {
    /// A number of hours; ``Application/expireRange`` and ``Application/refreshRange`` limit it.
    fileprivate static let hours = MemberForm(.int, ["type": ["integer", "null"]], wire: { .number(JSONNumber(Int64($0))) }) {
        (patch, name, current, cleared) throws(IdentityError) -> Int in
        Int(try patch.int(name, or: Int64(current), in: 0...1_000_000, cleared: Int64(cleared)))
    }
}

extension MemberForm<[ApplicationScope]> {
    fileprivate static let scopes = MemberForm(
        .applicationScopes,
        [
            "type": ["array", "null"], "description": "At most your own.",
            "items": ["type": ["object", "string"], "properties": ["name": ["type": "string"]]],
        ],
        wire: { .array($0.map(\.stored)) }
    ) { (_, _, current, _) throws(IdentityError) -> [ApplicationScope] in current }
}
