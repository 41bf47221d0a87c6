/// The key of an object, escaped once to be written many times: a column's name before each of its rows' cells.
public struct JSONKey: Hashable, Sendable {
    /// The key as JSON, with its quotes and colon.
    let bytes: [UInt8]

    public init(_ key: String) {
        var writer = JSONWriter(reservingCapacity: key.utf8.count + 3)
        writer.key(key)
        bytes = writer.bytes
    }
}
