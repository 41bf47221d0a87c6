import Catalog
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

/// A filter and the rows it must find, told in Swift.
struct FilterCase: Sendable, CustomTestStringConvertible {
    let json: String
    let holds: @Sendable (Person) -> Bool
    var testDescription: String { json }

    init(_ json: String, _ holds: @escaping @Sendable (Person) -> Bool) {
        self.json = json
        self.holds = holds
    }

    static func country(of person: Person) -> String? { City.all.first { $0.id == person.city }?.country }
    static func city(of person: Person) -> String? { City.all.first { $0.id == person.city }?.name }

    static let equality = [
        FilterCase(#"{}"#) { _ in true },
        FilterCase(#"{"tier":"gold"}"#) { $0.tier == "gold" },
        FilterCase(#"{"tier":{"$eq":"gold"}}"#) { $0.tier == "gold" },
        FilterCase(#"{"tier.$eq":"gold"}"#) { $0.tier == "gold" },
        FilterCase(#"{"tier":null}"#) { $0.tier == nil },
        FilterCase(#"{"tier":{"$ne":"gold"}}"#) { $0.tier != "gold" },
        FilterCase(#"{"tier":{"$ne":null}}"#) { $0.tier != nil },
        FilterCase(#"{"tier":["gold","silver"]}"#) { ["gold", "silver"].contains($0.tier) },
        FilterCase(#"{"tier":{"$in":["gold","silver"]}}"#) { ["gold", "silver"].contains($0.tier) },
        FilterCase(#"{"tier":{"$in":[]}}"#) { _ in false },
        FilterCase(#"{"tier":{"$in":null}}"#) { _ in false },
        FilterCase(#"{"tier":{"$notIn":["gold"]}}"#) { $0.tier != "gold" },
        FilterCase(#"{"tier":{"$notIn":[]}}"#) { _ in true },
        FilterCase(#"{"tier":{"$empty":true}}"#) { $0.tier == nil || $0.tier == "" },
        FilterCase(#"{"tier":{"$notEmpty":true}}"#) { $0.tier != nil && $0.tier != "" },
        FilterCase(#"{"tier":{"$empty":false}}"#) { $0.tier != nil && $0.tier != "" },
        FilterCase(#"{"balance":{"$empty":true}}"#) { $0.balance == nil },
        FilterCase(#"{"tier":{"$null":true}}"#) { $0.tier == nil },
        FilterCase(#"{"tier":{"$notNull":true}}"#) { $0.tier != nil },
        FilterCase(#"{"active":true}"#) { $0.active == true },
        FilterCase(#"{"active":{"$isTruly":true}}"#) { $0.active == true },
        FilterCase(#"{"active":{"$isFalsy":true}}"#) { $0.active != true },
        FilterCase(#"{"active":{"$isFalsy":false}}"#) { $0.active == true },
        FilterCase(#"{"ref":"00000000-0000-4000-8000-000000000005"}"#) { $0.ref == Person.uuid(5) },
        FilterCase(#"{"name":"' OR 1=1 --"}"#) { _ in false },
        FilterCase(#"{"name":"\\' OR 1=1 -- "}"#) { _ in false },
        FilterCase(#"{"tier":"GOLD"}"#) { _ in false },
        FilterCase(#"{"tier":"gold "}"#) { _ in false },
        FilterCase(#"{"tier":{"$in":["Gold","silver "]}}"#) { _ in false },
        FilterCase(#"{"tier":{"$ne":"GOLD"}}"#) { _ in true },
        FilterCase(#"{"tier":{"$notIn":["GOLD"]}}"#) { _ in true },
        FilterCase(#"{"tier":{"$ne":["gold","silver"]}}"#) { $0.tier != nil && !["gold", "silver"].contains($0.tier) },
        FilterCase(#"{"balance":{"$ne":[0]}}"#) { $0.balance != nil && $0.balance != 0 },
        FilterCase(#"{"tier":{"$or":["gold",null]}}"#) { $0.tier == "gold" || $0.tier == nil },
        FilterCase(#"{"balance":{"$or":[{"$lt":0},{"$gt":100}]}}"#) { ($0.balance ?? 1) < 0 || ($0.balance ?? 1) > 100 },
        FilterCase(#"{"balance":{"$or":{"$lt":0,"$gt":100}}}"#) { ($0.balance ?? 1) < 0 || ($0.balance ?? 1) > 100 },
        FilterCase(#"{"balance":{"$and":[{"$gte":0},{"$lt":10.5}]}}"#) { ($0.balance ?? -1) >= 0 && ($0.balance ?? -1) < 10.5 },
        FilterCase(#"{"balance":{"$not":{"$gt":0}}}"#) { !(($0.balance ?? -1) > 0) },
        FilterCase(#"{"tier.$or":["gold","silver"]}"#) { ["gold", "silver"].contains($0.tier) },
        FilterCase(#"{"tier":{"$or":[]}}"#) { _ in false },
        FilterCase(#"{"active":{"$ne":[true]}}"#) { $0.active == false },
        FilterCase(#"{"born":{"$ne":["1990-01-31"]}}"#) { $0.born != nil && $0.born != "1990-01-31" },
        FilterCase(#"{"seen":{"$ne":["2026-01-02T03:04:05Z"]}}"#) { $0.seen != nil && $0.seen != "2026-01-02T03:04:05Z" },
    ]
    static let order = [
        FilterCase(#"{"balance":{"$gt":0}}"#) { ($0.balance ?? -9) > 0 },
        FilterCase(#"{"balance":{"$gte":10.25}}"#) { ($0.balance ?? -9) >= 10.25 },
        FilterCase(#"{"balance":{"$lt":"0"}}"#) { ($0.balance ?? 9) < 0 },
        FilterCase(#"{"balance":{"$lte":0}}"#) { ($0.balance ?? 9) <= 0 },
        FilterCase(#"{"balance":{"$between":[0,10.5]}}"#) { (0...10.5).contains($0.balance ?? -9) },
        FilterCase(#"{"balance":1000000.75}"#) { $0.balance == 1_000_000.75 },
        FilterCase(#"{"balance":{"$in":[0,"10.5"]}}"#) { [0, 10.5].contains($0.balance) },
        FilterCase(#"{"id":{"$gt":2.5}}"#) { $0.id > 2 },
        FilterCase(#"{"id":"3"}"#) { $0.id == 3 },
        FilterCase(#"{"id":{"$lt":9007199254740993}}"#) { _ in true },
        FilterCase(#"{"id":{"$gt":2,"$lt":5}}"#) { $0.id > 2 && $0.id < 5 },
        FilterCase(#"{"born":{"$gte":"1990-01-31"}}"#) { ($0.born ?? "") >= "1990-01-31" },
        FilterCase(#"{"balance":{"$notBetween":[0,10.5]}}"#) { !(0...10.5).contains($0.balance ?? -9) },
        FilterCase(#"{"born":{"$dateOn":"1990"}}"#) { ($0.born ?? "").hasPrefix("1990") },
        FilterCase(#"{"born":{"$dateNotOn":"1990-01"}}"#) { !($0.born ?? "").hasPrefix("1990-01") },
        FilterCase(#"{"born":{"$dateBefore":"2000-02-29"}}"#) { ($0.born ?? "9") < "2000-02-29" },
        FilterCase(#"{"born":{"$dateNotAfter":"2000-02-29"}}"#) { ($0.born ?? "9") <= "2000-02-29" },
        FilterCase(#"{"seen":{"$dateOn":"2026-01-02"}}"#) { ($0.seen ?? "").hasPrefix("2026-01-02") },
        FilterCase(#"{"seen":{"$dateAfter":"2026-01-02"}}"#) { ($0.seen ?? "") >= "2026-01-03" },
        FilterCase(#"{"seen":{"$dateNotBefore":"2026-01"}}"#) { ($0.seen ?? "") >= "2026-01-01" },
        FilterCase(#"{"seen":{"$dateBetween":["2025-12","2026-01-02"]}}"#) { ($0.seen ?? "") >= "2025-12-01" && ($0.seen ?? "9") < "2026-01-03" },
        FilterCase(#"{"born":"2000-02-29"}"#) { $0.born == "2000-02-29" },
        FilterCase(#"{"seen":{"$gt":"2026-01-02T12:00:00Z"}}"#) { ($0.seen ?? "") > "2026-01-02T12:00:00Z" },
        FilterCase(#"{"seen":{"$between":["2026-01-01T00:00:00Z","2026-01-31T00:00:00Z"]}}"#) { ($0.seen ?? "").hasPrefix("2026-01") },
    ]
    static let text = [
        FilterCase(#"{"name":{"$includes":"an"}}"#) { ($0.name ?? "").lowercased().contains("an") },
        FilterCase(#"{"name":{"$gt":"Bob"}}"#) { $0.name == "annette" },
        FilterCase(#"{"name":{"$gte":"BOB"}}"#) { ["Bob", "annette"].contains($0.name) },
        FilterCase(#"{"name":{"$lt":"ann"}}"#) { $0.name != nil && $0.name != "annette" },
        FilterCase(#"{"name":{"$lte":"bob"}}"#) { $0.name != nil },
        FilterCase(#"{"name":{"$between":["B","a"]}}"#) { $0.name == "Bob" },
        FilterCase(#"{"name":{"$notBetween":["B","a"]}}"#) { $0.name != "Bob" },
        FilterCase(#"{"name":{"$includes":"%"}}"#) { ($0.name ?? "").contains("%") },
        FilterCase(#"{"name":{"$includes":"_"}}"#) { ($0.name ?? "").contains("_") },
        FilterCase(#"{"name":{"$includes":"!"}}"#) { ($0.name ?? "").contains("!") },
        FilterCase(#"{"name":{"$includes":["bob","JOE"]}}"#) { ["Bob", "100% Joe_y!"].contains($0.name) },
        FilterCase(#"{"name":{"$includes":null}}"#) { $0.name == nil },
        FilterCase(#"{"name":{"$notIncludes":"an"}}"#) { !($0.name ?? "").lowercased().contains("an") },
        FilterCase(#"{"name":{"$notIncludes":["an","bob"]}}"#) { !($0.name ?? "").lowercased().contains("an") && $0.name != "Bob" },
        FilterCase(#"{"name":{"$startsWith":"ann"}}"#) { ($0.name ?? "").lowercased().hasPrefix("ann") },
        FilterCase(#"{"name":{"$notStartsWith":"ann"}}"#) { !($0.name ?? "").lowercased().hasPrefix("ann") },
        FilterCase(#"{"name":{"$endWith":"b"}}"#) { ($0.name ?? "").hasSuffix("b") },
        FilterCase(#"{"name":{"$endsWith":"y!"}}"#) { ($0.name ?? "").hasSuffix("y!") },
        FilterCase(#"{"name":{"$like":"%an%"}}"#) { ($0.name ?? "").lowercased().contains("an") },
        FilterCase(#"{"name":{"$notLike":"ann%"}}"#) { !($0.name ?? "").lowercased().hasPrefix("ann") },
        FilterCase(#"{"name":{"$iLike":"%b"}}"#) { ($0.name ?? "").hasSuffix("b") },
        FilterCase(#"{"name":{"$like":"Bob"}}"#) { $0.name == "Bob" },
        FilterCase(#"{"id":{"$includes":"6"}}"#) { $0.id == 6 },
    ]
    static let logic = [
        FilterCase(#"{"$and":[{"tier":"gold"},{"active":true},{"id":{"$ne":1}}]}"#) { $0.tier == "gold" && $0.active == true && $0.id != 1 },
        FilterCase(#"{"$or":[{"tier":"silver"},{"id":6}]}"#) { $0.tier == "silver" || $0.id == 6 },
        FilterCase(#"{"$or":[]}"#) { _ in false },
        FilterCase(#"{"$and":[]}"#) { _ in true },
        FilterCase(#"{"$not":{"tier":"gold"}}"#) { $0.tier != "gold" },
        FilterCase(#"{"$not":{"balance":{"$gt":0}}}"#) { !(($0.balance ?? -9) > 0) },
        FilterCase(#"{"$not":{"$or":[{"tier":"gold"},{"active":false}]}}"#) { !($0.tier == "gold" || $0.active == false) },
        FilterCase(#"{"tier":"gold","$or":[{"id":1},{"id":2}]}"#) { $0.id == 1 },
    ]
    static let relations = [
        FilterCase(#"{"city.country":"CH"}"#) { country(of: $0) == "CH" },
        FilterCase(#"{"city":{"country":"CH"}}"#) { country(of: $0) == "CH" },
        FilterCase(#"{"city.country.$in":["CH","AT"]}"#) { ["CH", "AT"].contains(country(of: $0)) },
        // Without a city all fields of the city are null, as in an outer join.
        FilterCase(#"{"city.country":null}"#) { country(of: $0) == nil },
        FilterCase(#"{"city.country.$ne":"CH"}"#) { country(of: $0) != "CH" },
        FilterCase(#"{"city.country.$notIn":["CH","AT"]}"#) { !["CH", "AT"].contains(country(of: $0)) },
        FilterCase(#"{"city.name":{"$notIncludes":"er"}}"#) { city(of: $0)?.contains("er") != true },
        FilterCase(#"{"city.country.$notNull":true}"#) { country(of: $0) != nil },
        FilterCase(#"{"city":{"$or":[{"name":"Graz"},{"country.$null":true}]}}"#) { city(of: $0) == "Graz" || country(of: $0) == nil },
        FilterCase(#"{"city.people.tier.$ne":""}"#) { $0.city != 3 },
        FilterCase(#"{"city":{"country":{"$ne":"CH"},"people.$exists":false}}"#) { $0.city == nil },
        FilterCase(#"{"$not":{"city.country.$ne":"CH"}}"#) { country(of: $0) == "CH" },
        FilterCase(#"{"city":{"country":{"$ne":"CH"},"name":{"$startsWith":"g"}}}"#) { city(of: $0) == "Graz" },
        FilterCase(#"{"city.$exists":true}"#) { $0.city != nil },
        FilterCase(#"{"city":{"$notExists":true}}"#) { $0.city == nil },
        FilterCase(#"{"$not":{"city.country":"CH"}}"#) { country(of: $0) != "CH" },
        FilterCase(#"{"city.people.tier":"silver"}"#) { $0.city == 1 },
        FilterCase(#"{"city":{"people":{"tier":"gold","name":{"$ne":"Ann"}}}}"#) { _ in false },
    ]
}

@Suite("Filters as SQL")
struct FilterSQLTests {
    @Test("finds the rows that plain Swift finds", arguments: DataEngine.allCases)
    func rows(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            for one in FilterCase.equality + FilterCase.order + FilterCase.text + FilterCase.logic + FilterCase.relations {
                let expected = Person.all.filter(one.holds).map(\.id)
                let found = try await catalog.people(where: one.json, in: database)
                #expect(found == expected, "\(one.json)")
            }
        }
    }

    @Test("text is compared by its bytes in a column whose collation calls other texts equal")
    func collation() async throws {
        try await DataEngine.sqlite.withDatabase { database in
            try await database.setUp { connection in
                try connection.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, tier TEXT COLLATE NOCASE)")
                try connection.execute("INSERT INTO people VALUES (1, 'gold'), (2, 'GOLD'), (3, NULL)")
            }
            let schema = try await database.reflect(.patient)
            let catalog = SourceCatalog(
                source: "main", dialect: .sqlite, collections: SchemaReading.collections(of: schema, source: "main", dialect: .sqlite))
            for (json, expected) in [
                (#"{"tier":"gold"}"#, [1]), (#"{"tier":{"$in":["GOLD"]}}"#, [2]), (#"{"tier":{"$ne":"gold"}}"#, [2, 3]),
                (#"{"tier":{"$gt":"GOLD"}}"#, [1]),
            ] as [(String, [Int64])] {
                let found = try await catalog.people(where: json, in: database)
                #expect(found == expected, "\(json)")
            }
        }
    }

    @Test("C51 a related collection without rights cannot be entered, also two hops away", arguments: DataEngine.allCases)
    func closedRelation(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            await #expect(throws: CatalogError.self) { try await catalog.people(where: #"{"city.country":"CH"}"#, in: database) { _ in nil } }
            await #expect(throws: CatalogError.self) {
                try await catalog.people(where: #"{"city.people.tier":"gold"}"#, in: database) { relation in
                    relation.target == "cities" ? catalog["cities"].map { FilterWriter.RelatedCollection(collection: $0) } : nil
                }
            }
        }
    }

    @Test("C51 rows that the caller may not view do not count through a relation", arguments: DataEngine.allCases)
    func filteredRelation(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            let austria = Filter.compare(FieldPath(field: "country"), .equal(.value(.text("AT"))))
            let entering: @Sendable (Relation) -> FilterWriter.RelatedCollection? = { relation in
                catalog[relation.target].map {
                    FilterWriter.RelatedCollection(collection: $0, filter: relation.target == "cities" ? austria : .always)
                }
            }
            let elsewhere = try await catalog.people(where: #"{"city.country":"CH"}"#, in: database, entering: entering)
            #expect(elsewhere == [])
            let anywhere = try await catalog.people(where: #"{"city.name":{"$notNull":true}}"#, in: database, entering: entering)
            #expect(anywhere == [3, 6])
        }
    }

    @Test("C45 a field that is left out of the collection can be filtered on neither way", arguments: DataEngine.allCases)
    func hiddenField(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            let whole = try #require(catalog["people"])
            let narrow = whole.narrowed(toFields: { $0.name != "balance" }, relations: { _ in true })
            let reader = FilterReader { catalog[$0.target] }
            for json in [#"{"balance":{"$gt":1}}"#, #"{"balance.$gt":1}"#, #"{"$not":{"balance":1}}"#, #"{"$or":[{"balance":null}]}"#] {
                let error = #expect(throws: CatalogError.self) { try reader.read(JSONValue(parsing: json), on: narrow) }
                #expect(error?.reason.contains("unknown field 'balance'") == true)
                #expect(error?.reason.contains("fields: id, name, tier, active, born, seen, ref, city_id") == true)
            }
            let writer = FilterWriter(dialect: database.dialect, catalog: { catalog[$0] }, entering: { _ in nil })
            let asked = Filter.compare(FieldPath(field: "balance"), .isNull)
            #expect(throws: CatalogError.self) { try writer.condition(asked, on: narrow, alias: Identifier("t")) }
        }
    }

    @Test("C45 a text to look for that an engine would refuse only when it meets a row is refused before it does", arguments: DataEngine.allCases)
    func longPattern(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            for name in ["$includes", "$startsWith", "$endWith"] {
                let fits = try await catalog.people(where: "{\"name\":{\"\(name)\":\"\(String(repeating: "x", count: 400))\"}}", in: database)
                #expect(fits == [])
                for id in [1, 99] {
                    await #expect(throws: CatalogError.self) {
                        try await catalog.people(
                            where: "{\"id\":\(id),\"name\":{\"\(name)\":\"\(String(repeating: "x", count: 401))\"}}", in: database)
                    }
                }
            }
        }
    }

    @Test("an attribute without a value is an error; the condition is not dropped", arguments: DataEngine.allCases)
    func unbound(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            await #expect(throws: CatalogError.self) { try await catalog.people(where: #"{"id":"{{$user.id}}"}"#, in: database) }
            let filter = Filter.not(.compare(FieldPath(field: "id"), .equal(.attribute("user.id"))))
            #expect(throws: MissingAttribute(name: "user.id")) { try filter.bound(to: [:]) }
            #expect(throws: MissingAttribute(name: "user.id")) { try filter.bound(to: ["user.id": .null]) }
            let others = try await catalog.ids(filter.bound(to: ["user.id": .int(3)]), in: database)
            #expect(others == [1, 2, 4, 5, 6])
        }
    }

    @Test("a filter means the same after it was kept and read again", arguments: DataEngine.allCases)
    func kept(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            let people = try #require(catalog["people"])
            for one in FilterCase.equality + FilterCase.order + FilterCase.text + FilterCase.logic + FilterCase.relations {
                let filter = try FilterReader { catalog[$0.target] }.read(JSONValue(parsing: one.json), on: people)
                let kept = try Filter(kept: JSONValue(parsing: filter.json.serialized))
                #expect(kept.json == filter.json)
                let found = try await catalog.ids(kept, in: database)
                #expect(found == Person.all.filter(one.holds).map(\.id), "\(one.json)")
            }
        }
    }
}
