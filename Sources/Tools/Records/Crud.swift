import Access
import Catalog
import JSON
import Records
import Store

/// `crud`: rows of any collection; also under the names of the generic record tools.
struct Crud: Tool {
    struct Input: ToolArguments {
        var resource = ""
        var action = ""
        var source = DataSource.mainName
        var sourceID: JSONValue?
        var key: JSONValue?
        var filter: JSONValue?
        var fields: [String] = []
        var except: [String] = []
        var appends: [String] = []
        var sort: [String] = []
        var page: Int?
        var pageSize = 20
        var cursor: String?
        var paginate = true
        var isTree = false
        var values: JSONValue?
        var filterKeys: [String] = []
        var measures: [JSONValue] = []
        var dimensions: [JSONValue] = []
        var orders: [JSONValue] = []
        var having: JSONValue?
        var limit = 1_000
        var offset = 0
        var ifMatch: JSONValue?
        var whitelist: [String] = []
        var blacklist: [String] = []
        var target: JSONValue?
        var method = MoveMethod.inPlace
        var sortField = "sort"
        var targetScope: JSONValue?
        var isSticky = false
        var timezone: String?
        var writtenRelations: [String] = []
        var isDry = false
        var tellsActions = false
    }

    /// Where `move` puts a row.
    enum MoveMethod: String, CaseIterable {
        case inPlace, insertAfter, prepend
    }

    let domains: Domains

    let name = "crud"
    let access = ToolAccess(.always, scope: .byValue(of: "action", choices), audience: .members, effect: .writes, secrets: .none)
    let destroys = true
    let length = ToolLength.mayBeLong
    let title = "Read and write records"
    let description = """
        Rows of a collection: list, get, create, update, destroy; query for figures; firstOrCreate and updateOrCreate find a row by filterKeys or add \
        it; add, set, remove, toggle relate rows (filterByTk) to the row of sourceId, resource posts.tags; move changes a row's place in its order; history tells what became of a row. \
        Look up names with collections_list and collections_get. update and destroy need filterByTk or filter. Filters: {"status":"paid"}, {"total":{"$gt":100}}, {"$or":[…]}, \
        {"customer.city":{"$includes":"Graz"}}; operators $eq $ne $gt $gte $lt $lte $in $notIn $between $includes $startsWith $endWith \
        $empty $notEmpty $isTruly $isFalsy $dateOn $dateBefore $dateAfter. meta says what is cut; nextCursor continues.
        """
    let aliases = Dictionary(
        uniqueKeysWithValues: ["list", "get", "query", "create", "update", "destroy"].map { action in
            ("resource_\(action)", ["action": .string(action)] as JSONObject)
        })
    let unserved = [
        "forceUpdate": "every update needs filterByTk or filter"
    ]
    let habits: JSONObject = ["forceUpdate": false, "updateAssociationValues": [], "sourceId": .null]

    static let choices: [ToolScope.Choice] = [
        .init(value: "list", scope: .read(.record), effect: .reads), .init(value: "get", scope: .read(.record), effect: .reads),
        .init(value: "history", scope: .read(.record), effect: .reads),
        .init(value: "query", scope: .read(.record), effect: .reads), .init(value: "create", scope: .write(.record), effect: .writes),
        .init(value: "firstOrCreate", scope: .write(.record), effect: .writes),
        .init(value: "updateOrCreate", scope: .write(.record), effect: .writes),
        .init(value: "update", scope: .write(.record), effect: .writes),
        .init(value: "destroy", scope: .write(.record), effect: .writes, destroys: true),
        .init(value: "add", scope: .write(.record), effect: .writes), .init(value: "set", scope: .write(.record), effect: .writes),
        .init(value: "remove", scope: .write(.record), effect: .writes), .init(value: "toggle", scope: .write(.record), effect: .writes),
        .init(value: "move", scope: .write(.record), effect: .writes),
    ]

