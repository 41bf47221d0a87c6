package import SQL
import Synchronization

/// The id of one kind of object; ids of two kinds cannot be confused. Integers stay below 2^53, so that JSON carries them exactly.
///
/// Inlinable, because every cache is searched by one: otherwise each comparison would look up the type's witness tables at run time.
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

/// Ids that do not reveal how many others there are in the instance: the time followed by random digits. Those of one process ascend, so that lists
/// in the order of ids are in the order in which they were made.
package enum OpaqueNumber {
    /// 2024-01-01T00:00:00Z. Unit: milliseconds since 1970.
    private static let epoch: Int64 = 1_704_067_200_000
    /// Ids of one millisecond. Until 2058 all are below 2^53, as clients need them.
    private static let perMillisecond: Int64 = 8_192
    /// The largest that this process has given.
    private static let last = Mutex<Int64>(0)

    /// The id of something that was made at a given time; its name distinguishes it from others of that moment. The result is always the same.
    package static func of(_ name: String, made: Timestamp) -> Int64 {
        let digits = name.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % perMillisecond }
        return max(0, made.microseconds / 1_000 - epoch) * perMillisecond + digits
    }

    /// - Parameter before: an id that the new one comes after.
    package static func next(after before: Int64 = 0, at now: Timestamp = .now) -> Int64 {
        let chance = Int64.random(in: 0..<perMillisecond)
        let id = max(0, now.microseconds / 1_000 - epoch) * perMillisecond + chance
        return last.withLock { last in
            let floor = max(before, last)
            let next = id > floor ? id : floor + 1 + chance
            last = next
            return next
        }
    }

    /// An id for a new row of a table, which no row has that this transaction sees.
    package static func free(in table: String, on connection: any Connection) throws -> Int64 {
        var id = next()
        while try connection.first("SELECT 1 FROM \(Identifier(table)) WHERE id = \(id)", { _ in true }) != nil { id = next(after: id) }
        return id
    }
}
