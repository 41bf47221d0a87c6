import HTTPTypes
import Hummingbird

/// Documents under `/.well-known/`. A path that names none is answered with JSON, since clients parse whatever discovery gives them.
struct WellKnown: Sendable {
    func respond(to request: Request) -> Response { .notFound }
}
