import Blocking
import CArgon2
package import Store

/// Hashes and checks passwords with Argon2id (RFC 9106), a limited number at a time.
///
/// A hash takes 19 MiB and about 30 ms of a core. Further hashes wait in a bounded queue; beyond the queue they are refused (G11).
package final class PasswordHasher: Sendable {
    /// Length of an acceptable password. Unit: bytes of UTF-8.
    package static let acceptedLength = 8...1024
    private static let saltLength = 16
    private static let hashLength = 32

    private let cost: PasswordCost
    /// Longest wait of a call.
    private static let timeLimit = Duration.seconds(30)
    private let pool: BlockingPool
    /// A well-formed hash without a password, with the cost of a real one.
    let decoy: String

    /// - Parameters:
    ///   - cost: of new hashes; a stored hash is checked at its own cost.
    ///   - workers: hashes at a time.
    ///   - queueLimit: calls that may wait.
    package init(cost: PasswordCost = .standard, workers: Int = 1, queueLimit: Int = 64) {
        self.cost = cost
        pool = BlockingPool(name: "argon2", threads: workers, queueLength: queueLimit, idleTime: .seconds(10))
        let salt = String(repeating: "A", count: 22)
        let hash = String(repeating: "A", count: 43)
        decoy = "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)$\(salt)$\(hash)"
    }

    /// The PHC string (`$argon2id$v=19$…`) of a password under a new random salt.
    /// - Throws: ``IdentityError`` `invalid` for a password of unacceptable length, `busy` when the queue is full.
    package func hash(_ password: Secret) async throws(IdentityError) -> String {
        guard Self.acceptedLength.contains(password.bytes.count) else {
            throw IdentityError(
                .invalid, "password: expected \(Self.acceptedLength.lowerBound) to \(Self.acceptedLength.upperBound) bytes")
        }
        let cost = self.cost
        let hash = try await run { Self.encode(password, RandomBytes.make(Self.saltLength), cost) }
        guard let hash else { throw IdentityError(.busy, "password: there is no memory to hash it now; try again later") }
        return hash
    }

    /// Whether a password matches a hash. Without a hash the result is false, after the same work (A25).
    /// - Throws: ``IdentityError`` `busy` when the queue is full.
    package func verify(_ password: Secret, against hash: String?) async throws(IdentityError) -> Bool {
        let isAcceptable = password.bytes.count <= Self.acceptedLength.upperBound
        let tried = isAcceptable ? password.bytes : []
        let expected = hash ?? decoy
        let matches = try await run { argon2id_verify(expected, tried, tried.count) == ARGON2_OK.rawValue }
        return matches && isAcceptable && hash != nil
    }

    /// - Throws: `busy` when the queue is full or the wait too long.
    private func run<R: Sendable>(_ work: @escaping @Sendable () -> R) async throws(IdentityError) -> R {
        do {
            return try await pool.run(until: .now + Self.timeLimit) { work() }
        } catch {
            throw IdentityError(.busy, "password: too many sign-ins wait already; try again later")
        }
    }

    private static func encode(_ password: Secret, _ salt: [UInt8], _ cost: PasswordCost) -> String? {
        let length = argon2_encodedlen(cost.passes, cost.memory, cost.lanes, UInt32(salt.count), UInt32(hashLength), Argon2_id)
        var text = [CChar](repeating: 0, count: length)
        let status = argon2id_hash_encoded(
            cost.passes, cost.memory, cost.lanes, password.bytes, password.bytes.count, salt, salt.count, hashLength, &text, length)
        guard status == ARGON2_OK.rawValue else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The cost parameters of one password hash (RFC 9106 section 3.1).
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
