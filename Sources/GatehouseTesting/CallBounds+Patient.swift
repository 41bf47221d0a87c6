package import SQL

extension CallBounds {
    /// For calls whose time is not what a test is about: half an hour, so that a busy machine fails none.
    package static var patient: CallBounds { .within(.seconds(1_800)) }
}
