import Catalog

/// Our own icons for the label page: strokes on a 24 by 24 grid, in the color of the surrounding text.
enum LabelDrawing {
  /// The icon of a group of data types.
  static func shapes(of icon: LabelCategory.Icon) -> String {
    switch icon {
    case .card:
      #"<rect x="3" y="5" width="18" height="14" rx="2.5"/><circle cx="8.7" cy="10.6" r="1.9"/>"#
        + #"<path d="M5.6 16c.5-1.8 1.6-2.6 3.1-2.6s2.6.8 3.1 2.6M14.6 10h3.8M14.6 13.6h3.8"/>"#
    case .heart:
      #"<path d="M12 20S4.5 15.5 4.5 9.9A4.1 4.1 0 0 1 12 7.5a4.1 4.1 0 0 1 7.5 2.4C19.5 15.5 12 20 12 20z"/>"#
    case .wallet:
      #"<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="M3 9.8h18M15.2 14.6h2.6"/>"#
    case .pin:
      #"<path d="M12 21s-6.5-6.2-6.5-11.2a6.5 6.5 0 0 1 13 0C18.5 14.8 12 21 12 21z"/>"#
        + #"<circle cx="12" cy="9.8" r="2.3"/>"#
    case .eye:
      #"<path d="M2.8 12S6.2 5.9 12 5.9 21.2 12 21.2 12 17.8 18.1 12 18.1 2.8 12 2.8 12z"/>"#
        + #"<circle cx="12" cy="12" r="2.7"/>"#
    case .people:
      #"<circle cx="9" cy="8.5" r="3"/><path d="M3.2 19c.4-3.6 2.7-5.4 5.8-5.4s5.4 1.8 5.8 5.4"/>"#
        + #"<path d="M15.6 5.9a3 3 0 0 1 0 5.3M17.3 14.1c2 .6 3.2 2.3 3.5 4.9"/>"#
    case .picture:
      #"<rect x="3.5" y="4.5" width="17" height="15" rx="2.5"/><circle cx="9" cy="9.6" r="1.6"/>"#
        + #"<path d="M4 17l4.6-4.2 3.4 3 4.2-4.3 4.2 4.3"/>"#
    case .globe:
      #"<circle cx="12" cy="12" r="8.7"/><path d="M3.3 12h17.4M12 3.3c2.5 2.5 3.7 5.4 3.7 8.7s-1.2 6.2-3.7 8.7"#
        + #"c-2.5-2.5-3.7-5.4-3.7-8.7s1.2-6.2 3.7-8.7z"/>"#
    case .magnifier: #"<circle cx="10.5" cy="10.5" r="6.2"/><path d="M15.2 15.2l5.3 5.3"/>"#
    case .tag:
      #"<path d="M3.8 4.8v6.4l8.9 8.9a1.6 1.6 0 0 0 2.3 0l5.1-5.1a1.6 1.6 0 0 0 0-2.3l-8.9-8.9H4.8"#
        + #"a1 1 0 0 0-1 1z"/><circle cx="8" cy="8" r="1.3"/>"#
    case .bag:
      #"<path d="M5.5 8.2h13l1 11a1 1 0 0 1-1 1.1h-13a1 1 0 0 1-1-1.1z"/>"#
        + #"<path d="M8.5 11V7.2a3.5 3.5 0 0 1 7 0V11"/>"#
    case .chart: #"<path d="M4.5 20v-8.5M9.5 20V4.5M14.5 20v-6.5M19.5 20V8.5"/>"#
    case .gauge:
      #"<path d="M4.6 18a8.7 8.7 0 1 1 14.8 0M12 14l3.8-4.6"/><circle cx="12" cy="14" r="1"/>"#
    case .room: #"<path d="M12 3.2l8 4.4v8.8l-8 4.4-8-4.4V7.6zM4 7.6l8 4.4 8-4.4M12 12v8.8"/>"#
    case .figure:
      #"<circle cx="12" cy="5.2" r="2.2"/>"#
        + #"<path d="M5.4 9.8c4.2 1.5 9 1.5 13.2 0M12 10.9v3.7M12 14.6l-3.2 6M12 14.6l3.2 6"/>"#
    case .dots: #"<circle cx="12" cy="12" r="8.7"/><path d="M8 12h.01M12 12h.01M16 12h.01"/>"#
    }
  }

  /// The icon above the title of a card.
  static func shapes(of role: LabelCard.Role) -> String {
    let person = #"<circle cx="12" cy="9.6" r="2.9"/><path d="M6.4 18.4c.8-3 2.9-4.4 5.6-4.4s4.8 1.4 5.6 4.4"/>"#
    return switch role {
    case .tracking:
      #"<circle cx="12" cy="12" r="6.2"/><path d="M12 2.8v4.6M12 16.6v4.6M2.8 12h4.6M16.6 12h4.6"/><circle cx="12" cy="12" r="1.7"/>"#
    case .linked: #"<circle cx="12" cy="12" r="9"/>"# + person
    case .notLinked: #"<circle cx="12" cy="12" r="9"/>"# + person + #"<path d="M5.6 5.6l12.8 12.8"/>"#
    case .notCollected: #"<circle cx="12" cy="12" r="9"/><path d="M8 12.3l2.8 2.8 5.3-6"/>"#
    }
  }
}
