import GatehouseTesting
import JSON
import SQLSyntax
import Testing

@Suite("Functions that somebody made in a data source")
struct PlantedFunctionTests {
    private static let tables = """
        CREATE TABLE sales (id BIGINT PRIMARY KEY, region VARCHAR(20) NOT NULL, name TEXT NOT NULL, amount NUMERIC(10,2), code CHAR(4), \
        sold DATE NOT NULL, at TIMESTAMPTZ NOT NULL, is_open BOOLEAN NOT NULL, tags JSONB);
        INSERT INTO sales SELECT n, (ARRAY['North','South','west'])[1 + n % 3], 'Name ' || n, n * 1.5, lpad(n::text, 4, '0'), \
        DATE '2026-01-01' + n, TIMESTAMPTZ '2026-01-01 00:00:00+00' + n * INTERVAL '1 hour', n % 2 = 0, '{"a": 1}' FROM generate_series(1, 30) n;
        """

    /// Every function and aggregate of the engine with these names, every operator and some casts, once more in a schema that comes first in the search
    /// path of each session, with the same arguments: each fails when it is called. Types under the engine's names take no value, the collation "C" has
    /// another order, and an operator class has the opposite one.
    private static let planted = """
        CREATE SCHEMA second;
        DO $$
        DECLARE f record; body text := 'AS ''BEGIN RAISE EXCEPTION ''''planted''''; END'''; kind text;
        BEGIN
            FOR f IN SELECT p.proname, pg_get_function_identity_arguments(p.oid) AS arguments, format_type(p.prorettype, NULL) AS result, p.proretset
                FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f' AND p.provariadic = 0
                AND p.proname IN ('lower', 'upper', 'length', 'now', 'abs', 'round', 'floor', 'ceil', 'substr', 'substring', 'position', 'strpos', 'trim',
                    'btrim', 'replace', 'date_trunc', 'date_part', 'extract', 'to_char', 'age', 'like', 'texteq', 'timezone', 'left', 'right', 'mod',
                    'generate_series', 'jsonb_typeof', 'starts_with', 'concat', 'int8', 'numeric', 'text', 'varchar', 'date', 'timestamptz', 'float8')
                AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) a WHERE a IN (SELECT oid FROM pg_type WHERE typtype = 'p'))
                AND p.prorettype NOT IN (SELECT oid FROM pg_type WHERE typtype = 'p')
            LOOP
                BEGIN
                    EXECUTE format('CREATE FUNCTION second.%I(%s) RETURNS %s%s LANGUAGE plpgsql %s', f.proname, f.arguments,
                        CASE WHEN f.proretset THEN 'SETOF ' ELSE '' END, f.result, body);
                EXCEPTION WHEN OTHERS THEN NULL;
                END;
            END LOOP;
            FOR f IN SELECT DISTINCT format_type(t.oid, NULL) AS name FROM pg_type t WHERE t.typname IN
                ('int8', 'int4', 'text', 'varchar', 'bpchar', 'numeric', 'date', 'timestamptz', 'bool', 'float8', 'jsonb', 'interval')
            LOOP
                EXECUTE format('CREATE FUNCTION second.step(%s, %s) RETURNS %s LANGUAGE plpgsql %s', f.name, f.name, f.name, body);
                FOREACH kind IN ARRAY ARRAY['count', 'sum', 'avg', 'min', 'max', 'string_agg', 'array_agg'] LOOP
                    EXECUTE format('CREATE AGGREGATE second.%I(%s) (SFUNC = second.step, STYPE = %s)', kind, f.name, f.name);
                END LOOP;
            END LOOP;
            FOR f IN SELECT o.oprname AS sign, format_type(o.oprleft, NULL) AS "left", format_type(o.oprright, NULL) AS "right",
                    format_type(o.oprresult, NULL) AS result
                FROM pg_operator o WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprkind = 'b' AND o.oprname <> '=>'
                AND o.oprleft::regtype::text = ANY (ARRAY['bigint', 'integer', 'text', 'character', 'numeric', 'date', 'timestamp with time zone', 'boolean', 'jsonb'])
                AND o.oprright NOT IN (SELECT oid FROM pg_type WHERE typtype = 'p')
            LOOP
                BEGIN
                    EXECUTE format('CREATE OR REPLACE FUNCTION second.planted(%s, %s) RETURNS %s LANGUAGE plpgsql %s', f."left", f."right", f.result, body);
                    EXECUTE format('CREATE OPERATOR second.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = second.planted)', f.sign, f."left", f."right");
                EXCEPTION WHEN OTHERS THEN NULL;
                END;
            END LOOP;
            FOREACH kind IN ARRAY ARRAY['text', 'date', 'int8', 'int4', 'numeric', 'timestamptz', 'bool', 'jsonb', 'uuid', 'bytea', 'float8'] LOOP
                EXECUTE format('CREATE DOMAIN second.%I AS pg_catalog.varchar CHECK (false)', kind);
            END LOOP;
            CREATE COLLATION second."C" (provider = icu, locale = 'und-u-co-search');
            CREATE FUNCTION second.back(bigint, bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT pg_catalog.btint8cmp($2, $1)';
            CREATE OPERATOR CLASS second.int8_ops FOR TYPE bigint USING btree AS OPERATOR 1 pg_catalog.> (bigint, bigint),
                OPERATOR 2 pg_catalog.>= (bigint, bigint), OPERATOR 3 pg_catalog.= (bigint, bigint), OPERATOR 4 pg_catalog.<= (bigint, bigint),
                OPERATOR 5 pg_catalog.< (bigint, bigint), FUNCTION 1 second.back(bigint, bigint);
            CREATE INDEX backwards ON sales (id second.int8_ops);
            EXECUTE format('ALTER DATABASE %I SET search_path = second, public, pg_catalog', current_database());
        END $$;
        """

