import FuzzTargets
import Testing

@Suite struct ReplayTests {
}
