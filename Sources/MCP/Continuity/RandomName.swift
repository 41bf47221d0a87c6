import Notation

/// Generates unguessable names.
enum RandomName {
    /// 128 random bits as 32 hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.encode(generator.next()) + Hexadecimal.encode(generator.next())
    }
}
