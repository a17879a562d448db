import CLibrary
import FuzzTargets
import LibFuzzer

// fuzz --list                      the targets, a line each: name, largest input in bytes
// fuzz --dictionary                words for the fuzzer, in its own format
// fuzz --seeds FOLDER FILE...      puts seeds for all targets into FOLDER/TARGET, made from our examples and these files
// PRIVACY_LSP_FUZZ_TARGET=… fuzz   the fuzzer itself, with its own arguments

/// The one that the fuzzer calls: a C function has no context.
nonisolated(unsafe) var chosen: FuzzTarget?

func fail(_ words: String) -> Never {
  _ = "fuzz: \(words)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
}

func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

func writeSeeds(into folder: String, _ files: [String]) {
  let files = files.compactMap { path in contents(of: path).map { SeedFile(path: path, bytes: $0) } }
  mkdir(folder, 0o755)
  for target in FuzzTarget.all {
    mkdir("\(folder)/\(target.name)", 0o755)
    var known: Set<[UInt8]> = []
    for seed in target.seeds(SeedFile.own + files)
    where seed.count <= target.longestInput && known.insert(seed).inserted {
      let path = "\(folder)/\(target.name)/seed-\(known.count)"
      guard let file = fopen(path, "wb") else { fail("cannot write \(path)") }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "--list":
  for target in FuzzTarget.all { print(target.name, target.longestInput) }
case "--dictionary":
  print(fuzzerDictionary())
case "--seeds":
  guard arguments.count > 1 else { fail("--seeds needs a folder") }
  writeSeeds(into: arguments[2], Array(arguments.dropFirst(2)))
default:
  guard let name = getenv("PRIVACY_LSP_FUZZ_TARGET").map({ String(cString: $0) }),
    let target = FuzzTarget.all.first(where: { $0.name == name })
  else { fail("PRIVACY_LSP_FUZZ_TARGET names no target; --list has them") }
  chosen = target
  var count = CommandLine.argc
  var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(
    LLVMFuzzerRunDriver(&count, &values) { start, count in
      do throws(Violation) {
        try chosen?.check(Array(UnsafeBufferPointer(start: start, count: count)))
      } catch {
        fatalError("\(chosen?.name ?? ""): \(error.words)")
      }
      return 0
    })
}
