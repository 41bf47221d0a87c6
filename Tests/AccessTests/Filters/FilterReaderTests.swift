import Catalog
import JSON
import SQL
import Store
import Testing

@Suite("Reading filters")
struct FilterReaderTests {
    static let people = Collection(
        source: "main", name: "people", origin: .table(schema: "main", name: "people"), kind: .table,
        fields: [
            field("id", .integer), field("name", .text), field("active", .boolean), field("born", .date), field("seen", .timestamp),
            field("ref", .uuid), field("photo", .blob), field("notes", .json), field("odd.name", .text), field("at", .time),
        ],
        primaryKey: ["id"], relations: [Relation(name: "city", kind: .belongsTo, fields: ["city_id"], target: "cities", targetFields: ["id"])],
        estimatedRows: nil, comment: nil, isReadOnly: false
    )
    static let cities = Collection(
        source: "main", name: "cities", origin: .table(schema: "main", name: "cities"), kind: .table,
        fields: [field("id", .integer), field("name", .text)],
        primaryKey: ["id"], relations: [], estimatedRows: nil, comment: nil, isReadOnly: false
    )

    static func field(_ name: String, _ type: ColumnType) -> Field {
        Field(name: name, type: type, declaredType: type.rawValue, isNullable: true, hasDefault: false, isGenerated: false, comment: nil)
    }

    func read(_ json: String) throws -> Filter {
        try FilterReader { $0.target == "cities" ? Self.cities : nil }.read(
            JSONValue(parsing: json, limits: JSONLimits(maximumDepth: 500)), on: Self.people)
    }

    func reason(_ json: String) -> String {
        do {
            _ = try read(json)
            return "was read"
        } catch let error as CatalogError {
            return error.code == .invalidFilter ? error.reason : "\(error.code)"
        } catch {
            return "\(error)"
        }
    }

    @Test("C48 an unknown operator is refused with the list of known ones")
    func unknownOperator() {
        for json in [
            #"{"name":{"$regexp":"x"}}"#, #"{"name.$regexp":"x"}"#, #"{"$regexp":1}"#, #"{"name":{"like":"x"}}"#, #"{"name":{"$col":"id"}}"#,
        ] {
            #expect(reason(json).contains("unknown operator"), "\(json)")
            #expect(reason(json).contains("$and, $or, $not, $eq, $ne"), "\(json)")
        }
    }

    @Test(
        "C47 only names of the schema are known, whatever they look like",
        arguments: [
            #"{"id\" = 1 --":1}"#, #"{"ID":1}"#, #"{"people.id":1}"#, #"{"rowid":1}"#, #"{"name->>'x'":1}"#, #"{"ｉd":1}"#, #"{"id ":1}"#, #"{"":1}"#,
            #"{".":1}"#,
            #"{"city.":1}"#, #"{"city.country":1}"#, #"{"city.name.x":1}"#, #"{"name.first":1}"#, #"{"cities.name":"x"}"#,
        ])
    func unknownName(json: String) {
        let reason = reason(json)
        #expect(reason.contains("unknown field") || reason.contains("continues after the field"), "\(reason)")
        #expect(reason.utf8.count < 500)
    }

