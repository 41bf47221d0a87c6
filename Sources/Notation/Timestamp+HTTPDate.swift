extension Timestamp {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7); parts of a second are dropped.
    package var httpDate: String {
        let (days, second) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let time = Int(second)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { CivilDate.padded($0, 2) }.joined(separator: ":")
        return "\(Self.weekdays[CivilDate.weekday(ofDay: days)]), \(CivilDate.padded(date.day, 2)) \(Self.months[date.month - 1]) "
            + "\(CivilDate.padded(date.year, 4)) \(clock) GMT"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
