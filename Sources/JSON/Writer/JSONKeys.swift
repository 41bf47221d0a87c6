/// The keys of an object, escaped once to be written many times: the names of columns before each row's cells.
public struct JSONKeys: Hashable, Sendable {
    /// Every key as JSON, with its quotes and colon, one after the other: to write one of many copies no reference.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    public init() {}

    /// Takes one more key; the first is at 0.
    public mutating func append(_ key: String) {
        var writer = JSONWriter(reservingCapacity: key.utf8.count + 3)
        writer.key(key)
        bytes += writer.bytes
        ends.append(bytes.count)
    }

    /// Where the key at `index` stands in ``bytes``.
    func place(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}
