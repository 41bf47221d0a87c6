import Foundation

/// The exponential function, which Swift's standard library lacks.
enum Exponential {
    static func e(_ power: Double) -> Double { exp(power) }
}
