import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Wrong names and what a person would say of each.
///
/// A row is the wrong name, an arrow and what is suggested: the names that may be meant, “-” for none, the kind that the
/// name is of instead, “=group” for a group of the label, or “none needed” where there is no such thing. “?” marks what may be suggested and need not be.
/// Names are without what all of their kind begin with, where they differ in that only.
private struct Names {
  let kind: String
  /// What the names of the kind begin with.
  let prefix: String
  /// The document around a wrong name.
  let document: @Sendable (String) -> String
  let path: String
  let rows: String
}

private let kinds = [
  Names(
    kind: "unknown-data-type", prefix: "NSPrivacyCollectedDataType",
    document: {
      manifest(
        "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key><string>\($0)</string></dict></array>"
      )
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      NSPrivacyDataTypeEmailAddress → EmailAddress
      NSPrivacyCollectedTypeCrashData → CrashData
      NSPrivacyCollectedDataTypeAnalytics → =purpose
      NSPrivacyCollectedDataTypeEmail → EmailAddress EmailsOrTextMessages
      NSPrivacyCollectedDataTypeIPAddress → ?CoarseLocation DeviceID OtherDataTypes
      NSPrivacyCollectedDataTypeHealthData → Health
      NSPrivacyCollectedDataTypePhone → PhoneNumber
      NSPrivacyCollectedDataTypePhotos → PhotosorVideos
      NSPrivacyCollectedDataTypePhotosVideos → PhotosorVideos
      NSPrivacyCollectedDataTypePhotosOrVideo → PhotosorVideos
      NSPrivacyCollectedDataTypeUserId → UserID
      NSPrivacyCollectedDataTypeUserIdentifier → UserID
      NSPrivacyCollectedDataTypeUsername → UserID
      NSPrivacyCollectedDataTypeDeviceIdentifier → DeviceID
      NSPrivacyCollectedDataTypeIDFA → DeviceID
      NSPrivacyCollectedDataTypeCrashLogs → CrashData
      NSPrivacyCollectedDataTypeCrash → CrashData
      NSPrivacyCollectedDataTypeCrashReports → CrashData
      NSPrivacyCollectedDataTypePerformance → PerformanceData
      NSPrivacyCollectedDataTypeProductInteractions → ProductInteraction
      NSPrivacyCollectedDataTypeInteraction → ProductInteraction
      NSPrivacyCollectedDataTypeAppInteractions → ProductInteraction
      NSPrivacyCollectedDataTypeLocation → =group
      NSPrivacyCollectedDataTypeExactLocation → PreciseLocation
      NSPrivacyCollectedDataTypeApproximateLocation → CoarseLocation
      NSPrivacyCollectedDataTypePreciceLocation → PreciseLocation
      NSPrivacyCollectedDataTypeCourseLocation → CoarseLocation
      NSPrivacyCollectedDataTypeAudio → AudioData
      NSPrivacyCollectedDataTypeVoice → AudioData
      NSPrivacyCollectedDataTypeContact → Contacts
      NSPrivacyCollectedDataTypeContactList → Contacts
      NSPrivacyCollectedDataTypeFirstName → Name
      NSPrivacyCollectedDataTypeFullName → Name
      NSPrivacyCollectedDataTypeNames → Name
      NSPrivacyCollectedDataTypeCreditCard → PaymentInfo
      NSPrivacyCollectedDataTypePayment → PaymentInfo
      NSPrivacyCollectedDataTypePaymentInformation → PaymentInfo
      NSPrivacyCollectedDataTypePaymentData → PaymentInfo
      NSPrivacyCollectedDataTypeAddress → PhysicalAddress
      NSPrivacyCollectedDataTypePostalAddress → PhysicalAddress
      NSPrivacyCollectedDataTypeMailingAddress → PhysicalAddress
      NSPrivacyCollectedDataTypeOtherData → =group
      NSPrivacyCollectedDataTypeOther → OtherDataTypes
      NSPrivacyCollectedDataTypeOtherDiagnosticsData → OtherDiagnosticData
      NSPrivacyCollectedDataTypeDiagnosticData → OtherDiagnosticData
      NSPrivacyCollectedDataTypeOtherDiagnostics → OtherDiagnosticData
      NSPrivacyCollectedDataTypeLogs → OtherDiagnosticData
      NSPrivacyCollectedDataTypeUsage → OtherUsageData ProductInteraction AdvertisingData
      NSPrivacyCollectedDataTypeOtherUsage → OtherUsageData
      NSPrivacyCollectedDataTypeAdvertising → AdvertisingData
      NSPrivacyCollectedDataTypeAds → AdvertisingData
      NSPrivacyCollectedDataTypeAppFunctionality → =purpose
      NSPrivacyCollectedDataTypePurposeAnalytics → =purpose
      NSPrivacyCollectedDataTypeProductPersonalization → =purpose
      CA92.1 → =reason
      NSPrivacyAccessedAPICategoryUserDefaults → =category
      NSPrivacyCollectedDataTypeUserDefaults → =category
      NSCameraUsageDescription → =key
      NSPrivacyCollectedDataTypeSearch → SearchHistory
      NSPrivacyCollectedDataTypeBrowsing → BrowsingHistory
      NSPrivacyCollectedDataTypeWebHistory → BrowsingHistory
      NSPrivacyCollectedDataTypePurchase → PurchaseHistory
      NSPrivacyCollectedDataTypePurchaseHistroy → PurchaseHistory
      NSPrivacyCollectedDataTypeHistory → SearchHistory BrowsingHistory PurchaseHistory
      NSPrivacyCollectedDataTypeMessages → EmailsOrTextMessages
      NSPrivacyCollectedDataTypeEmailsAndTextMessages → EmailsOrTextMessages
      NSPrivacyCollectedDataTypeSMS → EmailsOrTextMessages
      NSPrivacyCollectedDataTypeGameContent → GameplayContent
      NSPrivacyCollectedDataTypeGameplay → GameplayContent
      NSPrivacyCollectedDataTypeSupport → CustomerSupport
      NSPrivacyCollectedDataTypeUserSupport → CustomerSupport
      NSPrivacyCollectedDataTypeOtherContent → OtherUserContent
      NSPrivacyCollectedDataTypeOtherContactInfo → OtherUserContactInfo
      NSPrivacyCollectedDataTypeFinancial → OtherFinancialInfo
      NSPrivacyCollectedDataTypeSalary → OtherFinancialInfo
      NSPrivacyCollectedDataTypeSensitive → SensitiveInfo
      NSPrivacyCollectedDataTypeSensitiveInformation → SensitiveInfo
      NSPrivacyCollectedDataTypeCreditScore → CreditInfo
      NSPrivacyCollectedDataTypeHand → Hands
      NSPrivacyCollectedDataTypeHeadPose → Head
      NSPrivacyCollectedDataTypeSurroundings → =group
      NSPrivacyCollectedDataTypeStepCount → Fitness
      NSPrivacyCollectedDataTypeHelth → Health
      NSPrivacyCollectedDataTypeEmailAdres → EmailAddress
      NSPrivacyCollectedDataTypePhysicalAdresse → PhysicalAddress
      NSPrivacyCollectedDataTypeTrace → -
      NSPrivacyCollectedDataTypeCourse → -
      NSPrivacyCollectedDataTypeGaze → -
      Email Address → EmailAddress
      Crash Data → CrashData
      crash data → CrashData
      Photos or Videos → PhotosorVideos
      e-mail → EmailAddress
      user id → UserID
      phone number → PhoneNumber
      nsprivacycollecteddatatypeemailaddress → EmailAddress
      NSPrivacyCollectedDataTypesEmailAddress → EmailAddress
      NSPrivacyColectedDataTypeEmailAddress → EmailAddress
      NSPrivcyCollectedDataTypeName → Name
      PrivacyCollectedDataTypePhoneNumber → PhoneNumber
      CollectedDataTypeDeviceID → DeviceID
      NSCollectedPrivacyDataTypeUserID → UserID
      NSPrivacyDataCollectedTypeCrashData → CrashData
      NSPrivacyCollectedDataType.EmailAddress → EmailAddress
      NSPrivacyCollectedDataTypeEmailAddres → EmailAddress
      NSPrivacyCollectedDataTypeEmialAdress → EmailAddress
      NSPrivacyCollectedDataTypePhoneNumer → PhoneNumber
      NSPrivacyCollectedDataTypeUserEmailAddress → EmailAddress
      NSPrivacyCollectedDataTypeUserEmail → EmailAddress
      NSPrivacyCollectedDataTypeDeviceInfo → ?DeviceID OtherDiagnosticData
      NSPrivacyCollectedDataTypeCookies → -
      NSPrivacyCollectedDataTypeWeather → -
      NSPrivacyCollectedDataTypeTemperature → -
      NSPrivacyCollectedDataTypeBattery → -
      NSPrivacyCollectedDataTypeTracking → =key
      NSPrivacyCollectedDataTypeLinked → =key
      NSPrivacyCollectedDataTypes → =key
      NSPrivacyCollectedDataType → =key
      None → -
      foo → -
      Meeting → -
      NSPrivacyCollectedDataTypeLanguage → -
      NSPrivacyCollectedDataTypeCamera → ?PhotosorVideos
      NSPrivacyCollectedDataTypeBluetooth → -
      NSPrivacyCollectedDataTypeGPS → PreciseLocation
      NSPrivacyCollectedDataTypeBirthday → -
      NSPrivacyCollectedDataTypeFaceData → -
      NSPrivacyCollectedDataTypeAppName → -
      NSPrivacyCollectedDataTypeAppVersion → -
      NSPrivacyCollectedDataTypePhoneNo → PhoneNumber
      NSPrivacyCollectedDataTypeEmails → EmailAddress
      NSPrivacyCollectedDataTypeEMailAddress → EmailAddress
      NSPrivacyCollectedDataEmailAddress → EmailAddress
      NSPrivacyDataTypeCollectedUserID → UserID
      NSPrivacyCollectedDatatypeCrashData → CrashData
      NSPrivacyCollectedDataTypeUserIds → UserID
      NSPrivacyCollectedDataTypeDeviceIDs → DeviceID
      NSPrivacyCollectedDataTypeDeviceUUID → ?DeviceID
      NSPrivacyCollectedDataTypeCrashDiagnostics → ?CrashData OtherDiagnosticData
      NSPrivacyCollectedDataTypePerformanceMetrics → PerformanceData
      NSPrivacyCollectedDataTypePurchases → =group
      NSPrivacyCollectedDataTypeProductInteractionData → ProductInteraction
      NSPrivacyCollectedDataTypePreciseGeoLocation → PreciseLocation
      NSPrivacyCollectedDataTypeLocationCoarse → CoarseLocation
      NSPrivacyCollectedDataTypePreciseLoc → ?PreciseLocation
      NSPrivacyCollectedDataTypeAudioRecording → AudioData
      NSPrivacyCollectedDataTypeVideoData → PhotosorVideos
      NSPrivacyCollectedDataTypePhotoOrVideos → PhotosorVideos
      NSPrivacyCollectedDataTypeTextMessages → EmailsOrTextMessages
      NSPrivacyCollectedDataTypeGamePlayContent → GameplayContent
      NSPrivacyCollectedDataTypeCustomersSupport → CustomerSupport
      NSPrivacyCollectedDataTypeOtherUsersContent → OtherUserContent
      NSPrivacyCollectedDataTypeFitnessData → Fitness
      NSPrivacyCollectedDataTypeAdvertisementData → AdvertisingData
      NSPrivacyCollectedDataTypeOtherDiagnostic → OtherDiagnosticData
      NSPrivacyCollectedDataTypeHomeAddress → PhysicalAddress
      NSPrivacyCollectedDataTypeRace → SensitiveInfo
      NSPrivacyCollectedDataTypeUserName → Name UserID
      NSPrivacyCollectedDataTypeFontSize → -
      NSPrivacyCollectedDataTypeCalendar → -
      NSPrivacyCollectedDataTypeThirdPartyAdvertising → =purpose
      NSPrivacyCollectedDataTypeDiskSpace → =category
      Coarse location → CoarseLocation
      Other Diagnostic Data → OtherDiagnosticData
      Purchase history → PurchaseHistory
      NSPrivacyCollectedDataTypeNetwork → -
      hello world → -
      """),
  Names(
    kind: "unknown-purpose", prefix: "NSPrivacyCollectedDataTypePurpose",
    document: {
      manifest(
        "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataTypePurposes</key><array><string>\($0)</string></array></dict></array>"
      )
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      NSPrivacyCollectedDataTypePurposeAdvertising → ThirdPartyAdvertising DeveloperAdvertising
      NSPrivacyCollectedDataTypePurposeAds → ThirdPartyAdvertising DeveloperAdvertising
      NSPrivacyCollectedDataTypePurposeThirdPartyAds → ThirdPartyAdvertising
      NSPrivacyCollectedDataTypePurposeMarketing → DeveloperAdvertising
      NSPrivacyCollectedDataTypePurposeDeveloperMarketing → DeveloperAdvertising
      NSPrivacyCollectedDataTypePurposeAnalytic → Analytics
      NSPrivacyCollectedDataTypePurposeAnalitycs → Analytics
      NSPrivacyCollectedDataTypeAnalytics → Analytics
      NSPrivacyDataTypePurposeAppFunctionality → AppFunctionality
      NSPrivacyCollectedDataTypePurposesAppFunctionality → AppFunctionality
      NSPrivacyCollectedDataTypePurposeFunctionality → AppFunctionality
      NSPrivacyCollectedDataTypePurposeAppFunctionalities → AppFunctionality
      AppFunctionality → AppFunctionality
      App Functionality → AppFunctionality
      Product Personalisation → ProductPersonalization
      NSPrivacyCollectedDataTypePurposePersonalization → ProductPersonalization
      NSPrivacyCollectedDataTypePurposeOtherPurposes → Other
      NSPrivacyCollectedDataTypePurposeOthers → Other
      Third-Party Advertising → ThirdPartyAdvertising
      Developer's Advertising or Marketing → DeveloperAdvertising
      NSPrivacyCollectedDataTypePurposeTracking → -
      NSPrivacyCollectedDataTypePurposeCrashData → =data type
      NSPrivacyCollectedDataTypeCrashData → =data type
      NSPrivacyCollectedDataTypePurposeEmailAddress → =data type
      NSPrivacyAccessedAPICategoryDiskSpace → =category
      35F9.1 → =reason
      NSPrivacyCollectedDataTypePurposeSecurity → AppFunctionality
      NSPrivacyCollectedDataTypePurposeFraudPrevention → AppFunctionality
      NSPrivacyCollectedDataTypePurposeAuthentication → AppFunctionality
      to improve the app → -
      Testing → -
      NSPrivacyCollectedDataTypePurposeAccountManagement → AppFunctionality
      NSPrivacyCollectedDataTypePurposeUsage → -
      NSPrivacyCollectedDataTypePurposeThirdpartyAdvertising → ThirdPartyAdvertising
      NSPrivacyCollectedDataTypePurposeDevelopersAdvertising → DeveloperAdvertising
      NSPrivacyCollectedDataPurposeAnalytics → Analytics
      NSPrivacyCollectedDataTypePurposeAppFunctionalty → AppFunctionality
      NSPrivacyCollectedDataTypePurposeProductPersonalisation → ProductPersonalization
      analytics → Analytics
      Other → Other
      NSPrivacyCollectedDataTypePurposeUserID → =data type
      NSPrivacyCollectedDataTypePurposeDebugging → -
      NSPrivacyCollectedDataTypePurposePerformanceData → =data type
      """),
  Names(
    kind: "unknown-category", prefix: "NSPrivacyAccessedAPICategory",
    document: {
      manifest(
        "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key><string>\($0)</string></dict></array>"
      )
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      UserDefaults → UserDefaults
      NSUserDefaults → UserDefaults
      User Defaults → UserDefaults
      NSPrivacyAccessedAPIUserDefaults → UserDefaults
      NSPrivacyAccessedAPITypeUserDefaults → UserDefaults
      NSPrivacyAccessedAPICategoryUserDefault → UserDefaults
      NSPrivacyAccessedAPICategoryNSUserDefaults → UserDefaults
      NSPrivacyAccessedAPICategoryFileTimestamps → FileTimestamp
      NSPrivacyAccessedAPICategoryFileTimeStamp → FileTimestamp
      NSPrivacyAccessedAPICategoryTimestamp → FileTimestamp
      NSPrivacyAccessedAPICategoryBootTime → SystemBootTime
      NSPrivacyAccessedAPICategorySystemUptime → SystemBootTime
      NSPrivacyAccessedAPICategorySystemBoot → SystemBootTime
      NSPrivacyAccessedAPICategoryDisk → DiskSpace
      NSPrivacyAccessedAPICategoryDiskStorage → DiskSpace
      NSPrivacyAccessedAPICategoryFreeDiskSpace → DiskSpace
      NSPrivacyAccessedAPICategoryActiveKeyboard → ActiveKeyboards
      NSPrivacyAccessedAPICategoryKeyboards → ActiveKeyboards
      Active Keyboard APIs → ActiveKeyboards
      System boot time → SystemBootTime
      systemUptime → SystemBootTime
      mach_absolute_time → SystemBootTime
      NSPrivacyAccessedAPICategoryPhotoLibrary → =permission
      NSPrivacyAccessedAPICategoryCamera → =permission
      NSPrivacyAccessedAPICategoryLocation → =permission
      NSPrivacyAccessedAPICategoryCalendars → =permission
      CA92.1 → =reason
      NSPrivacyCollectedDataTypeCrashData → =data type
      NSPrivacyAccessedAPICategoryNetwork → -
      NSPrivacyAccessedAPICategoryKeychain → -
      NSPrivacyAccessedAPICategoryBattery → -
      NSPrivacyAccessedAPICategoryUserDefualts → UserDefaults
      NSPrivacyAccessedAPICategoryFileTime → FileTimestamp
      NSPrivacyAccessedAPICategorySystemTime → SystemBootTime
      NSPrivacyAccesedAPICategoryDiskSpace → DiskSpace
      NSPrivacyAPICategoryDiskSpace → DiskSpace
      File Timestamp → FileTimestamp
      NSPrivacyAccessedAPICategoryMicrophone → =permission
      NSPrivacyAccessedAPICategoryBluetooth → ?=permission
      NSPrivacyAccessedAPICategoryCrashData → =data type
      NSPrivacyAccessedAPICategoryClipboard → -
      """),
  Names(
    kind: "unknown-purpose-key", prefix: "",
    document: {
      manifest("<key>\($0)</key><string>This app scans receipts.</string>")
    },
    path: "Info.plist",
    rows: """
      NSMailUsageDescription → -
      NSUserNotificationsUsageDescription → none needed
      NSUserNotificationUsageDescription → none needed
      NSPushNotificationsUsageDescription → none needed
      NSNotificationsUsageDescription → none needed
      NSPhotoLibraryReadUsageDescription → NSPhotoLibraryUsageDescription
      NSHealthSaveUsageDescription → -
      NSContactsUsageDDescription → NSContactsUsageDescription
      NSSSiriUsageDescription → NSSiriUsageDescription
      NSMMicrophoneUsageDescription → NSMicrophoneUsageDescription
      NSCameraUsageDescripton → NSCameraUsageDescription
      NSCameraUsage → NSCameraUsageDescription
      NSCamerUsageDescription → NSCameraUsageDescription
      NSCaneraUsageDescription → NSCameraUsageDescription
      NSCameraUseDescription → NSCameraUsageDescription
      NScameraUsageDescription → NSCameraUsageDescription
      CameraUsageDescription → NSCameraUsageDescription
      NSPhotosUsageDescription → NSPhotoLibraryUsageDescription
      NSPhotoUsageDescription → NSPhotoLibraryUsageDescription
      NSGalleryUsageDescription → NSPhotoLibraryUsageDescription
      NSPhotoLibaryUsageDescription → NSPhotoLibraryUsageDescription
      NSPhotoLibraryAdditionsUsageDescription → NSPhotoLibraryAddUsageDescription
      NSPhotoLibraryAddOnlyUsageDescription → NSPhotoLibraryAddUsageDescription
      NSMicUsageDescription → NSMicrophoneUsageDescription
      NSMicrphoneUsageDescription → NSMicrophoneUsageDescription
      NSAudioUsageDescription → NSMicrophoneUsageDescription NSAudioCaptureUsageDescription
      NSLocationWhenInUsageDescription → NSLocationWhenInUseUsageDescription
      NSLocationInUseUsageDescription → NSLocationWhenInUseUsageDescription
      NSLocationWhenInUseDescription → NSLocationWhenInUseUsageDescription
      NSLocationWheninUseUsageDescription → NSLocationWhenInUseUsageDescription
      NSLocationAlwaysAndWhenInUsageDescription → NSLocationAlwaysAndWhenInUseUsageDescription
      NSLocationAlwaysInUseUsageDescription → NSLocationAlwaysAndWhenInUseUsageDescription
      NSTrackingUsageDescription → NSUserTrackingUsageDescription
      NSAppTrackingUsageDescription → NSUserTrackingUsageDescription
      NSAppTrackingTransparencyUsageDescription → NSUserTrackingUsageDescription
      NSUserTrackingDescription → NSUserTrackingUsageDescription
      NSFaceIdUsageDescription → NSFaceIDUsageDescription
      NSFaceUsageDescription → NSFaceIDUsageDescription
      NSBiometricUsageDescription → NSFaceIDUsageDescription
      NSTouchIDUsageDescription → none needed
      NSBluetoothUsageDescription → NSBluetoothAlwaysUsageDescription
      NSBluetoothAlwaysUsage → NSBluetoothAlwaysUsageDescription
      NSNetworkUsageDescription → NSLocalNetworkUsageDescription
      NSLocalNetworkingUsageDescription → NSLocalNetworkUsageDescription
      NSContactUsageDescription → NSContactsUsageDescription
      NSAddressBookUsageDescription → NSContactsUsageDescription
      NSCalendarUsageDescription → NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription
      NSCalendarsAccessUsageDescription → NSCalendarsUsageDescription NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription
      NSCalenderUsageDescription → NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription
      NSCalendarsUsageDescripton → NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription
      NSRemindersAccessUsageDescription → NSRemindersFullAccessUsageDescription
      NSLocationAlwaysDescription → NSLocationAlwaysAndWhenInUseUsageDescription
      NSCalendarFullAccessUsageDescription → NSCalendarsFullAccessUsageDescription
      NSCalendarsReadWriteUsageDescription → ?NSCalendarsFullAccessUsageDescription
      NSReminderUsageDescription → NSRemindersFullAccessUsageDescription
      NSSpeechUsageDescription → NSSpeechRecognitionUsageDescription
      NSSpeechRecognitonUsageDescription → NSSpeechRecognitionUsageDescription
      NSHealthUsageDescription → NSHealthShareUsageDescription NSHealthUpdateUsageDescription
      NSHealthKitUsageDescription → NSHealthShareUsageDescription NSHealthUpdateUsageDescription
      NSHealthReadUsageDescription → NSHealthShareUsageDescription
      NSHealthWriteUsageDescription → NSHealthUpdateUsageDescription
      NSMediaLibraryUsageDescription → NSAppleMusicUsageDescription
      NSMusicUsageDescription → NSAppleMusicUsageDescription
      NSHomeUsageDescription → NSHomeKitUsageDescription
      NSHomekitUsageDescription → NSHomeKitUsageDescription
      NSNFCReaderUsageDescription → NFCReaderUsageDescription
      NSNFCUsageDescription → NFCReaderUsageDescription
      NSFitnessUsageDescription → NSMotionUsageDescription
      NSMotionAndFitnessUsageDescription → NSMotionUsageDescription
      NSFocusUsageDescription → NSFocusStatusUsageDescription
      NSNearbyUsageDescription → NSNearbyInteractionUsageDescription
      NSFamilyControlsUsageDescription → none needed
      NSPasteboardUsageDescription → none needed
      NSPersonalVoiceUsageDescription → none needed
      NSInputMonitoringUsageDescription → none needed
      NSAccessibilityUsageDescription → none needed
      NSClipboardUsageDescription → none needed
      NSInternetUsageDescription → none needed
      NSKeychainUsageDescription → -
      NSWeatherUsageDescription → none needed
      NSPrinterUsageDescription → -
      NSScreenRecordingUsageDescription → NSScreenCaptureUsageDescription
      NSDesktopUsageDescription → NSDesktopFolderUsageDescription
      NSDocumentsUsageDescription → NSDocumentsFolderUsageDescription
      NSAppleScriptUsageDescription → NSAppleEventsUsageDescription
      NSSiriKitUsageDescription → NSSiriUsageDescription
      NSVideoUsageDescription → -
      Privacy - Camera Usage Description → NSCameraUsageDescription
      Privacy - Location Usage Description → NSLocationUsageDescription
      NSPrivacyCameraUsageDescription → NSCameraUsageDescription
      NSCameraUsageDescriptions → NSCameraUsageDescription
      NSCamerasUsageDescription → NSCameraUsageDescription
      NSPhotoLibraryAddUsage → NSPhotoLibraryAddUsageDescription
      NSPhotosLibraryUsageDescription → NSPhotoLibraryUsageDescription
      NSMicrophonesUsageDescription → NSMicrophoneUsageDescription
      NSLocationAlwaysAndInUseUsageDescription → NSLocationAlwaysAndWhenInUseUsageDescription
      NSLocationAlwaysUseUsageDescription → NSLocationAlwaysAndWhenInUseUsageDescription
      NSLocationWhileInUseUsageDescription → NSLocationWhenInUseUsageDescription
      NSFaceIDDescription → NSFaceIDUsageDescription
      NSBluetoothPeripheralsUsageDescription → NSBluetoothAlwaysUsageDescription
      NSLocalNetworksUsageDescription → NSLocalNetworkUsageDescription
      NSRemindersFullUsageDescription → NSRemindersFullAccessUsageDescription
      NSCalendarsWriteUsageDescription → NSCalendarsWriteOnlyAccessUsageDescription
      NSHealthShareDescription → NSHealthShareUsageDescription
      NSUserTrackingUsageDesciption → NSUserTrackingUsageDescription
      NSSpeechRecognizerUsageDescription → NSSpeechRecognitionUsageDescription
      NSPhoneUsageDescription → -
      NSMessagesUsageDescription → -
      NSSensorUsageDescription → ?NSSensorKitUsageDescription
      NSWiFiUsageDescription → none needed
      NSPersonalVoiceUsageDescription → none needed
      NSVoiceUsageDescription → ?NSMicrophoneUsageDescription
      NSTouchIdUsageDescription → none needed
      """),
  Names(
    kind: "unknown-key", prefix: "",
    document: {
      manifest("<key>\($0)</key><string></string>")
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      NSPrivacyTrackingEnabled → NSPrivacyTracking
      NSPrivacyTrackingDomain → NSPrivacyTrackingDomains
      NSTrackingDomains → NSPrivacyTrackingDomains
      NSPrivacyDomains → NSPrivacyTrackingDomains
      NSPrivacyAccessedAPIs → NSPrivacyAccessedAPITypes
      NSPrivacyAccesedAPITypes → NSPrivacyAccessedAPITypes
      NSPrivacyCollectedData → NSPrivacyCollectedDataTypes
      NSPrivacyDataTypes → NSPrivacyCollectedDataTypes
      PrivacyTracking → NSPrivacyTracking
      CFBundleName → -
      NSPrivacyPolicy → -
      """),
  Names(
    kind: "unknown-key", prefix: "",
    document: {
      manifest("<key>NSPrivacyCollectedDataTypes</key><array><dict><key>\($0)</key><string></string></dict></array>")
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      NSPrivacyCollectedDataTypeIsLinked → NSPrivacyCollectedDataTypeLinked
      NSPrivacyCollectedDataTypeLinkedToUser → NSPrivacyCollectedDataTypeLinked
      NSPrivacyCollectedDataTypeUsedForTracking → NSPrivacyCollectedDataTypeTracking
      NSPrivacyCollectedDataTypePurpose → NSPrivacyCollectedDataTypePurposes
      NSPrivacyCollectedDataPurposes → NSPrivacyCollectedDataTypePurposes
      NSPrivacyCollectedDataTypeOptional → -
      """),
  Names(
    kind: "unknown-key", prefix: "",
    document: {
      manifest("<key>NSPrivacyAccessedAPITypes</key><array><dict><key>\($0)</key><string></string></dict></array>")
    },
    path: "PrivacyInfo.xcprivacy",
    rows: """
      NSPrivacyAccessedAPIReasons → NSPrivacyAccessedAPITypeReasons
      NSPrivacyAccessedAPITypeReason → NSPrivacyAccessedAPITypeReasons
      NSPrivacyAccessedAPITypesReasons → NSPrivacyAccessedAPITypeReasons
      NSPrivacyAccessedAPIReason → NSPrivacyAccessedAPITypeReasons
      NSPrivacyAccessedAPIDescription → -
      """),
]

private func manifest(_ inner: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \(inner)
  </dict>
  </plist>
  """
}

@Suite struct SuggestionTests {
  @Test func aWrongNameGetsWhatAPersonWouldSuggest() {
    let linter = Linter(catalog: .bundled)
    for names in kinds {
      for row in names.rows.split(separator: "\n") {
        let parts = row.split(separator: " → ")
        guard parts.count == 2 else {
          expectTrue(false, "not a row: \(row)")
          continue
        }
        let name = String(parts[0])
        let document = Document(
          path: names.path, kind: names.path.hasSuffix("Info.plist") ? .infoPlist : .privacyManifest,
          text: SourceText(names.document(name)))
        let finding = linter.lint(document).first { $0.rule == names.kind }
        let message = finding?.message ?? "nothing"
        let found = outcome(message, prefix: names.prefix)
        let isOptional = parts[1].hasPrefix("?")
        let expected = String(parts[1].drop { $0 == "?" })
        let isRight =
          found == expected || (isOptional && found == "-")
          || (!found.isEmpty && Set(found.split(separator: " ")).isSubset(of: expected.split(separator: " ")))
        expectTrue(isRight, "\(row): \(message)")
        // A fix for each name that is suggested, and one alone is the one to take.
        let changes: [Fix] = (finding?.fixes ?? []).filter {
          $0.title.hasPrefix("Change to") || $0.title.hasPrefix("Rename")
        }
        if !found.hasPrefix("="), found != "-", found != "none needed" {
          expectEqual(changes.count, found.split(separator: " ").count, "\(row): \(changes.map(\.title))")
          expectEqual(changes.first?.isPreferred, changes.count == 1, "\(row)")
        }
      }
    }
  }

  /// What is no more than a guess is not offered, or not as the one to take.
  @Test func farGuessesAreNotPressed() {
    func entry(_ category: String, _ reason: String) -> String {
      """
      <key>NSPrivacyAccessedAPITypes</key>
      <array>
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategory\(category)</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>\(reason)</string>
          </array>
        </dict>
      </array>
      """
    }
    func data(_ purpose: String) -> String {
      """
      <key>NSPrivacyCollectedDataTypes</key>
      <array>
        <dict>
          <key>NSPrivacyCollectedDataType</key>
          <string>NSPrivacyCollectedDataTypeCrashData</string>
          <key>NSPrivacyCollectedDataTypePurposes</key>
          <array>
            <string>\(purpose)</string>
          </array>
        </dict>
      </array>
      """
    }
    let changeToUserDefaults =
      "Change to “NSPrivacyAccessedAPICategoryUserDefaults”, the category of its reasons"
    let rows: [(body: String, rule: String, message: String, fixes: [String])] = [
      (
        entry("Pasteboard", "CA92.1"), "unknown-category", "; its reason CA92.1 is one for ", [changeToUserDefaults]
      ),
      // Its reason says more than a word that it shares with another category.
      (entry("Time", "CA92.1"), "unknown-category", "; its reason CA92.1 is one for ", [changeToUserDefaults]),
      (data("NSPrivacyCollectedDataTypePurposeTracking"), "unknown-purpose", "Tracking", []),
      (data("NSPrivacyCollectedDataTypeCrashData"), "unknown-purpose", "is a data type", []),
      (
        entry("FileTimestamp", "35F9"), "reason-of-another-category", "“35F9” is a reason for ", ["Change the category"]
      ),
    ]
    for row in rows {
      let text = "<plist version=\"1.0\">\n<dict>\n\(row.body)\n</dict>\n</plist>\n"
      let document = Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(text))
      let found = Linter(catalog: .bundled).lint(document)
      let finding = found.first { $0.rule == row.rule }
      expectTrue(finding?.message.contains(row.message) ?? false, "\(found.map { "\($0.rule): \($0.message)" })")
      let fixes = finding?.fixes ?? []
      expectTrue(fixes.allSatisfy { !$0.isPreferred && !$0.isSafe }, row.rule)
      for title in row.fixes { expectTrue(fixes.contains { $0.title.hasPrefix(title) }, "\(fixes.map(\.title))") }
      if row.fixes.isEmpty { expectEqual(fixes.map(\.title), [], row.rule) }
    }
  }

  /// What a message suggests, in the words of the rows.
  private func outcome(_ message: String, prefix: String) -> String {
    for kind in ["permission", "purpose", "data type", "category", "reason", "key"] {
      if message.contains(" names a \(kind)") || message.contains("” is a \(kind)") { return "=\(kind)" }
    }
    if message.contains("is a group of the label") { return "=group" }
    if message.contains("has no effect: ") { return "none needed" }
    if message.contains("has whitespace around it") {
      return String(message.drop { $0 != "“" }.dropFirst().prefix { $0 != "”" }.dropFirst(prefix.count))
    }
    let quoted = message.split(separator: "“", omittingEmptySubsequences: false).dropFirst(2).map {
      $0.prefix { $0 != "”" }
    }
    if message.contains("did you mean") || message.contains("differs from") || message.contains("has extra whitespace")
    {
      return quoted.map { String($0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0) }.joined(separator: " ")
    }
    return "-"
  }
}
