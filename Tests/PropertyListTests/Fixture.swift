/// Property lists of our own that the tests take apart.
enum Fixture {
  static let manifest = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    	<key>NSPrivacyTracking</key>
    	<true/>
    	<!-- hosts -->
    	<key>NSPrivacyTrackingDomains</key>
    	<array>
    		<string>a.example.com</string>
    		<string>b.example.com</string>
    	</array>
    	<key>NSPrivacyAccessedAPITypes</key>
    	<array>
    		<dict>
    			<key>NSPrivacyAccessedAPIType</key>
    			<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    			<key>NSPrivacyAccessedAPITypeReasons</key>
    			<array>
    				<string>CA92.1</string>
    			</array>
    		</dict>
    		<dict>
    			<key>NSPrivacyAccessedAPIType</key>
    			<string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
    			<key>NSPrivacyAccessedAPITypeReasons</key>
    			<array>
    				<string>C617.1</string>
    				<string>3B52.1</string>
    			</array>
    		</dict>
    	</array>
    	<key>NSPrivacyCollectedDataTypes</key>
    	<array/>
    </dict>
    </plist>

    """

  static let values = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <array>
    	<integer>-12</integer><integer>0x1F</integer>
    	<real>1.5e3</real><real>nan</real>
    	<date>2024-02-03T04:05:06Z</date>
    	<data>
    	AAECAwQFBgc=
    	</data>
    	<string>a &amp; b &#233; <![CDATA[<c> & d]]> é 😀</string>
    	<string/>
    	<false></false>
    	<dict><key/><dict/><key>x y</key><array></array></dict>
    </array>
    </plist>

    """
}
