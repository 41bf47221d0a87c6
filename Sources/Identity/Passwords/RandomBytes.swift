/// Bytes from the system's cryptographic source.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }
}
