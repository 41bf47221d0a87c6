/// The members of a JSON object, in order, each key once.
///
/// Keys are compared as Swift compares strings, so two Unicode spellings of one text count as one key. Few members are searched one by one;
/// many have an index whose hashing is seeded per process.
public struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []
    /// The position of each key; nil while there are few members.
    private var indexByKey: [String: Int]?

    /// Members up to which a plain search is faster than hashing the key.
    private static let searchedCount = 12
    /// Initial capacity of an object that is read. Unit: members.
    private static let usualCount = 4

    public init() {}

    /// Takes the pairs in order; the last of two equal keys wins, at the position of the first.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        for (key, value) in pairs { self[key] = value }
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The values in the order of their keys.
    public var values: [JSONValue] { members.map(\.value) }

    /// The value of that key. Setting replaces in place or appends; setting nil removes (linear time).
    public subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): remove(at: index)
            case (nil, let value?): add(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Appends a member; returns false, without a change, when the key exists.
    @discardableResult
    public mutating func append(_ value: JSONValue, forKey key: String) -> Bool {
        guard index(of: key) == nil else { return false }
        add(key, value)
        return true
    }

    /// Appends a member for the reader. It checks for an equal key only while there are few members; ``finishReading()`` must follow.
    mutating func appendWhileReading(_ value: consuming JSONValue, forKey key: consuming String) -> Bool {
        guard members.count > Self.searchedCount || index(of: key) == nil else { return false }
        if members.isEmpty { members.reserveCapacity(Self.usualCount) }
        members.append((key, value))
        return true
    }

    /// Indexes many members at once, hashing each key once; returns false when two keys are equal.
    mutating func finishReading() -> Bool {
        guard members.count > Self.searchedCount else { return true }
        indexMembers()
        return indexByKey?.count == members.count
    }

    private func index(of key: String) -> Int? {
        if let indexByKey { return indexByKey[key] }
        for index in members.indices where members[index].key == key { return index }
        return nil
    }

    private mutating func add(_ key: String, _ value: JSONValue) {
        indexByKey?[key] = members.count
        members.append((key, value))
        if indexByKey == nil && members.count > Self.searchedCount { indexMembers() }
    }

    private mutating func remove(at index: Int) {
        members.remove(at: index)
        if indexByKey != nil { indexMembers() }
    }

    private mutating func indexMembers() {
        var indexByKey: [String: Int] = Dictionary(minimumCapacity: members.count)
        for index in members.indices { indexByKey[members[index].key] = index }
        self.indexByKey = indexByKey
    }
}

extension JSONObject: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }
    public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Keeps the order; the last of two equal keys wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Hashable {
    /// True when both have the same members, in any order.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var member = hasher
            member.combine(key)
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(members.count)
        hasher.combine(sum)
    }
}
