import GatehouseTesting
import Testing

@Suite(
    "SQL of others on columns of PostGIS's types",
    .enabled(if: TestExtension.isWanted("postgis"), "PostGIS is not installed: scripts/setup --tests installs it"))
struct GuardPostGISTests {
    private static let script = """
        CREATE EXTENSION postgis; CREATE TABLE places (id int PRIMARY KEY, spot geometry, area geography, note text);
        INSERT INTO places VALUES (1, 'POINT(1 2)', 'POINT(1 2)', 'a'), (2, NULL, NULL, 'b');
        """

    @Test("They are given, and computed with as the text that the statement casts them to", arguments: GuardedSource.Kind.postgreSQL)
    func allowed(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let point = "0101000000000000000000F03F0000000000000040"
            for (text, expected) in [
                ("SELECT spot FROM places WHERE id = 1", point), ("SELECT id FROM places WHERE CAST(spot AS text) IS NULL", "2"),
                ("SELECT id FROM places WHERE spot::text = '\(point)'", "1"),
            ] {
                let rows = try await source.rows(text)
                #expect(rows == [[expected]], "\(text)")
            }
        }
    }

    @Test(
        "C60 Its operators and functions are refused",
        arguments: [
            "SELECT id FROM places WHERE spot = 'POINT(1 2)'", "SELECT id FROM places WHERE spot && 'POINT(1 2)'",
            "SELECT id FROM places ORDER BY spot <-> 'POINT(1 2)'", "SELECT a.id FROM places a JOIN places b ON a.spot = b.spot",
            "SELECT max(id) FROM places WHERE area = area", "SELECT ST_AsText(spot) FROM places", "SELECT public.ST_AsText(spot) FROM places",
            "SELECT spot::geography FROM places", "SELECT 'POINT(1 2)'::geometry",
            "SELECT postgis_version()", "SELECT AddGeometryColumn('places', 'x', 4326, 'POINT', 2)",
        ])
    func refused(sql: String) async throws {
        try await GuardedSource.with(.postgreSQLReader, script: Self.script) { source in
            let refused = try await refusal { try await source.rows(sql) }
            #expect(refused != nil)
        }
    }
}
