import SQL
import SQLSyntax
package import Store

extension Applications {
    /// Changes the members of `change` and keeps the rest. New redirect URIs remove every remembered consent, because people agreed to the
    /// old ones.
    /// - Parameter renewingSecret: whether a new secret is created next, which needs more rights than a change that grants nothing.
    /// - Throws: `not_found`; `conflict` when the new name is taken; `forbidden` for scopes beyond the caller's own, for a change that
    ///   gives the application more than the caller has, and for a change of the caller itself; `invalid`.
    package func update(
        _ organization: OrganizationID, _ name: Name, _ change: ApplicationChange, renewingSecret: Bool = false, bound: CredentialBound
    ) async throws -> Application {
        guard bound.reaches(organization) else { throw IdentityError.notFound("application", name) }
        let time = now()
        let taken = IdentityError.taken("application", change.name.applied(to: name, cleared: name))
        return try await store.change(orConflict: taken) { [policy] connection, changed in
            let old = try Self.require(organization, name, lock: connection.applicationLock, on: connection)
            changed.insert(.application(old.id))
            // The change may enable it again.
            changed.insert(.returnedCredentials)
            if change.changesPower, old.id == bound.application {
                throw IdentityError(.forbidden, "application: you cannot change your own rights")
            }
            var form = try old.applying(change, policy)
            if form.name != old.name { try Self.checkName(form.name, of: try Organizations.require(organization, on: connection)) }
            let gives = form.gives(moreThan: old)
            let isWider = gives || form.addsReceivers(to: old)
            if isWider || renewingSecret || form.workspace != old.workspace { try bound.checkChanging(old, policy, on: connection) }
            let kept = Set(old.scopes.map(\.name))
            try bound.check(form.scopes.filter { !kept.contains($0.name) }, policy)
            if form.workspace != old.workspace {
                try bound.checkOpening(form.workspace)
                if let workspace = form.workspace { _ = try Workspaces.require(workspace, openTo: organization, on: connection) }
            }
            if gives { try bound.checkOpening(old.workspace) }
            // A new redirect for codes is treated like a new scope.
            if isWider { try bound.checkAsking(old) }
            if !old.asksForEverything { try bound.checkAsking(form) }
            if bound.administers(organization) {
                form.isVouched = true
            } else if form.showsDiffer(from: old) {
                form.isVouched = false
            }
            guard old.source != .document || !form.documentDiffers(from: old) else {
                throw IdentityError(.invalid, "displayName, homepageUrl, redirectUris, grantTypes: the client's own document says these")
            }
            guard form.isPublic == old.isPublic || old.source == .registered else {
                throw IdentityError(.forbidden, "isPublic: the client chose this itself when it registered")
            }
            try Self.store(form, over: old, at: time, on: connection)
            if form.isPublic && !old.isPublic || !form.actsForItself && old.actsForItself {
                try Self.endOwnTokens(of: old.id, at: time, on: connection)
            }
            if form.redirectURIs != old.redirectURIs { try connection.execute("DELETE FROM consents WHERE application_id = \(old.id)") }
            return try Self.require(old.id, on: connection)
        }
    }

    /// Removes an application with its grants, tokens, consents and memberships. It gives no rights, so it needs none beyond the tool's.
    /// - Throws: `not_found`.
    package func remove(_ organization: OrganizationID, _ name: Name, bound: CredentialBound) async throws {
        guard bound.reaches(organization) else { throw IdentityError.notFound("application", name) }
        try await store.change { connection, changed in
            let old = try Self.require(organization, name, lock: connection.applicationLock, on: connection)
            try changed.insert(old.id, on: connection)
            try Self.delete(old.id, on: connection)
        }
    }

    /// Gives the application a new secret. The old one becomes invalid, and so do tokens that the application got for itself with it.
    /// People's grants stay, but only the new secret can refresh them. A secret that is created with an expiring credential expires with
    /// it.
    /// - Throws: `not_found`; `invalid` for a public application; `forbidden` for one that can do more than the caller.
    package func rotateSecret(_ organization: OrganizationID, _ name: Name, bound: CredentialBound) async throws -> NewApplication {
        guard bound.reaches(organization) else { throw IdentityError.notFound("application", name) }
        let made = SecretText.client.make()
        let time = now()
        let application = try await store.change { [policy] connection, changed in
            let old = try Self.require(organization, name, lock: connection.applicationLock, on: connection)
            changed.insert(.application(old.id))
            guard !old.isPublic else { throw IdentityError(.invalid, "application: '\(name)' is public and has no secret") }
            try bound.checkChanging(old, policy, on: connection)
            try bound.checkOpening(old.workspace)
            try bound.checkAsking(old)
            try connection.execute(
                """
                UPDATE applications SET secret_hash = \(made.digest.bytes), secret_expires_at = \(bound.limits.expires),
                secret_grant_id = \(bound.grant), updated_at = \(time) WHERE id = \(old.id)
                """)
            try Self.endOwnTokens(of: old.id, at: time, on: connection)
            return try Self.require(old.id, on: connection)
        }
        return NewApplication(application: application, secret: made.secret)
    }

    /// Ends every token that an application got for itself.
    private static func endOwnTokens(of id: ApplicationID, at time: Timestamp, on connection: any Connection) throws {
        try connection.execute(
            "UPDATE access_tokens SET revoked_at = \(time) WHERE application_id = \(id) AND grant_id IS NULL AND revoked_at IS NULL")
    }

    /// Deletes an application. Its memberships are deleted here, because they have no foreign key: they can name users too.
    static func delete(_ id: ApplicationID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM memberships WHERE kind = 'application' AND member_id = \(id)")
        try connection.execute("DELETE FROM applications WHERE id = \(id)")
    }

    static func insert(_ application: Application, on connection: any Connection) throws -> ApplicationID {
        ApplicationID(try Application.stored.table.insert(application, on: connection))
    }

    /// Writes the changeable members of an application to its row. An application that becomes public loses its secret.
    static func store(_ application: Application, over old: Application, at time: Timestamp, on connection: any Connection) throws {
        var application = application
        application.updatedAt = time
        try Application.stored.table.update(application, id: old.id, on: connection)
        if application.isPublic, old.hasSecret { try connection.execute("UPDATE applications SET secret_hash = NULL WHERE id = \(old.id)") }
    }
}

extension Connection {
    /// Locks the row of an application that will be changed, but not its organization's.
    fileprivate var applicationLock: Statement { dialect == .postgresql ? " FOR UPDATE OF applications" : "" }
}
