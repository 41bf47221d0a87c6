/// The limits of a reader.
public struct JSONLimits: Hashable, Sendable {
    /// Largest text, in bytes, white space included.
    public var maximumByteCount: Int
    /// Most nested arrays and objects. The reader recurses this deep.
    public var maximumDepth: Int

    public init(maximumByteCount: Int = 1_048_576, maximumDepth: Int = 64) {
        self.maximumByteCount = maximumByteCount
        self.maximumDepth = maximumDepth
    }

    /// 1 MiB and 64 levels.
    public static let `default` = JSONLimits()
}
