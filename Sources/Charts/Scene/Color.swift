import Foundation
import Notation

/// A colour of sRGB, without transparency.
package struct Color: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    /// - Parameter rgb: 0xRRGGBB
    init(_ rgb: UInt32) {
        red = UInt8(truncatingIfNeeded: rgb >> 16)
        green = UInt8(truncatingIfNeeded: rgb >> 8)
        blue = UInt8(truncatingIfNeeded: rgb)
    }

    /// `#rrggbb`
    package var hex: String { "#" + Hexadecimal.text([red, green, blue]) }

    /// The colour at `share` (0...1) of the way to another one.
    func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt32 { UInt32((Double(from) + (Double(to) - Double(from)) * min(max(share, 0), 1)).rounded()) }
        return Color(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }

    /// WCAG 2.2, relative luminance: 0 is black, 1 is white.
    var luminance: Double {
        func linear(_ byte: UInt8) -> Double {
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
