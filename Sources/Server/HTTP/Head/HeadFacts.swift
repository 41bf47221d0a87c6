/// What follows from a head that was accepted.
struct HeadFacts {
    /// HTTP/1.0.
    let isOld: Bool
    /// RFC 9112 section 9.3: the connection ends with the answer.
    var endsConnection = false
    /// RFC 9110 section 10.1.1: the peer sends the body when it is told to.
    var waitsForContinue = false
    /// Unit: bytes of the body.
    var declaredLength = 0

    init(isOld: Bool) { self.isOld = isOld }
}
