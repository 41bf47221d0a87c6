/// The targets that use the store use its times.
@_exported public import Notation
