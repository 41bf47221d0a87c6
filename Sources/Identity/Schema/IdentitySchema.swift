import SQL
import SQLSyntax
package import Store

/// The tables of this target.
///
/// Ids are never reused, so that a reference that outlives its object never refers to another one.
package enum IdentitySchema {
    package static let migrations: [Migration] =
        [
            Migration("identity", 1, "organizations, users, roles, workspaces, memberships, keys") { dialect in
                [organizations, users, roles, workspaces, memberships, membershipsByMember, apiKeys, apiKeysByUser].map { $0(dialect) }
            },
            Migration("identity", 2, "applications, grants, tokens, consents, sessions, signing keys") { dialect in
                [applications, grants, codes, refreshTokens, accessTokens, consents, sessions, deviceCodes, usedAssertions, signingKeys]
                    .map { $0(dialect) } + authorizationIndexes
            },
            // An application of a removed workspace is removed with it: with a null `workspace_id` it would open all workspaces.
            Migration("identity", 3, "the workspace that an application is bound to") { _ in
                [
                    "ALTER TABLE applications ADD COLUMN workspace_id \(type: .id) REFERENCES workspaces (id) ON DELETE CASCADE",
                    "CREATE INDEX applications_by_workspace ON applications (workspace_id)",
                ]
            },
            Migration("identity", 4, "consents for each redirect") { consentsByRedirect($0) },
            Migration("identity", 5, "who vouches for applications, grants that keys were made with") { _ in
                [
                    "ALTER TABLE applications ADD COLUMN is_vouched \(type: .id) NOT NULL DEFAULT 1",
                    "ALTER TABLE api_keys ADD COLUMN grant_id \(type: .id) REFERENCES authorization_grants (id) ON DELETE CASCADE",
                    "CREATE INDEX api_keys_by_grant ON api_keys (grant_id)",
                ]
            },
            // The grant may be removed by then: a secret that was created with it has ended too.
            Migration("identity", 6, "when secrets of applications end, and with which grant") { _ in
                [
                    "ALTER TABLE applications ADD COLUMN secret_expires_at \(type: .time)",
                    "ALTER TABLE applications ADD COLUMN secret_grant_id \(type: .id)",
                ]
            },
            Migration("identity", 7, "attempts that all nodes count together") { dialect in
                [attempts(dialect), "CREATE INDEX attempts_by_end ON attempts (ends_at)"]
            },
        ] + ObjectsSchema.migrations + [
            Migration("workspaces", 1, "whether their MCP endpoint is there") { _ in ["ALTER TABLE workspaces ADD COLUMN mcp_off_at \(type: .time)"]
            },
            Migration("workspaces", 2, "which roles count together") { _ in ["ALTER TABLE workspaces ADD COLUMN role_mode \(type: .text)"] },
            Migration("lists", 1, "lists of objects in the order of an index") { _ in listIndexes },
        ]

    /// Indexes for lists that begin with the newest object, of one organization and of all.
    private static let listIndexes: [Statement] = [
        "CREATE INDEX users_by_creation ON users (organization_id, created_at, id)",
        "CREATE INDEX users_of_all_by_creation ON users (created_at, id)",
        "CREATE INDEX applications_by_creation ON applications (organization_id, created_at, id)",
        "CREATE INDEX applications_of_all_by_creation ON applications (created_at, id)",
        "CREATE INDEX roles_by_creation ON roles (organization_id, created_at, id)",
        "CREATE INDEX permissions_by_creation ON permissions (organization_id, created_at, id)",
    ]

    private static func organizations(_ dialect: Dialect) -> Statement {
        .createTable(
            "organizations",
            """
            \(Statement.generatedID(for: dialect)),
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL UNIQUE,
            display_name \(type: .text) NOT NULL,
            created_at \(type: .time) NOT NULL
            """, for: dialect)
    }

    private static func users(_ dialect: Dialect) -> Statement {
        .createTable(
            "users",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id),
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL,
            display_name \(type: .text) NOT NULL,
            email \(type: .text) NOT NULL,
            password_hash \(type: .text),
            is_admin \(type: .id) NOT NULL CHECK (is_admin IN (0, 1)),
            created_at \(type: .time) NOT NULL,
            updated_at \(type: .time) NOT NULL,
            disabled_at \(type: .time),
            UNIQUE (organization_id, name_key)
            """, for: dialect)
    }

    private static func roles(_ dialect: Dialect) -> Statement {
        .createTable(
            "roles",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL,
            display_name \(type: .text) NOT NULL,
            is_enabled \(type: .id) NOT NULL CHECK (is_enabled IN (0, 1)),
            created_at \(type: .time) NOT NULL,
            UNIQUE (organization_id, name_key)
            """, for: dialect)
    }

    private static func workspaces(_ dialect: Dialect) -> Statement {
        .createTable(
            "workspaces",
            """
            \(workspaceID(dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id),
            name \(type: .text) NOT NULL UNIQUE,
            title \(type: .text) NOT NULL,
            created_at \(type: .time) NOT NULL,
            stopped_at \(type: .time)
            """, for: dialect)
    }

    /// `member_id` is the id of a user or, with kind `application`, of an application.
    private static func memberships(_ dialect: Dialect) -> Statement {
        .createTable(
            "memberships",
            """
            workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL CHECK (kind IN ('user', 'application')),
            member_id \(type: .id) NOT NULL,
            role_id \(type: .id) NOT NULL REFERENCES roles (id),
            created_at \(type: .time) NOT NULL,
            PRIMARY KEY (workspace_id, kind, member_id, role_id)
            """, for: dialect)
    }

    private static func membershipsByMember(_ dialect: Dialect) -> Statement {
        "CREATE INDEX memberships_by_member ON memberships (kind, member_id)"
    }

    /// A key of a removed workspace is removed with it: with a null `workspace_id` it would open all workspaces.
    private static func apiKeys(_ dialect: Dialect) -> Statement {
        .createTable(
            "api_keys",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id),
            user_id \(type: .id) NOT NULL REFERENCES users (id),
            workspace_id \(type: .id) REFERENCES workspaces (id) ON DELETE CASCADE,
            role \(type: .text),
            name \(type: .text) NOT NULL,
            scopes \(type: .text) NOT NULL,
            hash \(type: .blob) NOT NULL UNIQUE,
            prefix \(type: .text) NOT NULL,
            created_at \(type: .time) NOT NULL,
            expires_at \(type: .time),
            last_used_at \(type: .time),
            revoked_at \(type: .time)
            """, for: dialect)
    }

    private static func apiKeysByUser(_ dialect: Dialect) -> Statement {
        "CREATE INDEX api_keys_by_user ON api_keys (organization_id, user_id)"
    }

    /// Starts with 2, because the first workspace, `main`, has id 1.
    private static func workspaceID(_ dialect: Dialect) -> Statement {
        dialect == .postgresql ? "id BIGINT GENERATED BY DEFAULT AS IDENTITY (START WITH 2) PRIMARY KEY" : .generatedID(for: dialect)
    }
}
