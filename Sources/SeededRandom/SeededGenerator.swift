import Foundation

/// Pseudo-random numbers that depend only on the seed: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed of this process. It is random and written to standard error, unless `GATEHOUSE_SEED` contains a seed to reproduce a
    /// failure.
    package static let runSeed: UInt64 = {
        let seed = ProcessInfo.processInfo.environment["GATEHOUSE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: .min ... .max)
        FileHandle.standardError.write(Data("Random tests run with GATEHOUSE_SEED=\(seed)\n".utf8))
        return seed
    }()

    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// One of the independent sequences of this process.
    package init(sequence: some BinaryInteger) {
        var numbers = Self(seed: UInt64(truncatingIfNeeded: sequence))
        state = numbers.next() ^ Self.runSeed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `bound`, which is at least 1. The distribution is slightly biased.
    package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % max(1, bound) }

    /// True in `percent` of 100 cases.
    package mutating func chance(percent: Int) -> Bool { below(100) < percent }

    /// True once in `count` times on average.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
