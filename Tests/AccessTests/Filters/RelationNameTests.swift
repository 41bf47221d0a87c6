import Catalog
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("Names of relations")
struct RelationNameTests {
    private typealias Reading = SchemaReadingTests

    @Test("a relation is named after its column without _id, and the other way after the table, with the column where it has another name")
    func names() {
        let made = Reading.relations([
            Reading.table(
                "orders", ["id", "customer_id", "storeId", "approver_id"],
                keys: [Reading.key("customer_id", "customers"), Reading.key("storeId", "stores", []), Reading.key("approver_id", "stores")]),
            Reading.table("customers", ["id"]), Reading.table("stores", ["id"]),
            Reading.table(
                "towns", ["id", "country_id", "city_id"], keys: [Reading.key("country_id", "countries"), Reading.key("city_id", "orders")]),
            Reading.table("countries", ["id"]),
        ])
        #expect(
            made["orders"] == [
                "belongsTo approver -> stores", "belongsTo customer -> customers", "belongsTo store -> stores", "hasMany towns_by_city -> towns",
            ])
        #expect(made["customers"] == ["hasMany orders -> orders"] && made["countries"] == ["hasMany towns -> towns"])
        #expect(made["stores"] == ["hasMany orders -> orders", "hasMany orders_by_approver -> orders"])
    }

    private static let keys = [
        "FOREIGN KEY (owner) REFERENCES people (id)", "FOREIGN KEY (customer_id) REFERENCES people (id)",
        "FOREIGN KEY (person_id) REFERENCES people (id)", "FOREIGN KEY (region_id, shop_no) REFERENCES shops (region_id, no)",
    ]

    @Test(
        "C62 the same tables have the same names on every engine, in whatever order their keys were made", arguments: DataEngine.allCases,
        [false, true])
    func engines(engine: DataEngine, reversed: Bool) async throws {
        let keys = (reversed ? Self.keys.reversed() : Self.keys).enumerated().map { "CONSTRAINT k\($0) \($1)" }.joined(separator: ", ")
        try await engine.withDatabase { database in
            try await database.setUp { connection in
                for text in [
                    "CREATE TABLE shops (region_id INTEGER, no INTEGER, PRIMARY KEY (region_id, no))",
                    """
                    CREATE TABLE people (id INTEGER PRIMARY KEY, boss INTEGER, mentor_id INTEGER, FOREIGN KEY (boss) REFERENCES people (id),
                    FOREIGN KEY (mentor_id) REFERENCES people (id))
                    """,
                    """
                    CREATE TABLE orders (id INTEGER PRIMARY KEY, owner INTEGER, customer INTEGER, customer_id INTEGER, person_id INTEGER,
                    region_id INTEGER, shop_no INTEGER, \(keys))
                    """,
                    "CREATE TABLE `lines` (id INTEGER PRIMARY KEY, order_id INTEGER, FOREIGN KEY (order_id) REFERENCES orders (id))"
                        .replacing("`", with: connection.dialect == .mysql ? "`" : "\""),
                ] { try connection.execute(Statement(verbatim: text)) }
            }
            let schema = try await database.reflect(.patient)
            let made = SchemaReading.collections(of: schema, source: "main", dialect: database.dialect).flatMap { collection in
                collection.relations.map { "\(collection.name).\($0.name): \($0.fields) -> \($0.target) \($0.targetFields)" }
            }
            #expect(
                made == [
                    #"lines.order: ["order_id"] -> orders ["id"]"#,
                    #"orders.customer_id_record: ["customer_id"] -> people ["id"]"#,
                    #"orders.owner_record: ["owner"] -> people ["id"]"#,
                    #"orders.person: ["person_id"] -> people ["id"]"#,
                    #"orders.region_shop_no: ["region_id", "shop_no"] -> shops ["region_id", "no"]"#,
                    #"orders.lines: ["id"] -> lines ["order_id"]"#,
                    #"people.boss_record: ["boss"] -> people ["id"]"#,
                    #"people.mentor: ["mentor_id"] -> people ["id"]"#,
                    #"people.orders_by_customer_id: ["id"] -> orders ["customer_id"]"#,
                    #"people.orders_by_owner: ["id"] -> orders ["owner"]"#,
                    #"people.orders_by_person: ["id"] -> orders ["person_id"]"#,
                    #"people.people_by_boss: ["id"] -> people ["boss"]"#,
                    #"people.people_by_mentor: ["id"] -> people ["mentor_id"]"#,
                    #"shops.orders_by_region_shop_no: ["region_id", "no"] -> orders ["region_id", "shop_no"]"#,
                ])
        }
    }

    /// Columns that could give two keys one name.
    private static let columns = [
        "id", "a", "a_id", "aId", "b", "b_id", "b_record", "b_record_id", "c_id", "teams_id", "team_id", "c_to_teams", "d.e",
    ]

    @Test("C62 whichever keys a table has, each keeps its name when another is added, and no two have one")
    func stable() {
        let keyed = Self.columns.dropFirst()
        func named(_ columns: some Sequence<String>) -> [String: String] {
            let made = SchemaReading.collections(
                of: DatabaseSchema(
                    tables: [
                        Reading.table("players", Self.columns, keys: columns.map { Reading.key($0, "teams") }),
                        Reading.table("teams", ["id", "players", "players_by_c"]),
                    ], defaultSchema: "public"), source: "main", dialect: .postgresql)
            let relations = made.flatMap { collection in collection.relations.map { (collection, $0) } }
            #expect(Set(relations.map { "\($0.name).\($1.name)" }).count == relations.count)
            #expect(relations.allSatisfy { $0.field($1.name) == nil && !$1.name.contains(".") })
            return Dictionary(uniqueKeysWithValues: relations.map { ("\($0.name) \($1.fields) \($1.targetFields)", $1.name) })
        }
        let all = named(keyed)
        #expect(all.count == 2 * keyed.count)
        for first in keyed {
            let alone = named([first])
            #expect(alone.count == 2)
            for (key, name) in alone { #expect(all[key] == name, "\(key) beside all") }
            for second in keyed where second != first {
                for (key, name) in named([second, first]) where alone[key] != nil { #expect(alone[key] == name, "\(key) beside \(second)") }
            }
        }
    }

    @Test("a join table relates two tables in both directions under the other's name; a table with further columns is no join table")
    func joins() {
        func join(_ name: String, _ columns: [String], unique: [[String]] = [], isNullable: Bool = false) -> TableSchema {
            var table = Reading.table(name, columns, keys: [Reading.key("post_id", "posts"), Reading.key("tag_id", "tags")])
            table.uniqueKeys = unique
            table.columns = table.columns.map { ColumnSchema(name: $0.name, type: $0.type, declaredType: "integer", isNullable: isNullable) }
            return table
        }
        func made(_ joins: TableSchema..., posts: [String] = ["id"], keys: [ForeignKey] = []) -> [String: [String]] {
            let all = Reading.relations(joins + [Reading.table("posts", posts, keys: keys), Reading.table("tags", ["id"])])
            return all.mapValues { $0.filter { $0.hasPrefix("belongsToMany") } }
        }
        let plain = ["id", "post_id", "tag_id", "created_at"]
        let both: [String: [String]] = ["posts": ["belongsToMany tags -> tags"], "tags": ["belongsToMany posts -> posts"], "posts_tags": []]
        #expect(made(join("posts_tags", plain)) == both)
        #expect(made(join("posts_tags", plain + ["place"], unique: [["tag_id", "post_id"]], isNullable: true)) == both)
        for table in [join("posts_tags", plain + ["place"]), join("posts_tags", plain, isNullable: true)] {
            #expect(made(table).values.flatMap { $0 } == [])
        }
        let two = made(join("posts_tags", plain), join("pins", plain))
        #expect(two["posts"] == ["belongsToMany tags_through_pins -> tags", "belongsToMany tags_through_posts_tags -> tags"])
        // A key of its own keeps its short name, and a column's name is free for the relation by that column.
        let taken = made(join("posts_tags", plain), posts: ["id", "tag_id"], keys: [Reading.key("tag_id", "tags")])
        #expect(taken["tags"] == ["belongsToMany posts_through_posts_tags -> posts"] && taken["posts"] == ["belongsToMany tags -> tags"])
        #expect(made(join("posts_tags", plain), posts: ["id", "tags"])["posts"] == ["belongsToMany tags_through_posts_tags -> tags"])
    }

    @Test("a key that is there twice is one relation; keys of one column to two tables have long names, and neither the short one")
    func several() {
        let tables = [Reading.table("a", ["id", "code"]), Reading.table("b", ["id"])]
        let key = Reading.key("x_id", "a")
        #expect(Reading.relations(tables + [Reading.table("t", ["id", "x_id"], keys: [key, key])])["t"] == ["belongsTo x -> a"])
        let two = Reading.relations(tables + [Reading.table("t", ["id", "x_id"], keys: [key, Reading.key("x_id", "b")])])
        #expect(two["t"] == ["belongsTo x_id_to_a -> a", "belongsTo x_id_to_b -> b"])
        let columns = Reading.relations(tables + [Reading.table("t", ["id", "x_id"], keys: [key, Reading.key("x_id", "a", ["code"])])])
        #expect(columns["t"] == ["belongsTo x_id_to_a_code -> a", "belongsTo x_id_to_a_id -> a"])
        #expect(columns["a"] == ["hasMany t_by_x_id_to_code -> t", "hasMany t_by_x_id_to_id -> t"])
    }
}
