import SQL
import SQLSyntax
import Store

/// The tables of the authorization server. Rows that belong to an application or a user are deleted with it.
extension IdentitySchema {
    static func applications(_ dialect: Dialect) -> Statement {
        .createTable(
            "applications",
            """
            \(Statement.generatedID(for: dialect)),
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id),
            name \(type: .text) NOT NULL,
            name_key \(type: .text) NOT NULL UNIQUE,
            display_name \(type: .text) NOT NULL,
            description \(type: .text) NOT NULL,
            logo \(type: .text) NOT NULL,
            homepage_url \(type: .text) NOT NULL,
            category \(type: .text) NOT NULL,
            kind \(type: .text) NOT NULL,
            tags \(type: .json) NOT NULL,
            client_id \(type: .text) NOT NULL UNIQUE,
            secret_hash \(type: .blob),
            is_public \(type: .id) NOT NULL CHECK (is_public IN (0, 1)),
            redirect_uris \(type: .json) NOT NULL,
            grant_types \(type: .json) NOT NULL,
            scopes \(type: .json) NOT NULL,
            expire_hours \(type: .id) NOT NULL CHECK (expire_hours > 0),
            refresh_hours \(type: .id) NOT NULL CHECK (refresh_hours > 0),
            ip_allow \(type: .text),
            is_enabled \(type: .id) NOT NULL CHECK (is_enabled IN (0, 1)),
            disables_sign_in \(type: .id) NOT NULL CHECK (disables_sign_in IN (0, 1)),
            source \(type: .text) NOT NULL CHECK (source IN ('registered', 'dynamic', 'document')),
            metadata \(type: .json),
            details \(type: .json) NOT NULL,
            registration_hash \(type: .blob),
            created_at \(type: .time) NOT NULL,
            updated_at \(type: .time) NOT NULL,
            last_used_at \(type: .time)
            """, for: dialect)
    }

    /// Grants of people to applications; a grant with its refresh tokens is a family (RFC 9700 section 4.14.2). `generation` is the number
    /// of the newest refresh token, -1 before the first; `rotated_at` is when that was issued.
    static func grants(_ dialect: Dialect) -> Statement {
        .createTable(
            "authorization_grants",
            """
            \(Statement.generatedID(for: dialect)),
            application_id \(type: .id) NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
            user_id \(type: .id) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            scope \(type: .text) NOT NULL,
            resource \(type: .text) NOT NULL,
            generation \(type: .id) NOT NULL,
            created_at \(type: .time) NOT NULL,
            rotated_at \(type: .time) NOT NULL,
            expires_at \(type: .time) NOT NULL,
            revoked_at \(type: .time)
            """, for: dialect)
    }

    static func codes(_ dialect: Dialect) -> Statement {
        .createTable(
            "authorization_codes",
            """
            hash \(type: .blob) NOT NULL PRIMARY KEY,
            grant_id \(type: .id) NOT NULL REFERENCES authorization_grants (id) ON DELETE CASCADE,
            redirect_uri \(type: .text) NOT NULL,
            challenge \(type: .text) NOT NULL,
            expires_at \(type: .time) NOT NULL,
            spent_at \(type: .time)
            """, for: dialect)
    }

    /// `successor` is the sealed response that the token was exchanged for, which is repeated within the grace window.
    static func refreshTokens(_ dialect: Dialect) -> Statement {
        .createTable(
            "refresh_tokens",
            """
            hash \(type: .blob) NOT NULL PRIMARY KEY,
            grant_id \(type: .id) NOT NULL REFERENCES authorization_grants (id) ON DELETE CASCADE,
            generation \(type: .id) NOT NULL,
            successor \(type: .blob),
            UNIQUE (grant_id, generation)
            """, for: dialect)
    }

    /// `grant_id` is null for a token that an application got for itself. `organization_id` is the organization in which it was issued.
    static func accessTokens(_ dialect: Dialect) -> Statement {
        .createTable(
            "access_tokens",
            """
            \(Statement.generatedID(for: dialect)),
            name \(type: .text) NOT NULL UNIQUE,
            hash \(type: .blob) NOT NULL UNIQUE,
            grant_id \(type: .id) REFERENCES authorization_grants (id) ON DELETE CASCADE,
            application_id \(type: .id) NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
            organization_id \(type: .id) NOT NULL REFERENCES organizations (id),
            user_id \(type: .id) REFERENCES users (id) ON DELETE CASCADE,
            scope \(type: .text) NOT NULL,
            resource \(type: .text) NOT NULL,
            grant_type \(type: .text) NOT NULL,
            created_at \(type: .time) NOT NULL,
            expires_at \(type: .time) NOT NULL,
            revoked_at \(type: .time)
            """, for: dialect)
    }

    static func consents(_ dialect: Dialect) -> Statement {
        .createTable(
            "consents",
            """
            user_id \(type: .id) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            application_id \(type: .id) NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
            resource \(type: .text) NOT NULL,
            scope \(type: .text) NOT NULL,
            updated_at \(type: .time) NOT NULL,
            PRIMARY KEY (user_id, application_id, resource)
            """, for: dialect)
    }

