/// The manifest of an invented app, with mistakes that are common in real ones.
let sampleManifest = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \t<!-- Postcards: sends photos to friends, and shows ads of a partner. -->
  \t<key>NSPrivacyTracking</key>
  \t<string>true</string>
  \t<key>NSPrivacyTrackingDomains</key>
  \t<array>
  \t\t<!-- 📮 the partner --> <string>https://ads.partner.example/v2</string>
  \t</array>
  \t<key>NSPrivacyCollectedDataTypes</key>
  \t<array>
  \t\t<dict>
  \t\t\t<key>NSPrivacyCollectedDataType</key>
  \t\t\t<string>NSPrivacyCollectedDataTypeEmailAdress</string>
  \t\t\t<key>NSPrivacyCollectedDataTypeLinkedToUser</key>
  \t\t\t<true/>
  \t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
  \t\t\t<true/>
  \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
  \t\t\t<array>
  \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
  \t\t\t\t<string>Third-Party Advertising</string>
  \t\t\t</array>
  \t\t</dict>
  \t</array>
  \t<key>NSPrivacyAccessedAPITypes</key>
  \t<array>
  \t\t<dict>
  \t\t\t<key>NSPrivacyAccessedAPIType</key>
  \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
  \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
  \t\t\t<array>
  \t\t\t\t<string>c617.1</string>
  \t\t\t</array>
  \t\t</dict>
  \t\t<dict>
  \t\t\t<key>NSPrivacyAccessedAPIType</key>
  \t\t\t<string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
  \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
  \t\t\t<array>
  \t\t\t\t<string>C617.1</string>
  \t\t\t\t<string>C617.1</string>
  \t\t\t</array>
  \t\t</dict>
  \t</array>
  </dict>
  </plist>

  """
