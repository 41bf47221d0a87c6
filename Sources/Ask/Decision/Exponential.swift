import Foundation

/// The exponential function, which the language's own library lacks.
enum Exponential {
    static func e(_ power: Double) -> Double { exp(power) }
}