    /// A consent applies to one redirect: `redirect` is the registered one that matched.
    static func consentsByRedirect(_ dialect: Dialect) -> [Statement] {
        [
            // The redirects of the old consents are unknown, so people are asked once more.
            "DROP TABLE consents",
            .createTable(
                "consents",
                """
                user_id \(type: .id) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                application_id \(type: .id) NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
                resource \(type: .text) NOT NULL,
                redirect \(type: .text) NOT NULL,
                scope \(type: .text) NOT NULL,
                updated_at \(type: .time) NOT NULL,
                PRIMARY KEY (user_id, application_id, resource, redirect)
                """, for: dialect),
            "CREATE INDEX consents_by_application ON consents (application_id)",
        ]
    }

    static func sessions(_ dialect: Dialect) -> Statement {
        .createTable(
            "sessions",
            """
            \(Statement.generatedID(for: dialect)),
            hash \(type: .blob) NOT NULL UNIQUE,
            user_id \(type: .id) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            created_at \(type: .time) NOT NULL,
            last_used_at \(type: .time) NOT NULL,
            expires_at \(type: .time) NOT NULL
            """, for: dialect)
    }

    /// `interval_seconds` grows with each poll that comes too early (RFC 8628 section 3.5).
    static func deviceCodes(_ dialect: Dialect) -> Statement {
        .createTable(
            "device_codes",
            """
            hash \(type: .blob) NOT NULL PRIMARY KEY,
            user_code_hash \(type: .blob) NOT NULL UNIQUE,
            application_id \(type: .id) NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
            scope \(type: .text) NOT NULL,
            resource \(type: .text) NOT NULL,
            state \(type: .text) NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'consumed')),
            user_id \(type: .id) REFERENCES users (id) ON DELETE CASCADE,
            allowed_scope \(type: .text),
            interval_seconds \(type: .id) NOT NULL,
            polled_at \(type: .time),
            expires_at \(type: .time) NOT NULL
            """, for: dialect)
    }

    /// Client assertions that were used; each can be used once (RFC 7523 section 3).
    static func usedAssertions(_ dialect: Dialect) -> Statement {
        .createTable(
            "used_assertions", "hash \(type: .blob) NOT NULL PRIMARY KEY, expires_at \(type: .time) NOT NULL", for: dialect)
    }

    /// Counters of guesses and of strangers' requests; `hash` is the SHA-256 of the counted subject.
    static func attempts(_ dialect: Dialect) -> Statement {
        .createTable(
            "attempts",
            """
            hash \(type: .blob) NOT NULL PRIMARY KEY,
            attempts \(type: .id) NOT NULL,
            next_at \(type: .time) NOT NULL,
            last_at \(type: .time) NOT NULL,
            settled_at \(type: .time) NOT NULL,
            ends_at \(type: .time) NOT NULL
            """, for: dialect)
    }

    /// `sealed_key` is the private key, removed when the key is retired; `ends_at` is when its last token has expired.
    static func signingKeys(_ dialect: Dialect) -> Statement {
        .createTable(
            "signing_keys",
            """
            id \(type: .text) NOT NULL PRIMARY KEY,
            public_key \(type: .blob) NOT NULL,
            sealed_key \(type: .blob),
            created_at \(type: .time) NOT NULL,
            retired_at \(type: .time),
            ends_at \(type: .time)
            """, for: dialect)
    }

    static let authorizationIndexes: [Statement] = [
        "CREATE INDEX applications_by_organization ON applications (organization_id, name_key)",
        "CREATE INDEX authorization_grants_by_user ON authorization_grants (user_id, application_id)",
        "CREATE INDEX authorization_grants_by_application ON authorization_grants (application_id)",
        "CREATE INDEX authorization_grants_by_end ON authorization_grants (expires_at)",
        "CREATE INDEX authorization_codes_by_grant ON authorization_codes (grant_id)",
        "CREATE INDEX authorization_codes_by_end ON authorization_codes (expires_at)",
        "CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id)",
        "CREATE INDEX access_tokens_by_application ON access_tokens (application_id)",
        "CREATE INDEX access_tokens_by_user ON access_tokens (user_id)",
        "CREATE INDEX access_tokens_by_organization ON access_tokens (organization_id, created_at)",
        "CREATE INDEX access_tokens_by_end ON access_tokens (expires_at)",
        "CREATE INDEX consents_by_application ON consents (application_id)",
        "CREATE INDEX sessions_by_user ON sessions (user_id)",
        "CREATE INDEX sessions_by_end ON sessions (expires_at)",
        "CREATE INDEX device_codes_by_application ON device_codes (application_id)",
        "CREATE INDEX device_codes_by_end ON device_codes (expires_at)",
        "CREATE INDEX used_assertions_by_end ON used_assertions (expires_at)",
        "CREATE INDEX refresh_tokens_with_successor ON refresh_tokens (grant_id) WHERE successor IS NOT NULL",
        // Only one key signs, so that two nodes that start together create one.
        "CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((CASE WHEN retired_at IS NULL THEN 1 END))",
    ]
}
