extension Timestamp {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7); parts of a second are dropped.
    package var httpDate: String {
        let seconds = microseconds.dividedDown(by: 1_000_000)
        let days = seconds.dividedDown(by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let time = Int(seconds - days * 86_400)
        // Day 0 was a Thursday.
        let weekday = Int(days - (days + 4).dividedDown(by: 7) * 7 + 4)
        return "\(Self.weekdays[weekday]), \(Self.padded(date.day)) \(Self.months[date.month - 1]) \(Self.padded(date.year, to: 4)) "
            + "\(Self.padded(time / 3_600)):\(Self.padded(time / 60 % 60)):\(Self.padded(time % 60)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int, to length: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.count)) + text
    }
}

extension Int64 {
    /// The quotient, rounded towards negative infinity.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 { (self >= 0 ? self : self - divisor + 1) / divisor }
}
