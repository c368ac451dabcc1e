import Foundation

/// Prints a line in one system call.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
