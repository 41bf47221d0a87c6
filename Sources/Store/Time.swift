/// Every table keeps times: who keeps something here has the value for them.
@_exported public import Notation
