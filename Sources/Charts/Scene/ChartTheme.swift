/// The colours of a chart.
package struct ChartTheme: Sendable {
    let background: Color
    let text: Color
    /// Labels of axes and the subtitle.
    let quietText: Color
    let grid: Color
    let axis: Color
    /// Series in the order in which they are used; told apart by readers with each of the three colour blindnesses.
    let series: [Color]
    /// The two ends of the colours of a heat map, of the least and the largest value.
    let heat: (low: Color, high: Color)
    /// The colour of values below zero in a heat map.
    let negative: Color

    package static let light = ChartTheme(
        background: Color(0xFFFFFF), text: Color(0x1A1F26), quietText: Color(0x5A6472), grid: Color(0xE6E9ED), axis: Color(0x9AA3AE),
        series: [0x0072B2, 0xE08A00, 0x00916A, 0xC3559B, 0x4BA6DC, 0xA23B0B, 0x8C8C00, 0x6B7280].map(Color.init),
        heat: (Color(0xE9F1F8), Color(0x08508A)), negative: Color(0xB5500F))

    package static let dark = ChartTheme(
        background: Color(0x14181D), text: Color(0xF2F4F7), quietText: Color(0xA6B0BC), grid: Color(0x2A3038), axis: Color(0x5C6672),
        series: [0x4DA8E8, 0xF2A93B, 0x2FC79A, 0xE58CC4, 0x9BD3F5, 0xE8703A, 0xD1CC4E, 0xA3ABB6].map(Color.init),
        heat: (Color(0x1D2A38), Color(0x7CC4F8)), negative: Color(0xF08A4B))

}
