import Foundation
import Notation

/// The colors of a chart.
package struct ChartTheme: Sendable {
    let background: Color
    let text: Color
    /// Labels of axes and the subtitle.
    let quietText: Color
    let grid: Color
    let axis: Color
    /// Colors of series in order of use; they can be distinguished with each of the three color blindnesses.
    let series: [Color]
    /// The colors of the smallest and the largest value of a heat map.
    let heat: (low: Color, high: Color)
    /// The color of values below zero in a heat map.
    let negative: Color

    package static let light = ChartTheme(
        background: Color(0xFFFFFF), text: Color(0x1A1F26), quietText: Color(0x5A6472), grid: Color(0xE6E9ED), axis: Color(0x9AA3AE),
        series: [0x0052D2, 0xC09D00, 0x208956, 0xA33594, 0x2FA7FC, 0x821B17, 0x896C00, 0x8B929A].map(Color.init),
        heat: (Color(0xE9F1F8), Color(0x08508A)), negative: Color(0xB5500F))

    package static let dark = ChartTheme(
        background: Color(0x14181D), text: Color(0xF2F4F7), quietText: Color(0xA6B0BC), grid: Color(0x2A3038), axis: Color(0x5C6672),
        series: [0x3088FF, 0xD3891C, 0x4FE788, 0xC58BCB, 0xBBF2E3, 0xC85440, 0xDEEB2E, 0x89A596].map(Color.init),
        heat: (Color(0x1D2A38), Color(0x7CC4F8)), negative: Color(0xF08A4B))

    /// The color of a series; from the ninth on the colors repeat, paler.
    func color(_ series: Int) -> Color {
        self.series[series % self.series.count].mixed(with: background, Double(series / self.series.count) * 0.4)
    }
}

/// An sRGB color without transparency.
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
    package var hex: String { "#" + Hexadecimal.encode([red, green, blue]) }

    /// The color at `share` (0...1) of the way to another one.
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
