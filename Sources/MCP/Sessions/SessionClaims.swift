import JSON

/// The content of a session's id, sealed for its owner.
struct SessionClaims: Hashable, Sendable {
    /// The session's internal name in stores and on the bus.
    let handle: String
    let revision: Revision
    let client: Implementation?
    let capabilities: ClientCapabilities

    /// Creates the claims of a new session.
    init(revision: Revision, client: Implementation?, capabilities: ClientCapabilities) {
        handle = RandomName.make()
        self.revision = revision
        self.client = client.map { Implementation(name: String($0.name.prefix(100)), version: String($0.version.prefix(50))) }
        self.capabilities = Self.essential(capabilities)
    }

    init?(_ bytes: [UInt8]) {
        // The session of a release with other claims is unknown here, and its client begins a new one.
        guard let value = try? JSONValue(parsing: bytes), let handle = value["handle"]?.string,
            let revision = value["revision"]?.string.flatMap(Revision.init(name:)), let capabilities = value["capabilities"]?.object
        else { return nil }
        self.handle = handle
        self.revision = revision
        self.capabilities = ClientCapabilities(capabilities)
        client = Implementation(value["client"])
    }

    var bytes: [UInt8] {
        var value: JSONObject = [
            "handle": .string(handle), "revision": .string(revision.name), "capabilities": .object(capabilities.declared),
        ]
        if let client { value["client"] = ["name": .string(client.name), "version": .string(client.version)] }
        return JSONValue.object(value).serialized
    }

    /// The capabilities that this library uses. Dropping the others keeps the id short.
    private static func essential(_ capabilities: ClientCapabilities) -> ClientCapabilities {
        var kept = JSONObject()
        for name in ["roots", "sampling", "elicitation", "extensions"] {
            guard let members = capabilities.declared[name]?.object else { continue }
            let objects = members.filter { $0.value.object != nil && $0.key.utf8.count <= 100 }
            kept[name] = .object(JSONObject(objects.prefix(8).map { ($0.key, .object(JSONObject())) }))
        }
        return ClientCapabilities(kept)
    }
}
