import JSON

/// Reads the tables and views that the login may use, from `pg_catalog`.
struct PostgreSQLReflection {
    let connection: any Connection
    /// The only schema whose tables are reported, without a schema name. Nil reports all schemas; only tables in `public` have no schema
    /// name then.
    let only: String?

    /// Partitions and inheriting tables are omitted: their rows belong to the parent table too, and reading them directly would bypass a
    /// rule on it.
    private var tables: Statement {
        """
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid)
            AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
            AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE')\
        \(only.map { " AND n.nspname = \($0)" as Statement } ?? "")
        """
    }

    func schema() throws -> DatabaseSchema {
        let columns = try columns()
        let keys = try keys()
        let constraints = try constraintColumns()
        let checks = try checks()
        let foreignKeys = try foreignKeys()
        let dependents = try dependents()
        let list: Statement = """
            SELECT c.oid::bigint AS id, n.nspname, c.relname, c.relkind IN ('v', 'm') AS is_view, pg_catalog.obj_description(c.oid, 'pg_class') AS comment,
                CASE WHEN c.reltuples >= 0 AND c.relkind <> 'v' THEN c.reltuples::bigint END AS estimated_rows
            \(tables) ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
            """
        let found = try connection.catalog(list) { row in
            let id = row.int("id") ?? 0
            return TableSchema(
                schema: row.name("nspname"), name: row.name("relname"), kind: row.flag("is_view") ? .view : .table, columns: columns[id] ?? [],
                primaryKey: keys[id]?.primary ?? [], foreignKeys: foreignKeys[id] ?? [], dependents: dependents[id] ?? [],
                uniqueKeys: keys[id]?.unique ?? [],
                constraintColumns: constraints[id]?.reduce(into: [:]) { $0[$1.0, default: []].formUnion($1.1) } ?? [:],
                checks: checks[id] ?? [], estimatedRows: row.int("estimated_rows"), comment: row.text("comment"))
        }
        return DatabaseSchema(tables: found, defaultSchema: only ?? "public")
    }