    private static let records: [JSONObject] = [
        ["action": "list", "filter": ["name": ["$includes": "ame 1"]], "sort": ["-region", "name"], "pageSize": 5],
        ["action": "list", "filter": ["region": ["$ne": "west"], "amount": ["$gt": 3]], "sort": ["-amount"], "pageSize": 5],
        ["action": "list", "filter": ["sold": ["$dateAfter": "2026-01-10"]], "sort": ["code"], "fields": ["id", "code", "sold"], "pageSize": 5],
        ["action": "list", "filter": ["$or": [["id": ["$between": [3, 5]]], ["code": ["$in": ["0007", "0009"]]]]], "fields": ["id"]],
        ["action": "list", "filter": ["at": ["$dateOn": "2026-01-01"], "is_open": true], "fields": ["id", "at"], "sort": ["at"]],
        ["action": "list", "filter": ["name": ["$notEmpty": true], "tags": ["$notEmpty": true]], "fields": ["id"], "pageSize": 3],
        ["action": "get", "filterByTk": 6],
        [
            "action": "query", "dimensions": [["field": "region", "alias": "r"]],
            "measures": [
                ["field": "amount", "aggregation": "sum", "alias": "s"], ["field": "id", "aggregation": "count", "alias": "n"],
                ["field": "amount", "aggregation": "max", "alias": "m"], ["field": "amount", "aggregation": "avg", "alias": "a"],
            ], "orders": [["field": "r", "order": "desc"]],
        ],
        ["action": "update", "filterByTk": 6, "values": ["name": "six"]],
        ["action": "update", "filter": ["region": "South", "id": ["$lt": 8]], "values": ["amount": "2.50"]],
        [
            "action": "create",
            "values": ["id": 90, "region": "South", "name": "n", "sold": "2026-02-02", "at": "2026-02-02T00:00:00Z", "is_open": true],
        ],
        [
            "action": "create",
            "values": ["id": 91, "region": "North", "name": "n", "sold": "2026-02-02", "at": "2026-02-02T00:00:00Z", "is_open": true],
        ],
        ["action": "destroy", "filterByTk": 3], ["action": "destroy", "filter": ["name": ["$in": ["Name 9", "Name 12", "Name 13"]]]],
        ["action": "list", "sort": ["id"], "pageSize": 100],
    ]

