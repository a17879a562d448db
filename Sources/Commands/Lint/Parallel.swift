import CLibrary
import Catalog
import Synchronization

/// Maps the elements on all processors, and returns the results in the order of the elements.
func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], processors: Int = processorCount(), _ work: @escaping @Sendable (Element) -> Result
) -> [Result] {
  // Starting a thread costs more than mapping a few elements.
  let workers = min(processors, elements.count / 16)
  guard workers > 1 else { return elements.map(work) }
  let queue = WorkQueue(elements, work)
  var threads: [Thread] = []
  for _ in 1..<workers {
    if let thread = Thread({ queue.run() }) { threads.append(thread) }
  }
  queue.run()
  for thread in threads { thread.join() }
  return queue.results
}

func processorCount() -> Int {
  max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
}

/// The remaining elements and the results so far.
private final class WorkQueue<Element: Sendable, Result: Sendable>: Sendable {
  private let elements: [Element]
  private let work: @Sendable (Element) -> Result
  private let next = Atomic(0)
  /// The number of elements that a thread takes at once: enough to keep locking cheap, and few enough that all threads
  /// finish at about the same time.
  private let batch: Int
  private let done: Mutex<[Result?]>

  init(_ elements: [Element], _ work: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.work = work
    batch = min(max(elements.count / 256, 1), 16)
    done = Mutex(Array(repeating: nil, count: elements.count))
  }

  /// Maps elements until none is left.
  func run() {
    while true {
      let first = next.wrappingAdd(batch, ordering: .relaxed).oldValue
      guard first < elements.count else { return }
      let results = elements[first..<min(first + batch, elements.count)].map(work)
      done.withLock { done in
        for (offset, result) in results.enumerated() { done[first + offset] = result }
      }
    }
  }

  var results: [Result] { done.withLock { $0.compactMap(\.self) } }
}

/// A value that another thread computes.
final class Background<Value: Sendable>: Sendable {
  private let made: OnDemand<Value>
  /// Nil if there is no thread to wait for.
  private let thread: Mutex<Thread?>

  init(_ work: @escaping @Sendable () -> Value) {
    let made = OnDemand(work)
    self.made = made
    thread = Mutex(processorCount() > 1 ? Thread { _ = made.value } : nil)
  }

  deinit { wait() }

  var value: Value {
    wait()
    return made.value
  }

  private func wait() {
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}

/// A POSIX thread. Swift concurrency would add its thread pool to a program that needs none.
private struct Thread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The default on Linux, in bytes. On other systems the default is a sixteenth of it or less.
  private static let stackSize = 8 << 20

  private let thread: pthread_t

  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let work = Unmanaged.passRetained(Work(body))
    // In glibc a thread is a number, elsewhere a pointer that may be null.
    var created: pthread_t?
    #if canImport(Glibc)
      var number = pthread_t()
      let status = pthread_create(&number, &attributes, { run($0) }, work.toOpaque())
      created = number
    #else
      let status = pthread_create(&created, &attributes, { run($0) }, work.toOpaque())
    #endif
    guard status == 0, let created else {
      work.release()
      return nil
    }
    thread = created

    func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
      return nil
    }
  }

  func join() {
    pthread_join(thread, nil)
  }
}
