import Catalog
import Testing

struct OnDemandTests {
  private final class Thing: Sendable {}

  @Test(arguments: 0..<50)
  func whoAsksAtOnceGetsTheSameAndNothingStays(round: Int) async {
    var demand: OnDemand<Thing>? = OnDemand { Thing() }
    weak var kept: Thing?
    if let demand {
      let things = await withTaskGroup(of: Thing.self) { group in
        for _ in 0..<8 { group.addTask { demand.value } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let own = demand.value
      kept = own
      #expect(things.count == 8 && things.allSatisfy { $0 === own })
    }
    #expect(kept != nil)
    demand = nil
    #expect(kept == nil)
  }
}