    private func columns() throws -> [Int64: [ColumnSchema]] {
        // A domain may be based on another domain, each with its own NOT NULL and default.
        let list: Statement = """
            WITH RECURSIVE domains (type, base, isrequired, isfilled) AS (
                SELECT oid, typbasetype, typnotnull, typdefault IS NOT NULL FROM pg_catalog.pg_type WHERE typtype = 'd'
                UNION ALL
                SELECT v.type, w.typbasetype, v.isrequired OR w.typnotnull, v.isfilled OR w.typdefault IS NOT NULL
                FROM domains v JOIN pg_catalog.pg_type w ON w.oid = v.base AND w.typtype = 'd')
            SELECT a.attrelid::bigint AS id, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) AS declared,
                t.oid::bigint AS type, a.attnotnull OR COALESCE(v.isrequired, false) AS is_required,
                a.atthasdef OR a.attidentity <> '' OR COALESCE(v.isfilled, false) AS has_default,
                a.attgenerated <> '' OR a.attidentity = 'a' AS is_generated, pg_catalog.col_description(a.attrelid, a.attnum) AS comment,
                t.typtype = 'e' AS is_enum, x.extname, s.nspname, b.typname,
                NOT EXISTS (
                    SELECT 1 FROM pg_catalog.aclexplode(COALESCE(s.nspacl, pg_catalog.acldefault('n', s.nspowner))) AS g
                    WHERE g.privilege_type = 'CREATE' AND g.grantee <> s.nspowner) AS is_closed,
                a.attgenerated <> '' AS is_computed, CASE WHEN a.attgenerated <> '' THEN (
                    SELECT pg_catalog.to_json(pg_catalog.array_agg(o.attname))
                    FROM pg_catalog.pg_depend y JOIN pg_catalog.pg_attribute o ON o.attrelid = y.refobjid AND o.attnum = y.refobjsubid
                    WHERE y.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND y.refobjid = a.attrelid AND y.refobjsubid <> a.attnum
                        AND (y.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND y.objid = a.attrelid AND y.objsubid = a.attnum
                            OR y.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass AND y.objid IN (
                                SELECT f.oid FROM pg_catalog.pg_attrdef f WHERE f.adrelid = a.attrelid AND f.adnum = a.attnum))) END AS origins,
                CASE WHEN t.typtype = 'e' THEN (
                    SELECT pg_catalog.to_json(pg_catalog.array_agg(g.enumlabel ORDER BY g.enumsortorder))
                    FROM pg_catalog.pg_enum g WHERE g.enumtypid = t.oid) END AS labels,
                CASE WHEN a.attgenerated = '' THEN (
                    SELECT pg_catalog.pg_get_expr(h.adbin, h.adrelid) FROM pg_catalog.pg_attrdef h
                    WHERE h.adrelid = a.attrelid AND h.adnum = a.attnum) END AS default_text,
                b.oid >= 16384 AND EXISTS (
                    SELECT 1 FROM pg_catalog.pg_cast k WHERE k.castmethod = 'f' AND (k.castsource IN (b.oid, t.oid) OR k.casttarget IN (b.oid, t.oid))
                        AND NOT EXISTS (
                            SELECT 1 FROM pg_catalog.pg_depend y WHERE y.classid = 'pg_catalog.pg_cast'::pg_catalog.regclass AND y.objid = k.oid
                                AND y.deptype = 'e')) AS has_cast,
                EXISTS (SELECT 1 FROM pg_catalog.pg_collation l WHERE l.oid = a.attcollation AND NOT l.collisdeterministic) AS is_loose
            FROM pg_catalog.pg_attribute a
                LEFT JOIN domains v ON v.type = a.atttypid AND NOT EXISTS (
                    SELECT 1 FROM pg_catalog.pg_type w WHERE w.oid = v.base AND w.typtype = 'd')
                JOIN pg_catalog.pg_type t ON t.oid = COALESCE(v.base, a.atttypid)
                LEFT JOIN pg_catalog.pg_type e ON e.typarray = t.oid
                JOIN pg_catalog.pg_type b ON b.oid = COALESCE(e.oid, t.oid)
                JOIN pg_catalog.pg_namespace s ON s.oid = b.typnamespace
                LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid = b.oid
                    AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.deptype = 'e'
                LEFT JOIN pg_catalog.pg_extension x ON x.oid = d.refobjid
            WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (SELECT c.oid \(tables))
            ORDER BY a.attrelid, a.attnum
            """
        return try grouped(list) { row in
            let type = PostgreSQLType(UInt32(truncatingIfNeeded: row.int("type") ?? 0), own: [:])
            let hasCast = row.flag("has_cast")
            let comparison: ExtensionType.Comparison? =
                hasCast ? .cast : row.text("extname").map { Self.comparison(of: row.name("typname"), in: $0, isClosed: row.flag("is_closed")) }
            let known = comparison.map { ExtensionType(schema: row.name("nspname"), name: row.name("typname"), comparison: $0) }
            let isText = row.flag("is_enum") && !hasCast || comparison == .own
            return ColumnSchema(
                name: row.name("attname"), type: isText ? .text : type.columnType, declaredType: declared(row.name("declared")),
                isNullable: !row.flag("is_required"), hasDefault: row.flag("has_default"), defaultText: row.text("default_text"),
                isGenerated: row.flag("is_generated"), sourceColumns: row.flag("is_computed") ? row.text("origins").map { Self.names($0) } : [],
                comment: row.text("comment"), extensionType: known, allowedValues: hasCast ? [] : Self.names(row.text("labels")),
                hasNondeterministicCollation: row.flag("is_loose"))
        }
    }

    /// The declared type without the name of the default schema.
    private func declared(_ type: String) -> String {
        let prefix = "\(only ?? "public")."
        return type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    }

    /// - Parameter isClosed: whether only the owner of the extension's schema may create objects in it.
    private static func comparison(of type: String, in name: String, isClosed: Bool) -> ExtensionType.Comparison {
        switch (name, type) {
        case ("citext", "citext") where isClosed: .own
        case ("ltree", "ltree"): .text
        default: .none
        }
    }

    /// Unique indexes over whole columns of all rows, including the primary key.
    private func keys() throws -> [Int64: (primary: [String], unique: [[String]])] {
        let list: Statement = """
            SELECT i.indrelid::bigint AS id, i.indisprimary, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place)) AS columns
            FROM pg_catalog.pg_index i
                CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
            WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
                AND i.indrelid IN (SELECT c.oid \(tables))
            GROUP BY i.indrelid, i.indexrelid, i.indisprimary ORDER BY i.indrelid, i.indexrelid
            """
        let found = try grouped(list) { ($0.flag("indisprimary"), Self.names($0.text("columns"))) }
        return found.mapValues { keys in
            (keys.first { $0.0 }?.1 ?? [], keys.filter { !$0.0 }.map { $0.1 })
        }
    }

    /// Columns of constraints over whole columns and of unique indexes, by the name that errors report.
    private func constraintColumns() throws -> [Int64: [(String, [String])]] {
        let list: Statement = """
            SELECT k.relation::bigint AS id, k.name, pg_catalog.to_json(pg_catalog.array_agg(a.attname)) AS columns
            FROM (
                SELECT f.conrelid, f.conname, f.conkey FROM pg_catalog.pg_constraint f WHERE f.conkey IS NOT NULL
                UNION ALL
                SELECT i.indrelid, x.relname, i.indkey::int2[] FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                WHERE i.indisunique AND i.indpred IS NULL) AS k (relation, name, numbers)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = k.relation AND a.attnum = ANY (k.numbers)
            WHERE 0 <> ALL (k.numbers) AND k.relation IN (SELECT c.oid \(tables))
            GROUP BY k.relation, k.name ORDER BY k.relation, k.name COLLATE "C"
            """
        return try grouped(list) { ($0.name("name"), Self.names($0.text("columns"))) }
    }

