/// What one password hash costs (RFC 9106 section 3.1).
package struct PasswordCost: Hashable, Sendable {
    /// Unit: KiB.
    package let memory: UInt32
    package let passes: UInt32
    package let lanes: UInt32

    package init(memory: UInt32, passes: UInt32, lanes: UInt32 = 1) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet).
    package static let standard = PasswordCost(memory: 19_456, passes: 2)
}
