/// Bytes from the system's cryptographic source.
package enum RandomBytes {
    package static func make(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }
}
