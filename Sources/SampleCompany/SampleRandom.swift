/// A small generator of pseudo-random numbers with the same sequence on every machine: SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
struct SampleRandom {
    private var state: UInt64

    /// - Parameter seed: each table of the sample has its own, so that a change in one does not affect the others.
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1; `bound` is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

    mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

    /// True in `permille` of 1,000 cases.
    mutating func chance(permille: Int) -> Bool { below(1000) < permille }

    mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    /// The index of a choice, with probabilities proportional to the weights.
    mutating func index(of weights: [Int]) -> Int {
        var left = below(weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            left -= weight
            if left < 0 { return index }
        }
        return weights.count - 1
    }
}
