import SQL
import SQLSyntax
import Store

/// The members of organizations, users and roles besides their names, and the tables of permissions and providers.
enum ObjectsSchema {
    static let migrations: [Migration] = [
        Migration("objects", 1, "details, roles of users, permissions, providers") { dialect in
            organizations + users + roles(dialect) + [permissions(dialect), providers(dialect)]
        },
        Migration("objects", 2, "whether organizations let in clients that nobody registered") { dialect in
            ["ALTER TABLE organizations ADD COLUMN dcr_policy \(type: .text) NOT NULL DEFAULT 'open'"] + dcrPolicies(dialect)
        },
        Migration("objects", 3, "what roles may manage") { _ in ["ALTER TABLE roles ADD COLUMN snippets \(type: .json) NOT NULL DEFAULT '[]'"] },
    ]

    /// Takes over the value that was stored before it had an effect; empty text means off on servers that such objects come from.
    private static func dcrPolicies(_ dialect: Dialect) -> [Statement] {
        let (said, rest): (Statement, Statement) =
            dialect == .postgresql
            ? ("(details::jsonb) ->> 'dcrPolicy'", "((details::jsonb) - 'dcrPolicy')::text")
            : ("json_extract(details, '$.dcrPolicy')", "json_remove(details, '$.dcrPolicy')")
        return [
            "UPDATE organizations SET dcr_policy = 'disabled' WHERE \(said) IN ('', 'disabled')",
            "UPDATE organizations SET details = \(rest) WHERE \(said) IS NOT NULL",
        ]
    }

    private static let organizations: [Statement] = [
        "ALTER TABLE organizations ADD COLUMN password_rules \(type: .text) NOT NULL DEFAULT ''",
        "ALTER TABLE organizations ADD COLUMN password_days \(type: .id) NOT NULL DEFAULT 0",
        "ALTER TABLE organizations ADD COLUMN ip_allow \(type: .text)",
        "ALTER TABLE organizations ADD COLUMN disables_sign_in \(type: .id) NOT NULL DEFAULT 0",
        "ALTER TABLE organizations ADD COLUMN details \(type: .json) NOT NULL DEFAULT '{}'",
    ]

    /// If users share an e-mail address from before it had to be unique, the oldest one keeps it.
    private static let users: [Statement] = [
        "ALTER TABLE users ADD COLUMN email_key \(type: .text)",
        "ALTER TABLE users ADD COLUMN phone \(type: .text) NOT NULL DEFAULT ''",
        "ALTER TABLE users ADD COLUMN phone_key \(type: .text)",
        "ALTER TABLE users ADD COLUMN ip_allow \(type: .text)",
        "ALTER TABLE users ADD COLUMN password_at \(type: .time)",
        "ALTER TABLE users ADD COLUMN details \(type: .json) NOT NULL DEFAULT '{}'",
        "UPDATE users SET password_at = updated_at WHERE password_hash IS NOT NULL",
        """
        UPDATE users SET email_key = lower(email) WHERE email <> '' AND NOT EXISTS (SELECT 1 FROM users AS other
        WHERE other.organization_id = users.organization_id AND lower(other.email) = lower(users.email) AND other.id < users.id)
        """,
        "CREATE UNIQUE INDEX users_by_email ON users (organization_id, email_key)",
        "CREATE UNIQUE INDEX users_by_phone ON users (organization_id, phone_key)",
    ]

    /// The users of roles besides members of workspaces, and the inclusion of roles: a member with one role also has the roles that it is
    /// part of.
    private static func roles(_ dialect: Dialect) -> [Statement] {
        [
            "ALTER TABLE roles ADD COLUMN details \(type: .json) NOT NULL DEFAULT '{}'",
            .createTable(
                "role_users",
                """
                role_id \(type: .id) NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
                user_id \(type: .id) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                PRIMARY KEY (role_id, user_id)
                """, for: dialect),
            "CREATE INDEX role_users_by_user ON role_users (user_id)",
            .createTable(
                "role_parts",
                """
                role_id \(type: .id) NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
                part_id \(type: .id) NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
                PRIMARY KEY (role_id, part_id)
                """, for: dialect),
            "CREATE INDEX role_parts_by_part ON role_parts (part_id)",
        ]
    }

    private static func permissions(_ dialect: Dialect) -> Statement {
        .createTable(
            "permissions",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL,
            display_name \(type: .text) NOT NULL,
            resource_type \(type: .text) NOT NULL,
            resources \(type: .json) NOT NULL,
            actions \(type: .json) NOT NULL,
            effect \(type: .text) NOT NULL CHECK (effect IN ('Allow', 'Deny')),
            users \(type: .json) NOT NULL,
            roles \(type: .json) NOT NULL,
            is_enabled \(type: .id) NOT NULL CHECK (is_enabled IN (0, 1)),
            state \(type: .text) NOT NULL,
            submitter \(type: .text) NOT NULL,
            approver \(type: .text) NOT NULL,
            approved_at \(type: .time),
            expires_at \(type: .time),
            created_at \(type: .time) NOT NULL,
            details \(type: .json) NOT NULL,
            UNIQUE (organization_id, name_key)
            """, for: dialect)
    }

    /// A provider of the server itself has no organization. Names are unique in the instance.
    private static func providers(_ dialect: Dialect) -> Statement {
        .createTable(
            "providers",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) REFERENCES organizations (id) ON DELETE CASCADE,
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL UNIQUE,
            display_name \(type: .text) NOT NULL,
            category \(type: .text) NOT NULL,
            type \(type: .text) NOT NULL,
            client_id \(type: .text) NOT NULL,
            client_secret \(type: .blob),
            client_secret2 \(type: .blob),
            host \(type: .text) NOT NULL,
            port \(type: .id) NOT NULL,
            is_enabled \(type: .id) NOT NULL CHECK (is_enabled IN (0, 1)),
            created_at \(type: .time) NOT NULL,
            details \(type: .json) NOT NULL
            """, for: dialect)
    }
}
