package import SQL

/// The id of one kind of object; ids of two kinds cannot be confused. Integers stay below 2^53, so that JSON carries them exactly.
///
/// Inlinable, because every cache is searched by an id: otherwise each comparison would look up the type's witness tables at run time.
package struct ID<Entity, Raw: Hashable & Sendable>: Hashable, Sendable, RawRepresentable {
    package let rawValue: Raw
    @inlinable package init(rawValue: Raw) { self.rawValue = rawValue }
    @inlinable package init(_ rawValue: Raw) { self.rawValue = rawValue }
    @inlinable package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension ID: Comparable where Raw: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ID: SQLValueConvertible where Raw: SQLValueConvertible {
    package var sqlValue: SQLValue { rawValue.sqlValue }
}

/// The kinds of objects that an ``ID`` can identify.
package enum Entity {
    package enum Organization {}
    package enum User {}
    package enum Application {}
    package enum Role {}
    package enum Workspace {}
    package enum DataSource {}
    package enum APIKey {}
    package enum Rule {}
    package enum Permission {}
    package enum Provider {}
    package enum AuthorizationGrant {}
    package enum AccessToken {}
    package enum Session {}
    package enum Chat {}
    package enum ChatRecord {}
    package enum LanguageModel {}
    package enum VerifiedQuery {}
    package enum Assistant {}
    package enum Workflow {}
    package enum Execution {}
}

package typealias OrganizationID = ID<Entity.Organization, Int64>
package typealias UserID = ID<Entity.User, Int64>
package typealias ApplicationID = ID<Entity.Application, Int64>
package typealias RoleID = ID<Entity.Role, Int64>
package typealias WorkspaceID = ID<Entity.Workspace, Int64>
package typealias DataSourceID = ID<Entity.DataSource, Int64>
package typealias APIKeyID = ID<Entity.APIKey, Int64>
package typealias RuleID = ID<Entity.Rule, Int64>
package typealias PermissionID = ID<Entity.Permission, Int64>
package typealias ProviderID = ID<Entity.Provider, Int64>
package typealias GrantID = ID<Entity.AuthorizationGrant, Int64>
package typealias AccessTokenID = ID<Entity.AccessToken, Int64>
package typealias ChatID = ID<Entity.Chat, Int64>
package typealias ChatRecordID = ID<Entity.ChatRecord, Int64>
package typealias LanguageModelID = ID<Entity.LanguageModel, Int64>
package typealias AssistantID = ID<Entity.Assistant, Int64>
package typealias VerifiedQueryID = ID<Entity.VerifiedQuery, Int64>
package typealias WorkflowID = ID<Entity.Workflow, Int64>
package typealias ExecutionID = ID<Entity.Execution, Int64>
package typealias SessionID = ID<Entity.Session, Int64>