    private func checks() throws -> [Int64: [CheckConstraint]] {
        let list: Statement = """
            SELECT f.conrelid::bigint AS id, f.conname, pg_catalog.pg_get_expr(f.conbin, f.conrelid) AS expression,
                pg_catalog.to_json(pg_catalog.array_agg(a.attname)) AS columns
            FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
            WHERE f.contype = 'c' AND 0 <> ALL (f.conkey) AND f.conrelid IN (SELECT c.oid \(tables))
            GROUP BY f.conrelid, f.oid, f.conname, f.conbin ORDER BY f.conrelid, f.conname COLLATE "C"
            """
        return try grouped(list) { row in
            CheckConstraint(name: row.name("conname"), expression: row.name("expression"), columns: Set(Self.names(row.text("columns"))))
        }
    }

    private func foreignKeys() throws -> [Int64: [ForeignKey]] {
        let list: Statement = """
            SELECT f.conrelid::bigint AS id, n.nspname, r.relname, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place)) AS columns,
                pg_catalog.to_json(pg_catalog.array_agg(b.attname ORDER BY k.place)) AS referenced
            FROM pg_catalog.pg_constraint f
                JOIN pg_catalog.pg_class r ON r.oid = f.confrelid JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
                CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(f.conkey), pg_catalog.unnest(f.confkey)) WITH ORDINALITY AS k (own, other, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own
                JOIN pg_catalog.pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other
            WHERE f.contype = 'f' AND f.conparentid = 0 AND f.conrelid IN (SELECT c.oid \(tables))
            GROUP BY f.conrelid, f.oid, f.conname, n.nspname, r.relname ORDER BY f.conrelid, f.conname COLLATE "C"
            """
        return try grouped(list) { row in
            ForeignKey(
                columns: Self.names(row.text("columns")), referencedSchema: row.name("nspname"), referencedTable: row.name("relname"),
                referencedColumns: Self.names(row.text("referenced")))
        }
    }

    /// Foreign keys that refer to these tables and make the server change rows, including rows of tables that the login cannot see.
    private func dependents() throws -> [Int64: [DependentTable]] {
        let list: Statement = """
            SELECT f.confrelid::bigint AS id, n.nspname, r.relname, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place)) AS columns,
                pg_catalog.to_json(pg_catalog.array_agg(b.attname ORDER BY k.place)) AS referenced, f.confdeltype::text AS on_delete,
                f.confupdtype::text AS on_update
            FROM pg_catalog.pg_constraint f
                JOIN pg_catalog.pg_class r ON r.oid = f.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
                CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(f.conkey), pg_catalog.unnest(f.confkey)) WITH ORDINALITY AS k (own, other, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own
                JOIN pg_catalog.pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other
            WHERE f.contype = 'f' AND f.conparentid = 0 AND (f.confdeltype IN ('c', 'n', 'd') OR f.confupdtype IN ('c', 'n', 'd'))
                AND f.confrelid IN (SELECT c.oid \(tables))
            GROUP BY f.confrelid, f.oid, f.conname, n.nspname, r.relname, f.confdeltype, f.confupdtype
            ORDER BY f.confrelid, n.nspname COLLATE "C", r.relname COLLATE "C", f.conname COLLATE "C"
            """
        return try grouped(list) { row in
            DependentTable(
                schema: row.name("nspname"), table: row.name("relname"), columns: Self.names(row.text("columns")),
                referencedColumns: Self.names(row.text("referenced")), onDelete: Self.action(row.text("on_delete")),
                onUpdate: Self.action(row.text("on_update")))
        }
    }

    /// The action for a letter of `pg_constraint.confdeltype` and `confupdtype`.
    private static func action(_ letter: String?) -> ReferentialAction {
        switch letter {
        case "c": .cascade
        case "n", "d": .clear
        default: .refuse
        }
    }

    private func grouped<R>(_ statement: Statement, _ make: (CatalogRow) throws -> R) throws -> [Int64: [R]] {
        try connection.catalog(statement, of: { $0.int("id") ?? 0 }, make)
    }

    /// The strings of a JSON array.
    private static func names(_ json: String?) -> [String] {
        guard let json, let value = try? JSONValue(parsing: [UInt8](json.utf8)) else { return [] }  // the server wrote it as JSON
        return value.array?.compactMap(\.string) ?? []
    }
}
