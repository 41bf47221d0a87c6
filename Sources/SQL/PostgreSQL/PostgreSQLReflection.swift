import JSON

/// Reads the tables and views that the login may use, from `pg_catalog`.
struct PostgreSQLReflection {
    let connection: any Connection
    /// Only tables of this schema are reported, which need no schema name in front; nil: those of all schemas, of which `public` needs none.
    let only: String?

    /// Partitions and inheriting tables are left out: their rows belong to the parent table too, and must not be reachable around a rule on it.
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
            SELECT c.oid::bigint, n.nspname, c.relname, c.relkind IN ('v', 'm'), pg_catalog.obj_description(c.oid, 'pg_class'),
                CASE WHEN c.reltuples >= 0 AND c.relkind <> 'v' THEN c.reltuples::bigint END
            \(tables) ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
            """
        let found = try connection.all(list) { row in
            let id = row.int(0) ?? 0
            return TableSchema(
                schema: row.text(1) ?? "", name: row.text(2) ?? "", kind: row.bool(3) == true ? .view : .table, columns: columns[id] ?? [],
                primaryKey: keys[id]?.primary ?? [], foreignKeys: foreignKeys[id] ?? [], dependents: dependents[id] ?? [],
                uniqueKeys: keys[id]?.unique ?? [],
                constraintColumns: constraints[id]?.reduce(into: [:]) { $0[$1.0, default: []].formUnion($1.1) } ?? [:],
                checks: checks[id] ?? [], estimatedRows: row.int(5), comment: row.text(4))
        }
        return DatabaseSchema(tables: found, home: only ?? "public")
    }

    private func columns() throws -> [Int64: [ColumnSchema]] {
        // A domain may be based on another domain, each with its own NOT NULL and default.
        let list: Statement = """
            WITH RECURSIVE domains (type, base, isrequired, isfilled) AS (
                SELECT oid, typbasetype, typnotnull, typdefault IS NOT NULL FROM pg_catalog.pg_type WHERE typtype = 'd'
                UNION ALL
                SELECT v.type, w.typbasetype, v.isrequired OR w.typnotnull, v.isfilled OR w.typdefault IS NOT NULL
                FROM domains v JOIN pg_catalog.pg_type w ON w.oid = v.base AND w.typtype = 'd')
            SELECT a.attrelid::bigint, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
                t.oid::bigint, NOT (a.attnotnull OR COALESCE(v.isrequired, false)),
                a.atthasdef OR a.attidentity <> '' OR COALESCE(v.isfilled, false), a.attgenerated <> '' OR a.attidentity = 'a',
                pg_catalog.col_description(a.attrelid, a.attnum), t.typtype = 'e', x.extname, s.nspname, b.typname,
                NOT EXISTS (
                    SELECT 1 FROM pg_catalog.aclexplode(COALESCE(s.nspacl, pg_catalog.acldefault('n', s.nspowner))) AS g
                    WHERE g.privilege_type = 'CREATE' AND g.grantee <> s.nspowner),
                a.attgenerated <> '', CASE WHEN a.attgenerated <> '' THEN (
                    SELECT pg_catalog.to_json(pg_catalog.array_agg(o.attname))
                    FROM pg_catalog.pg_depend y JOIN pg_catalog.pg_attribute o ON o.attrelid = y.refobjid AND o.attnum = y.refobjsubid
                    WHERE y.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND y.refobjid = a.attrelid AND y.refobjsubid <> a.attnum
                        AND (y.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND y.objid = a.attrelid AND y.objsubid = a.attnum
                            OR y.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass AND y.objid IN (
                                SELECT f.oid FROM pg_catalog.pg_attrdef f WHERE f.adrelid = a.attrelid AND f.adnum = a.attnum))) END,
                CASE WHEN t.typtype = 'e' THEN (
                    SELECT pg_catalog.to_json(pg_catalog.array_agg(g.enumlabel ORDER BY g.enumsortorder))
                    FROM pg_catalog.pg_enum g WHERE g.enumtypid = t.oid) END,
                CASE WHEN a.attgenerated = '' THEN (
                    SELECT pg_catalog.pg_get_expr(h.adbin, h.adrelid) FROM pg_catalog.pg_attrdef h
                    WHERE h.adrelid = a.attrelid AND h.adnum = a.attnum) END,
                b.oid >= 16384 AND EXISTS (
                    SELECT 1 FROM pg_catalog.pg_cast k WHERE k.castmethod = 'f' AND (k.castsource IN (b.oid, t.oid) OR k.casttarget IN (b.oid, t.oid))
                        AND NOT EXISTS (
                            SELECT 1 FROM pg_catalog.pg_depend y WHERE y.classid = 'pg_catalog.pg_cast'::pg_catalog.regclass AND y.objid = k.oid
                                AND y.deptype = 'e')),
                EXISTS (SELECT 1 FROM pg_catalog.pg_collation l WHERE l.oid = a.attcollation AND NOT l.collisdeterministic)
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
            let type = PostgreSQLType(UInt32(truncatingIfNeeded: row.int(3) ?? 0), own: [:])
            let hasCast = row.bool(17) == true
            let comparison: ExtensionType.Comparison? =
                hasCast ? .cast : row.text(9).map { Self.comparison(of: row.text(11) ?? "", in: $0, isClosed: row.bool(12) == true) }
            let known = comparison.map { ExtensionType(schema: row.text(10) ?? "", name: row.text(11) ?? "", comparison: $0) }
            let isText = row.bool(8) == true && !hasCast || comparison == .own
            return ColumnSchema(
                name: row.text(1) ?? "", type: isText ? .text : type.columnType, declaredType: declared(row.text(2) ?? ""),
                isNullable: row.bool(4) ?? true, hasDefault: row.bool(5) ?? false, defaultText: row.text(16),
                isGenerated: row.bool(6) ?? false,
                origins: row.bool(13) == true ? row.text(14).map { Self.names($0) } : [], comment: row.text(7), extensionType: known,
                allowedValues: hasCast ? [] : Self.names(row.text(15)), isLoose: row.bool(18) == true)
        }
    }

    /// A type of the home schema needs no schema name in front.
    private func declared(_ type: String) -> String {
        let prefix = "\(only ?? "public")."
        return type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    }

    /// - Parameter isClosed: only its owner may create objects in the extension's schema.
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
            SELECT i.indrelid::bigint, i.indisprimary, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place))
            FROM pg_catalog.pg_index i
                CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
            WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
                AND i.indrelid IN (SELECT c.oid \(tables))
            GROUP BY i.indrelid, i.indexrelid, i.indisprimary ORDER BY i.indrelid, i.indexrelid
            """
        let found = try grouped(list) { ($0.bool(1) == true, Self.names($0.text(2))) }
        return found.mapValues { keys in
            (keys.first { $0.0 }?.1 ?? [], keys.filter { !$0.0 }.map { $0.1 })
        }
    }

    /// Constraints of whole columns and unique indexes, by the name that errors give them.
    private func constraintColumns() throws -> [Int64: [(String, [String])]] {
        let list: Statement = """
            SELECT k.relation::bigint, k.name, pg_catalog.to_json(pg_catalog.array_agg(a.attname))
            FROM (
                SELECT f.conrelid, f.conname, f.conkey FROM pg_catalog.pg_constraint f WHERE f.conkey IS NOT NULL
                UNION ALL
                SELECT i.indrelid, x.relname, i.indkey::int2[] FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                WHERE i.indisunique AND i.indpred IS NULL) AS k (relation, name, numbers)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = k.relation AND a.attnum = ANY (k.numbers)
            WHERE 0 <> ALL (k.numbers) AND k.relation IN (SELECT c.oid \(tables))
            GROUP BY k.relation, k.name ORDER BY k.relation, k.name COLLATE "C"
            """
        return try grouped(list) { ($0.text(1) ?? "", Self.names($0.text(2))) }
    }

    private func checks() throws -> [Int64: [CheckConstraint]] {
        let list: Statement = """
            SELECT f.conrelid::bigint, f.conname, pg_catalog.pg_get_expr(f.conbin, f.conrelid), pg_catalog.to_json(pg_catalog.array_agg(a.attname))
            FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
            WHERE f.contype = 'c' AND 0 <> ALL (f.conkey) AND f.conrelid IN (SELECT c.oid \(tables))
            GROUP BY f.conrelid, f.oid, f.conname, f.conbin ORDER BY f.conrelid, f.conname COLLATE "C"
            """
        return try grouped(list) { row in
            CheckConstraint(name: row.text(1) ?? "", expression: row.text(2) ?? "", columns: Set(Self.names(row.text(3))))
        }
    }

    private func foreignKeys() throws -> [Int64: [ForeignKey]] {
        let list: Statement = """
            SELECT f.conrelid::bigint, n.nspname, r.relname, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place)),
                pg_catalog.to_json(pg_catalog.array_agg(b.attname ORDER BY k.place))
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
                columns: Self.names(row.text(3)), referencedSchema: row.text(1) ?? "", referencedTable: row.text(2) ?? "",
                referencedColumns: Self.names(row.text(4)))
        }
    }

    /// Foreign keys that refer to these tables and make the server change rows, also of tables that the login cannot see.
    private func dependents() throws -> [Int64: [DependentTable]] {
        let list: Statement = """
            SELECT f.confrelid::bigint, n.nspname, r.relname, pg_catalog.to_json(pg_catalog.array_agg(a.attname ORDER BY k.place)),
                pg_catalog.to_json(pg_catalog.array_agg(b.attname ORDER BY k.place)), f.confdeltype::text, f.confupdtype::text
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
                schema: row.text(1) ?? "", table: row.text(2) ?? "", columns: Self.names(row.text(3)), referencedColumns: Self.names(row.text(4)),
                onDelete: Self.action(row.text(5)), onUpdate: Self.action(row.text(6)))
        }
    }

    /// The letters of `pg_constraint.confdeltype` and `confupdtype`.
    private static func action(_ letter: String?) -> ReferentialAction {
        switch letter {
        case "c": .cascade
        case "n", "d": .clear
        default: .refuse
        }
    }

    /// Rows grouped by table id, their first column, in order.
    private func grouped<R>(_ statement: Statement, _ make: (any Row) throws -> R) throws -> [Int64: [R]] {
        var out: [Int64: [R]] = [:]
        for (table, value) in try connection.all(statement, { ($0.int(0) ?? 0, try make($0)) }) { out[table, default: []].append(value) }
        return out
    }

    /// The strings of a JSON array.
    private static func names(_ json: String?) -> [String] {
        guard let json, let value = try? JSONValue(parsing: [UInt8](json.utf8)) else { return [] }  // the server wrote it as JSON
        return value.array?.compactMap(\.string) ?? []
    }
}