    let arguments: [Argument<Input>] = [
        .text("resource", \.resource, "orders, or with sourceId a relation of it: orders.lines.").required,
        .chosen("action", \.action, "What to do.").required,
        .text("dataSource", \.source, "main when absent."),
        .either("sourceId", \.sourceID, key, "Key of the row whose related rows are meant, or that is moved."),
        .either(
            "filterByTk", \.key, key + [["type": "array", "items": ["type": ["integer", "string", "object"]]]],
            "The row's primary key, or an array of keys; an object for several fields."),
        .object("filter", \.filter, "Which rows."),
        .texts("fields", \.fields, "Only these fields, and relations to append."),
        .texts("except", \.except, "All but these fields."),
        .texts("appends", \.appends, "Relations inside each row: customer, customer.name, customer.region."),
        .texts("sort", \.sort, "Field names, also customer.name; - in front for descending."),
        .integer("page", \.page, in: 1...1_000_000_000, "Counts from 1."),
        .integer("pageSize", \.pageSize, in: 1...1000, "Rows of a page; 20 when absent."),
        .text("cursor", \.cursor, "meta.nextCursor, in place of page."),
        .flag("paginate", \.paginate, "false: without a count."),
        .flag("tree", \.isTree, "list: rows without a parent, with their children inside."),
        .flag("allowedActions", \.tellsActions, "list, get: meta.allowedActions has the keys of rows you may update and destroy."),
        .either(
            "values", \.values, [["type": "object"], ["type": "array", "items": ["type": "object"]]],
            "The row, or an array of rows to create; the changed fields; related rows: {\"customer\":5,\"tags\":[1,{\"name\":\"new\"}]}."),
        .texts("updateAssociationValues", \.writtenRelations, "Relations in values whose rows get the values beside their keys."),
        .texts("filterKeys", \.filterKeys, "Fields of values to find the row by."),
        .objects(
            "measures", \.measures,
            "Figures for query: {\"field\":\"total\",\"aggregation\":\"sum\",\"alias\":\"revenue\"}; count avg min max, distinct."),
        .objects(
            "dimensions", \.dimensions, "What query groups by: {\"field\":\"customer.city\",\"alias\":\"city\"}; dates with \"format\":\"YYYY-MM\"."),
        .objects("orders", \.orders, "Of groups: {\"alias\":\"revenue\",\"order\":\"desc\"}."),
        .object("having", \.having, "A filter on aliases."),
        .integer("limit", \.limit, in: 1...1000, "Groups; 1,000 when absent."),
        .integer("offset", \.offset, in: 0...1_000_000_000, "Groups to skip."),
        .object(
            "ifMatch", \.ifMatch, "For one row: fields as you read them; if they differ by now nothing changes."),
        .flag("dry_run", \.isDry, "update, destroy: only say how many rows."),
        .texts("whitelist", \.whitelist, "The only fields of values to write."),
        .texts("blacklist", \.blacklist, "Fields of values not to write."),
        .either("targetId", \.target, key, "move: key of the row whose place it takes."),
        .choice("method", \.method, "move: insertAfter puts it behind the target."),
        .text("sortField", \.sortField, "move: keeps the order; sort when absent."),
        .object("targetScope", \.targetScope, "move: fields that say to which order it belongs now."),
        .flag("sticky", \.isSticky, "move: to the start."),
        .text("timezone", \.timezone, "Of days and formats: +08:00, Europe/Vienna; UTC when absent."),
    ]

    /// The schema of a primary key.
    private static let key: [JSONValue] = ["integer", "string", "object"].map { ["type": .string($0)] }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        try Self.checkUse(of: call.arguments, by: input.action)
        let (records, association) = try await recordCall(input, call)
        let answer = try await perform(input, call, records, association)
        let collection = records.rights.collection
        return ToolOutcome(answer.json, rows: answer.rows, changed: answer.changed, objects: [collection.source + "/" + collection.name])
    }
}

extension Crud {
    /// The arguments of each action, in addition to those that name the collection.
    private static let used: [String: [String]] = [
        "list": [
            "sourceId", "filter", "fields", "except", "appends", "sort", "page", "pageSize", "paginate", "tree", "cursor", "timezone",
            "allowedActions",
        ],
        "get": ["sourceId", "filterByTk", "filter", "timezone", "fields", "except", "appends", "allowedActions"],
        "history": ["filterByTk", "page", "pageSize", "cursor"],
        "query": ["measures", "dimensions", "orders", "filter", "having", "limit", "offset", "timezone"],
        "create": ["sourceId", "values", "whitelist", "blacklist", "updateAssociationValues"],
        "firstOrCreate": ["sourceId", "filterKeys", "values", "whitelist", "blacklist", "updateAssociationValues"],
        "updateOrCreate": ["sourceId", "filterKeys", "values", "whitelist", "blacklist", "updateAssociationValues"],
        "update": [
            "sourceId", "filterByTk", "filter", "values", "ifMatch", "whitelist", "blacklist", "updateAssociationValues", "timezone", "dry_run",
        ],
        "destroy": ["sourceId", "filterByTk", "filter", "ifMatch", "timezone", "dry_run"],
        "add": ["sourceId", "filterByTk"], "set": ["sourceId", "filterByTk"], "remove": ["sourceId", "filterByTk"],
        "toggle": ["sourceId", "filterByTk"],
        "move": ["sourceId", "targetId", "method", "sortField", "targetScope", "sticky"],
    ]

    private static let naming = ["resource", "action", "dataSource"]

    /// Refuses arguments that the action ignores, because the caller would misunderstand the result.
    private static func checkUse(of arguments: JSONObject, by action: String) throws(Refusal) {
        guard let used = used[action] else { return }
        for (name, value) in arguments where !value.isNull && !used.contains(name) && !naming.contains(name) {
            let others = Self.used.keys.sorted().filter { Self.used[$0]?.contains(name) == true }
            throw Refusal(
                .invalidArgument,
                "argument '\(name.prefix(60))': not used by \(action), which takes \(used.joined(separator: ", "))"
                    + (others.isEmpty ? "" : "; it belongs to \(others.joined(separator: ", "))"))
        }
    }
}
