import PrivacyRules
import PropertyList

extension Document {
  /// The tree, whose ranges are places in the text that the editor shows; nil for what is no XML.
  var visibleTree: PropertyListTree? {
    switch format {
    case .xml, .empty, .blank, .unknown: tree
    case .binary, .json, .openStep: nil
    }
  }
}
