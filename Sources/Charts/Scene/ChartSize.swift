/// The size of a picture. Unit: points.
package struct ChartSize: Hashable, Sendable {
    package let width: Double
    package let height: Double

    /// Both are brought to 320...2,000 and 160...2,000.
    package init(width: Double, height: Double) {
        self.width = width.isFinite ? min(max(width, 320), 2_000).rounded() : 760
        self.height = height.isFinite ? min(max(height, 160), 2_000).rounded() : 430
    }
}