    @Test(
        "a value of the wrong type is refused with the field and the expected type",
        arguments: [
            (#"{"id":"x"}"#, "field 'id' expects a whole number"), (#"{"id":true}"#, "field 'id' expects a whole number"),
            (#"{"active":"yes"}"#, "field 'active' expects true or false"), (#"{"name":true}"#, "field 'name' expects text"),
            (#"{"born":"2026-02-30"}"#, "field 'born' expects a date"), (#"{"born":"today"}"#, "field 'born' expects a date"),
            (#"{"seen":"2026-01-01T25:00:00Z"}"#, "field 'seen' expects a time"), (#"{"ref":"123"}"#, "field 'ref' expects a UUID"),
            (#"{"at":"24:00"}"#, "field 'at' expects a time"), (#"{"notes":"x"}"#, "it holds JSON"), (#"{"photo":"x"}"#, "it holds bytes"),
            (#"{"id":{"$between":[1]}}"#, "'$between' of field 'id' takes a list of two values"),
            (#"{"id":{"$in":[1,null]}}"#, "takes a plain value"),
            (#"{"id":{"$gt":null}}"#, "takes a plain value"), (#"{"id":{"$gt":{"$eq":1}}}"#, "takes a plain value"),
            (#"{"name":{"$empty":"x"}}"#, "takes true or false"), (#"{"name":{"$includes":{}}}"#, "takes text"), (#"{"name":{}}"#, "has no operator"),
            (#"{"$and":{}}"#, "'$and' takes a list"), (#"[]"#, "filter must be an object"), (#"{"$not":[]}"#, "filter must be an object"),
            (#"{"id":1e400}"#, "field 'id' expects a whole number"),
            (#"{"name":{"$includes":"\#(String(repeating: "x", count: 401))"}}"#, "at most 400 bytes"),
            (#"{"seen":"0001-01-01T00:00:00+05:00"}"#, "field 'seen' expects a time"), (#"{"name":{"$like":"a%b"}}"#, "% at its start or end"),
            (#"{"name":{"$like":"a_"}}"#, "% at its start or end"), (#"{"seen":{"$dateOn":"2026-02-30"}}"#, "takes a date such as 2026-03-31"),
            (#"{"seen":{"$dateOn":{"type":"today"}}}"#, "takes a written date here"),
            (#"{"name":{"$dateOn":"2026"}}"#, "in a field of dates or times"),
            (#"{"seen":{"$dateBetween":"2026"}}"#, "was read"), (#"{"seen":{"$dateOn":["2026","2027"]}}"#, "for $dateBetween a list of two"),
            (#"{"seen":{"$dateBefore":"9999"}}"#, "takes a date such as"),
            (#"{"city":null}"#, "'city' is a relation: compare city_id, or give conditions on its fields"),
            (#"{"name":{"$exists":true}}"#, "'$exists' at field 'name' belongs to relations"),
        ])
    func wrongValue(json: String, expected: String) {
        #expect(reason(json).contains(expected), "\(reason(json))")
    }

    @Test(
        "the days of {{$nDate}} are those of the moment of the call, in UTC",
        arguments: [
            ("today", "2026-03-01", "2026-03-02"), ("yesterday", "2026-02-28", "2026-03-01"), ("tomorrow", "2026-03-02", "2026-03-03"),
            ("thisWeek", "2026-02-23", "2026-03-02"), ("lastWeek", "2026-02-16", "2026-02-23"), ("nextIsoWeek", "2026-03-02", "2026-03-09"),
            ("thisMonth", "2026-03-01", "2026-04-01"), ("lastMonth", "2026-02-01", "2026-03-01"), ("nextMonth", "2026-04-01", "2026-05-01"),
            ("thisQuarter", "2026-01-01", "2026-04-01"), ("lastQuarter", "2025-10-01", "2026-01-01"),
            ("nextQuarter", "2026-04-01", "2026-07-01"),
            ("thisYear", "2026-01-01", "2027-01-01"), ("lastYear", "2025-01-01", "2026-01-01"), ("nextYear", "2027-01-01", "2028-01-01"),
            ("last7Days", "2026-02-23", "2026-03-02"), ("next7Days", "2026-03-02", "2026-03-09"), ("last30Days", "2026-01-31", "2026-03-02"),
            ("next90Days", "2026-03-02", "2026-05-31"),
        ])
    func days(name: String, start: String, end: String) throws {
        // Sunday, 2026-03-01T23:59:59Z.
        let reader = FilterReader(now: Timestamp(microseconds: 1_772_409_599_000_000)) { _ in nil }
        func read(_ operation: String) throws -> Filter {
            try reader.read(["born": .object([operation: .string("{{ $nDate.\(name) }}")])], on: Self.people)
        }
        func compared(_ comparison: Comparison) -> Filter { .compare(FieldPath(field: "born"), comparison) }
        let (from, to) = (Operand.value(.text(start)), Operand.value(.text(end)))
        #expect(try read("$dateOn") == .all([compared(.greaterOrEqual(from)), compared(.less(to))]))
        #expect(try read("$dateBefore") == compared(.less(from)))
        #expect(try read("$dateAfter") == compared(.greaterOrEqual(to)))
        let named: JSONValue = ["type": .string(name)]
        #expect(try reader.read(["born": ["$dateOn": named]], on: Self.people) == (try read("$dateOn")))
    }

    @Test(
        "past and next are whole units before and after the one of the call",
        arguments: [
            ("past", nil, nil, "2026-02-28", "2026-03-01"), ("next", nil, nil, "2026-03-02", "2026-03-03"),
            ("past", 3, "day", "2026-02-26", "2026-03-01"), ("next", 3, "day", "2026-03-02", "2026-03-05"),
            ("past", 2, "week", "2026-02-09", "2026-02-23"), ("next", 1, "week", "2026-03-02", "2026-03-09"),
            ("past", 2, "month", "2026-01-01", "2026-03-01"), ("next", 2, "month", "2026-04-01", "2026-06-01"),
            ("past", 1, "quarter", "2025-10-01", "2026-01-01"), ("next", 2, "quarter", "2026-04-01", "2026-10-01"),
            ("past", 1_000, "year", "1026-01-01", "2026-01-01"), ("next", 1, "year", "2027-01-01", "2028-01-01"),
        ] as [(String, Int64?, String?, String, String)])
    func units(type: String, number: Int64?, unit: String?, start: String, end: String) throws {
        // Sunday, 2026-03-01T23:59:59Z.
        let reader = FilterReader(now: Timestamp(microseconds: 1_772_409_599_000_000)) { _ in nil }
        var days: JSONObject = ["type": .string(type)]
        if let number { days["number"] = .number(JSONNumber(number)) }
        if let unit { days["unit"] = .string(unit) }
        func compared(_ comparison: Comparison) -> Filter { .compare(FieldPath(field: "born"), comparison) }
        let (from, to) = (Operand.value(.text(start)), Operand.value(.text(end)))
        #expect(
            try reader.read(["born": ["$dateOn": .object(days)]], on: Self.people) == .all([compared(.greaterOrEqual(from)), compared(.less(to))]))
        #expect(try reader.read(["born": ["$dateNotBefore": .object(days)]], on: Self.people) == compared(.greaterOrEqual(from)))
    }

    @Test("days at the boundaries of months and years follow the calendar")
    func edges() throws {
        func today(_ moment: String) throws -> Filter {
            let time = Timestamp(microseconds: try #require(TimeText.microseconds(of: moment)))
            return try FilterReader(now: time) { _ in nil }.read(["born": ["$dateNotBefore": "{{$nDate.tomorrow}}"]], on: Self.people)
        }
        for (moment, next) in [
            ("2024-02-28T00:00:00Z", "2024-02-29"), ("2024-02-29T12:00:00Z", "2024-03-01"), ("2100-02-28T23:59:59Z", "2100-03-01"),
            ("2026-12-31T23:59:59Z", "2027-01-01"), ("1969-12-31T00:00:00Z", "1970-01-01"), ("1970-01-01T00:00:00Z", "1970-01-02"),
        ] {
            #expect(try today(moment) == .compare(FieldPath(field: "born"), .greaterOrEqual(.value(.text(next)))), "\(moment)")
        }
    }

    @Test(
        "a variable that an operator cannot use is refused, and so is a day in a filter that is kept",
        arguments: [
            (#"{"born":{"$dateOn":"{{$nDate.doomsday}}"}}"#, "knows no {{$nDate.doomsday}}; there are today, yesterday", true),
            (#"{"born":{"$dateOn":"{{$nDate.today}}"}}"#, "what is kept would keep its day", false),
            (#"{"born":{"$dateOn":{"type":"doomsday"}}}"#, "one of today, yesterday", true),
            (#"{"born":{"$dateOn":{"type":"past","number":0}}}"#, "number (1 to 1000)", true),
            (#"{"born":{"$dateOn":{"type":"past","unit":"hour"}}}"#, "unit (day, week", true),
            (#"{"born":{"$dateOn":{"type":"today","unit":"day"}}}"#, "one of today", true),
            (#"{"born":{"$dateOn":{"type":"today"}}}"#, "what is kept would keep its day", false),
            (#"{"name":{"$dateOn":{"type":"today"}}}"#, "in a field of dates or times", true),
            (#"{"born":{"$gt":"{{$nDate.today}}"}}"#, "$dateBefore, $dateAfter, $dateBetween", true),
            (#"{"born":"{{$nDate.today}}"}"#, "$dateOn, $dateBefore", false),
            (#"{"name":{"$includes":"{{$user.name}}"}}"#, "takes no variable, only written text", true),
            (#"{"name":{"$like":"%{{$user.name}}%"}}"#, "takes no variable", true),
            (#"{"name":{"$startsWith":["a","{{$user.name}}"]}}"#, "takes no variable", true),
            (#"{"name":{"$eq":"{{$user.name}}"}}"#, "was read", true),
        ])
    func refusedVariables(json: String, expected: String, isCall: Bool) throws {
        let reader = FilterReader(now: isCall ? Timestamp(microseconds: 0) : nil) { _ in nil }
        let reason: String
        do {
            _ = try reader.read(try JSONValue(parsing: json), on: Self.people)
            reason = "was read"
        } catch let error as CatalogError {
            reason = error.reason
        }
        #expect(reason.contains(expected), "\(reason)")
    }

    @Test("a text that would be a variable is an attribute of the caller")
    func attributes() throws {
        let id = FieldPath(field: "id")
        #expect(try read(#"{"id":"{{$user.id}}"}"#) == .compare(id, .equal(.attribute("user.id"))))
        #expect(try read(#"{"id":"{{ ctx.state.currentUser.id }}"}"#) == .compare(id, .equal(.attribute("user.id"))))
        #expect(try read(#"{"id":{"$in":[1,"{{$user.id}}"]}}"#) == .compare(id, .oneOf([.value(.int(1)), .attribute("user.id")])))
        #expect(try read(#"{"odd.name":"{{x"}"#) == .compare(FieldPath(field: "odd.name"), .equal(.value(.text("{{x")))))
    }

    @Test("depth, conditions and listed values are bounded")
    func bounds() {
        let nest = { (count: Int) in String(repeating: #"{"$not":"#, count: count) + #"{"id":1}"# + String(repeating: "}", count: count) }
        #expect(reason(nest(31)) == "was read")
        #expect(reason(nest(32)).contains("nests deeper than 32 levels"))
        let list = { (count: Int) in #"{"$or":["# + Array(repeating: "{}", count: count).joined(separator: ",") + "]}" }
        #expect(reason(list(199)) == "was read")
        #expect(reason(list(200)).contains("more than 200 conditions"))
        let values = { (count: Int) in #"{"id":["# + Array(repeating: "1", count: count).joined(separator: ",") + "]}" }
        #expect(reason(values(1000)) == "was read")
        #expect(reason(values(1001)).contains("more than 1000 values"))
    }

    @Test("A condition goes through eight relations at most, and a filter through 24 in all its conditions")
    func hops() throws {
        let staff = Collection(
            source: "main", name: "staff", origin: .table(schema: "main", name: "staff"), kind: .table,
            fields: [Self.field("id", .integer), Self.field("name", .text)], primaryKey: ["id"],
            relations: [Relation(name: "boss", kind: .belongsTo, fields: ["id"], target: "staff", targetFields: ["id"])],
            estimatedRows: nil, comment: nil, isReadOnly: false)
        let reader = FilterReader { _ in staff }
        func read(_ json: String) throws { _ = try reader.read(try JSONValue(parsing: json), on: staff) }
        func path(_ count: Int) -> String { Array(repeating: "boss", count: count).joined(separator: ".") }
        let nest = { (count: Int) in String(repeating: #"{"boss":"#, count: count) + #"{"name":"x"}"# + String(repeating: "}", count: count) }
        let many = { (count: Int) in #"{"$or":["# + Array(repeating: #"{"boss.boss.name":"x"}"#, count: count).joined(separator: ",") + "]}" }
        try read(#"{"\#(path(8)).name":"x"}"#)
        try read(nest(8))
        try read(many(12))
        for json in [
            #"{"\#(path(9)).name":"x"}"#, nest(9), #"{"\#(path(4))":{"\#(path(5)).name":"x"}}"#, #"{"\#(path(9)).$exists":true}"#,
            #"{"\#(path(5))":{"$not":{"\#(path(4)).name":"x"}}}"#,
        ] {
            let error = #expect(throws: CatalogError.self, "\(json)") { try read(json) }
            #expect(error?.code == .invalidFilter && error?.reason.contains("more than 8 relations") == true, "\(json)")
        }
        let error = #expect(throws: CatalogError.self) { try read(many(13)) }
        #expect(error?.code == .invalidFilter && error?.reason.contains("more than 24 relations in all") == true)
    }
}
