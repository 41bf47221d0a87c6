import Foundation

@testable import Charts

/// How people with and without a colour blindness see a colour.
/// Source: Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.0.
struct ColorVision {
    let name: String
    let matrix: [[Double]]

    static let all = [
        ColorVision(name: "normal", matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ColorVision(
            name: "protanopia", matrix: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
        ColorVision(
            name: "deuteranopia", matrix: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
        ColorVision(
            name: "tritanopia", matrix: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
    ]

    /// CIE 1976 L*a*b* of the colour as it is seen, white point D65.
    func lab(_ color: Color) -> [Double] {
        let linear = [color.red, color.green, color.blue].map { byte -> Double in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let seen = matrix.map { row in min(max(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
        let x = 0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]
        let y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
        let z = 0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]
        func part(_ value: Double) -> Double { value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116 }
        let (first, second, third) = (part(x / 0.95047), part(y), part(z / 1.08883))
        return [116 * second - 16, 500 * (first - second), 200 * (second - third)]
    }

    /// CIE 1976; about 2 can just be noticed.
    static func difference(_ left: [Double], _ right: [Double]) -> Double { zip(left, right).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot() }
}
