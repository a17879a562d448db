import Catalog
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// Completions of build settings for purpose strings, at the start of a line.
func settingCompletions(in snapshot: Snapshot, at offset: Int) -> [Completion] {
  let document = snapshot.document
  let text = document.text
  let offset = min(max(offset, 0), text.count)
  guard let word = LineWord(in: text, at: offset) else { return [] }
  let scope: ByteRange
  var isProject = false
  switch document.content {
  case .xcodeProject(let project):
    let all = project.configurations + project.targets.flatMap(\.configurations)
    guard let settings = all.compactMap(\.settingsRange).first(where: { $0.lower < offset && offset < $0.upper })
    else { return [] }
    // Not in a list, or in a text of several lines.
    guard let innermost = project.tree.path(at: word.range.lower).last(where: { $0.kind != .string }),
      innermost.range.touches(settings), innermost.kind == .dictionary
    else { return [] }
    scope = settings
    isProject = true
  case .buildConfiguration(let file):
    guard !file.comments.contains(where: { $0.range.lower < offset && offset <= $0.range.upper }) else { return [] }
    scope = ByteRange(0, text.count)
  case .propertyList, .strings, .stringCatalog, .lockFile, .source: return []
  }
  let file = snapshot.linter.read(document)
  let mentions = file.mentions.filter { scope.contains($0.nameRange) && !word.range.contains($0.nameRange) }
  let present = Set(mentions.map(\.name))
  let ranked = RankedPurposeKeys(snapshot, present: present)
  // Xcode supports only the settings for which it has a name.
  let keys = (ranked.current + ranked.deprecated).filter { $0.type == .string && $0.xcodeName != nil }
  let isEnglish = snapshot.isDevelopedInEnglish
  let candidates = keys.filter { !present.contains($0.name) }.map { key in
    let name = infoPlistSettingPrefix + key.name
    var insertion = Template(name)
    if !word.hasValue, let text = key.textToComplete() {
      let quote = isProject ? "\"" : ""
      let end = isProject && !word.hasSemicolon ? ";" : ""
      // There are no sentences to complete in other languages.
      let sentence = isEnglish ? Template(withGap: text).parts : [.stop(1)]
      insertion = Template([.text("\(name) = \(quote)")] + sentence + [.text(quote + end)])
    }
    var candidate = Offers.Candidate(
      .key, name, detail: detail(of: key), range: word.range, insertion: insertion,
      names: [name, key.name, key.title] + (key.xcodeName.map { [$0] } ?? []), words: key.synonyms,
      documentationID: key.name)
    candidate.item.isDeprecated = key.isDeprecated
    return candidate
  }
  return found(candidates, Typed(word.typed), indentation: "")
}
