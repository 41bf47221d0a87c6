import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLGuard
import Store
import Testing

/// Statements use only the engine's own operators, because operators of an extension's type could be missing or replaced.
@Suite("Callers' SQL on columns with types of PostgreSQL extensions")
struct GuardExtensionTypeTests {
    private static let script = """
        CREATE EXTENSION citext; CREATE TABLE people (id int PRIMARY KEY, email citext, region text);
        INSERT INTO people VALUES (1, 'ada@x.org', 'north'), (2, 'ADA@x.org', 'north'), (3, 'Bo@x.org', 'south');
        CREATE EXTENSION ltree; CREATE EXTENSION hstore; CREATE TABLE paths (id int PRIMARY KEY, place ltree, bag hstore);
        INSERT INTO paths VALUES (1, 'eu.at', 'a=>1'), (2, 'us.ny', 'a=>2');
        """

    @Test("They are given, sorted and grouped as the engine does, and computed with as the text that the statement casts them to")
    func allowed() async throws {
        try await GuardedSource.with(.postgreSQLReader, script: Self.script) { source in
            let sorted = try await source.rows("SELECT id, email FROM people ORDER BY email, id")
            #expect(sorted == [["1", "ada@x.org"], ["2", "ADA@x.org"], ["3", "Bo@x.org"]])
            let grouped = try await source.rows("SELECT count(*) FROM people GROUP BY email ORDER BY 1")
            #expect(grouped == [["1"], ["2"]])
            let compared = try await source.rows("SELECT id FROM people WHERE email::text = 'ada@x.org'")
            #expect(compared == [["1"]])
            let handedOn = try await source.rows("SELECT id FROM (SELECT id, email AS e FROM people) AS s WHERE lower(CAST(e AS text)) = 'bo@x.org'")
            #expect(handedOn == [["3"]])
        }
    }

    @Test(
        "C60 A cast function of a user-defined type is not called: SQL cannot use a table with such a column",
        arguments: GuardedSource.Kind.postgreSQL)
    func casts(kind: GuardedSource.Kind) async throws {
        let script = """
            CREATE TYPE mood AS ENUM ('glad', 'sad'); CREATE TABLE days (id int PRIMARY KEY, mood mood, note text); CREATE TABLE other (id int);
            INSERT INTO days VALUES (1, 'glad', 'a'); INSERT INTO other VALUES (1);
            CREATE FUNCTION planted(mood) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''planted''; END';
            CREATE CAST (mood AS text) WITH FUNCTION planted(mood) AS IMPLICIT;
            """
        try await GuardedSource.with(kind, script: script) { source in
            for text in [
                "SELECT mood::text FROM days", "SELECT lower(mood) FROM days", "SELECT mood || 'x' FROM days", "SELECT to_json(d) FROM days d",
                "SELECT id FROM days WHERE mood = 'glad'", "SELECT o.id FROM other o JOIN days d ON d.id = o.id",
                "SELECT m FROM (SELECT mood AS m FROM days) x WHERE m LIKE 'g%'",
            ] {
                let refused = try await refusal { try await source.rows(text) }
                #expect(refused?.reason.contains("cast function") == true, "\(text): \(refused?.reason ?? "accepted")")
            }
            #expect(try await source.rows("SELECT id FROM other") == [["1"]])
            let rule = RuleContent(actions: [.view], hidden: ["mood"])
            _ = try await source.world.rules.set(rule, role: "clerk", source: "dw", collection: "days", in: World.workspace.id)
            let seen = try await source.rows("SELECT * FROM days", ["clerk"])
            #expect(seen == [["1", "a"]], "who does not see the column reads the others")
        }
    }

    @Test(
        "C60 Any other use is refused, also under another name: it would mean something else than with the engine's own search path",
        arguments: [
            "SELECT id FROM people WHERE email = 'ADA@x.org'", "SELECT id FROM people WHERE email LIKE 'ada%'",
            "SELECT id FROM people WHERE email IN ('ADA@x.org')", "SELECT max(email) FROM people", "SELECT email || 'x' FROM people",
            "SELECT id FROM (SELECT id, email AS e FROM people) AS s WHERE s.e = 'ADA@x.org'",
            "WITH p (i, e) AS (SELECT id, email FROM people) SELECT i FROM p WHERE e > 'a'",
            "SELECT a.id FROM people AS a JOIN people AS b ON a.email = b.email", "SELECT a.id FROM people AS a JOIN people AS b USING (email)",
            "SELECT id FROM people WHERE email = (SELECT email FROM people WHERE id = 1)",
            "SELECT id FROM people WHERE id IN (SELECT email FROM people)", "SELECT CASE email WHEN 'a' THEN 1 END FROM people",
            "SELECT id FROM paths WHERE place <@ 'eu'", "SELECT id FROM paths WHERE place = 'eu.at'", "SELECT bag -> 'a' FROM paths",
            "SELECT id FROM paths WHERE bag @> 'a=>1'",
        ])
    func refused(sql: String) async throws {
        try await GuardedSource.with(.postgreSQLReader, script: Self.script) { source in
            let refused = try await refusal { try await source.rows(sql) }
            let reason = refused?.reason ?? "accepted"
            #expect(reason.contains("type of an extension") && reason.localizedCaseInsensitiveContains("cast"), "\(reason)")
        }
    }
}
