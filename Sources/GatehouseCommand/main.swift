internal import Hummingbird
internal import HummingbirdTLS
internal import TOMLKit
internal import ArgumentParser
print("hello")