    private static let statements = [
        "SELECT lower(name), upper(region), length(code), abs(amount), round(amount, 1) FROM sales ORDER BY id",
        "SELECT region || '-' || name AS x FROM sales WHERE name LIKE 'Name 1%' ORDER BY x",
        "SELECT region, count(*), count(id), sum(amount), avg(amount), min(name), max(sold) FROM sales GROUP BY region HAVING count(*) > 1 ORDER BY region DESC",
        "SELECT date_trunc('month', sold) AS m, sum(amount) AS s FROM sales GROUP BY 1 ORDER BY 1",
        "SELECT extract(year FROM sold) AS y, to_char(sold, 'YYYY-MM') AS t FROM sales ORDER BY id LIMIT 3",
        "SELECT id::text FROM sales ORDER BY region, id", "SELECT amount::integer FROM sales ORDER BY id",
        "SELECT CAST(id AS numeric) FROM sales ORDER BY id", "SELECT sold::timestamptz FROM sales ORDER BY id",
        "SELECT * FROM sales WHERE region IN ('North', 'South') AND amount BETWEEN 3 AND 20 AND sold < now() ORDER BY amount DESC",
        "SELECT id, row_number() OVER (PARTITION BY region ORDER BY amount) AS n FROM sales ORDER BY id",
        "SELECT substr(name, 2, 3), replace(name, 'a', 'b'), position('m' IN name), left(code, 2) FROM sales WHERE NOT is_open ORDER BY code",
        "SELECT string_agg(name, ',' ORDER BY id), array_agg(id ORDER BY id) FROM sales",
    ]

    @Test(
        "C60 whatever functions, aggregates, operators, types, collations and operator classes come first in the search path, crud and run_sql call the engine's own, under the same rule"
    )
    func sameAnswers() async throws {
        var answers: [[String]] = []
        for script in [[Self.tables], [Self.tables, Self.planted]] {
            try await ToolFixture.withSource("dw", .postgresql, script) { fixture, run in
                try await fixture.does(
                    "access_rules_set",
                    [
                        "role": "clerk", "dataSource": "dw", "resource": "sales", "actions": ["view", "create", "update", "destroy"],
                        "filter": ["region": ["$in": ["South", "west"]]],
                    ], as: .workspaceAdministrator)
                var said: [String] = []
                for kind in [CallerKind.workspaceAdministrator, .clerk] {
                    for sql in Self.statements {
                        let reply = try await fixture.call("run_sql", ["sql": .string(sql), "dataSource": "dw"], as: kind)
                        #expect(reply.code == "ok", "\(sql): \(reply)")
                        said.append("\(kind) \(sql): \(reply.body["rows"] ?? .null)")
                    }
                    for call in Self.records where kind == .clerk || ["list", "get", "query"].contains(call["action"]?.string) {
                        let reply = try await fixture.call(
                            "crud", JSONObject(call.map { ($0.key, $0.value) } + [("resource", "sales"), ("dataSource", "dw")]), as: kind)
                        #expect(["ok", "forbidden"].contains(reply.code), "\(JSONValue.object(call)): \(reply)")
                        said.append("\(kind) \(JSONValue.object(call)): \(reply)")
                    }
                }
                if script.count > 1 { await #expect(throws: (any Error).self) { try await run("SELECT lower('X'::text)") } }
                answers.append(said)
            }
        }
        let (plain, planted) = (answers[0], answers[1])
        #expect(plain.count == planted.count)
        for (one, other) in zip(plain, planted) { #expect(one == other) }
        #expect(plain.contains { $0.contains("forbidden") }, "a row outside the rule is refused")
    }
}
