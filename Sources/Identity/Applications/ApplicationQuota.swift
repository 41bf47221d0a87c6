package import SQL
package import Store

/// Refuses one more application of an organization: asked in the transaction that adds it, so that two cannot both be the last.
package typealias ApplicationQuota = @Sendable (OrganizationID, any Connection) throws -> Void
