import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Sets whether data is linked to the user; offers both if the entry doesn’t say.
func markLinked(_ entry: CollectedDataType, _ site: RefactoringSite) -> [CodeAction] {
  [true, false].filter { entry.isLinked != $0 }.compactMap { flag in
    site.setting(.linked, in: entry.entry, to: flag).map {
      CodeAction(id: "linked.\(flag)", title: flag ? "Mark as linked" : "Mark as not linked", [$0])
    }
  }
}

/// Sets whether data is used for tracking; offers both if the entry doesn’t say. The manifest’s own tracking flag is
/// changed too if it follows, and the title says so.
///
/// Tracking needs domains, which only the author knows. For the first entry that tracks, the list of domains is added
/// with a tab stop; without snippets it stays empty, and a finding says what is missing. For the last entry that
/// tracks, the flag is only turned off if no domain is listed: listed domains mean tracking.
func markUsedForTracking(_ entry: CollectedDataType, _ site: RefactoringSite) -> [CodeAction] {
  [true, false].filter { entry.isUsedForTracking != $0 }.compactMap { flag in
    guard let edit = site.setting(.usedForTracking, in: entry.entry, to: flag) else { return nil }
    let (more, words) = flag ? turningTrackingOn(site) : turningTrackingOff(entry, site)
    let title = flag ? "Mark as used for tracking" : "Mark as not used for tracking"
    var action = CodeAction(
      id: "tracking.\(flag)", title: words.isEmpty ? title : "\(title) (also \(words))", [edit] + more)
    // Without tab stops, an edit may change nothing.
    action.edits.removeAll { site.tree.text[$0.range] == $0.replacement }
    return action
  }
}

private func turningTrackingOn(_ site: RefactoringSite) -> ([SnippetEdit], words: String) {
  let manifest = site.manifest
  let root = manifest.root
  guard manifest.isTracking != true else { return ([], "") }
  var changes: [SnippetEdit] = []
  // One edit for everything the root lacks: clients disagree about the order of two edits at one place.
  var missing = Skeleton()
  if root.field(.tracking) == nil {
    missing = .leaf(.key, site.name(.tracking)) + .empty(.true)
  } else if let edit = site.setting(.tracking, in: root, to: true) {
    changes.append(edit)
  } else {
    return ([], "")
  }
  var words = "sets \(site.name(.tracking)) to true"
  var plain = missing
  if !manifest.trackingDomains.contains(where: { !$0.string.utf8.allSatisfy(isBlank) }) {
    words += "; list its domains yourself"
    let domain = Skeleton.leaf(.string, .stop(1))
    if root.field(.trackingDomains) == nil {
      let key = Skeleton.leaf(.key, site.name(.trackingDomains))
      missing = missing + key + .container(.array, domain)
      plain = plain + key + .empty(.array)
    } else if let array = root.value(.trackingDomains), array.element == .array, array.isEmptyContainer {
      var edit = site.appending(domain, to: array)
      edit.template.plainAlternative = site.tree.text[edit.range]
      changes.append(edit)
    }
  }
  if !missing.lines.isEmpty { changes.append(site.appending(missing, to: root.value, plain: plain)) }
  return (changes, words)
}

private func turningTrackingOff(
  _ entry: CollectedDataType, _ site: RefactoringSite
) -> ([SnippetEdit], words: String) {
  let manifest = site.manifest
  guard manifest.isTracking == true, entry.isUsedForTracking == true, manifest.trackingDomains.isEmpty,
    !manifest.dataTypes.contains(where: { $0 !== entry && $0.isUsedForTracking == true }),
    let edit = site.setting(.tracking, in: manifest.root, to: false)
  else { return ([], "") }
  return ([edit], "sets \(site.name(.tracking)) to false")
}
