import JSON
import MCP
import Store

/// Stores tasks, so that every node can serve requests about them, wherever they run.
struct StoredTasks: TaskStore {
    /// A running task updates its record every second. After this silence, its node counts as stopped. Unit: milliseconds.
    private static let silence: Int64 = 60_000

    let values: SharedValues
    /// Most bytes of one owner's long results. Beyond it, the oldest tasks are dropped.
    var bytesOfOwner = 16 * 1_048_576
    /// The current time in milliseconds since 1970.
    var now: @Sendable () -> Int64 = { Timestamp.now.microseconds / 1000 }

    func add(_ task: TaskRecord) async throws {
        try await values.save(task.json.serialized, as: Self.name(task.id), for: .milliseconds(task.lifetime), owner: task.owner)
    }

    func task(_ id: String) async throws -> TaskRecord? {
        guard let record = try await values.value(Self.name(id)).flatMap({ TaskRecord(try JSONValue(parsing: $0)) }) else { return nil }
        guard record.status == .working, now() - record.updatedAt > Self.silence else { return record }
        return try await change(id) { record in
            record.status = .failed
            record.error = ["code": -32603, "message": "The node that ran the task has stopped"]
            return true
        }
    }

    func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Bool) async throws -> TaskRecord? {
        let changed = try await values.change(Self.name(id)) { bytes in
            guard var record = TaskRecord(try JSONValue(parsing: bytes)), body(&record) else { return nil }
            return record.json.serialized
        }
        guard let changed, let record = TaskRecord(try JSONValue(parsing: changed)) else { return nil }
        if changed.count > SharedValues.long { try await values.trim(record.owner, to: bytesOfOwner) }
        return record
    }

    private static func name(_ id: String) -> String { "task/" + id }
}

extension TaskRecord {
    fileprivate var json: JSONValue {
        var members: JSONObject = [
            "id": .string(id), "owner": .string(owner), "tool": .string(tool), "status": .string(status.rawValue),
            "created": .number(JSONNumber(createdAt)), "updated": .number(JSONNumber(updatedAt)), "lifetime": .number(JSONNumber(lifetime)),
            "poll": .number(JSONNumber(pollInterval)), "requests": .object(inputRequests),
        ]
        if let statusMessage { members["message"] = .string(statusMessage) }
        if let error { members["error"] = error }
        if let result { members["result"] = .string(result.description) }
        return .object(members)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let owner = json["owner"]?.string, let tool = json["tool"]?.string,
            let status = json["status"]?.string.flatMap(Status.init(rawValue:)), let created = json["created"]?.int,
            let updated = json["updated"]?.int, let lifetime = json["lifetime"]?.int, let poll = json["poll"]?.int
        else { return nil }
        self.init(id: id, owner: owner, tool: tool, createdAt: created, lifetime: lifetime, pollInterval: poll)
        self.status = status
        updatedAt = updated
        statusMessage = json["message"]?.string
        error = json["error"]
        result = json["result"]?.string.map { JSONFragment(trusted: Array($0.utf8)) }
        inputRequests = json["requests"]?.object ?? JSONObject()
    }
}
