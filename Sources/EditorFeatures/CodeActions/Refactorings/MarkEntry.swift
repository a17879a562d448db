import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Switches whether data is linked to the person; both ways where the entry does not say.
func markLinked(_ entry: CollectedDataType, _ site: RefactoringSite) -> [CodeAction] {
  [true, false].filter { entry.isLinked != $0 }.compactMap { flag in
    site.setting(.linked, in: entry.entry, to: flag).map {
      CodeAction(id: "linked.\(flag)", title: flag ? "Mark as linked" : "Mark as not linked", [$0])
    }
  }
}

/// Switches whether data is used for tracking; both ways where the entry does not say. What the manifest says as a whole
/// goes along, as far as it follows, and the title says so.
///
/// Tracking needs domains, which nobody can make up. With the first entry that tracks, their list is put in, open for a
/// name; without snippets it stays empty and the finding about it says what is missing. With the last one that tracks,
/// the flag goes back only if no domain is listed: domains are the author's, and they mean tracking.
func markUsedForTracking(_ entry: CollectedDataType, _ site: RefactoringSite) -> [CodeAction] {
  [true, false].filter { entry.isUsedForTracking != $0 }.compactMap { flag in
    guard let edit = site.setting(.usedForTracking, in: entry.entry, to: flag) else { return nil }
    let (more, words) = flag ? turningTrackingOn(site) : turningTrackingOff(entry, site)
    let title = flag ? "Mark as used for tracking" : "Mark as not used for tracking"
    var action = CodeAction(
      id: "tracking.\(flag)", title: words.isEmpty ? title : "\(title) (also \(words))", [edit] + more)
    // What is there to be typed in changes nothing as plain text.
    action.edits.removeAll { site.tree.text[$0.range] == $0.replacement }
    return action
  }
}

private func turningTrackingOn(_ site: RefactoringSite) -> ([SnippetEdit], words: String) {
  let manifest = site.manifest
  let root = manifest.root
  guard manifest.isTracking != true else { return ([], "") }
  var changes: [SnippetEdit] = []
  // What the root lacks goes in as one: two edits at one place have no order that all clients keep.
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
