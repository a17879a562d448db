/// Purpose strings beside what is to be said of them: the key without what all keys share (with “=” before a whole
/// name), the labels, the text. What is right stands among what is wrong, since a false alarm is worse than a miss.
///
/// ok: nothing · np: no purpose · vg: vague · pv: passive · im: an order · ne: no end mark · cs: case · fr: fragment ·
/// ms: several sentences · tl: too long · na: names the app · it: incentive or threat · wr: another resource · ws: blanks ·
/// ph: placeholder · em: empty
let englishRows = """
  # good ones
  PhotoLibrary | ok | Pictures you pick appear on your postcard.
  PhotoLibrary | ok | Videos you share stay on your wall until you delete them.
  Camera | ok | Campers photograph broken tents so that the shop can replace them.
  Microphone | ok | Captions show what people around you say.
  LocationWhenInUse | ok | Arrival times depend on where you are.
  LocationWhenInUse | ok | Drivers learn where to pick you up.
  LocationWhenInUse | ok | Never miss the ferry at the pier where you stand.
  AppleMusic | ok | Play songs from your library while you run.
  DocumentsFolder | ok | We back up your documents every night.
  FaceID | ok | Approve transfers with a glance.
  Camera | ok | Instead of typing the number, scan the card.
  Camera | np na | “Kestrel” needs access to your camera.
  Camera | np na | “Bread & Butter” would like to use your camera.
  Camera | ok | “Friends” can see you in video calls.
  Camera | ok | The feature “Deposit Checks” requires the camera.
  Camera | ok | Friends & Family can see you in video calls.
  Camera | ok | Augmented Reality needs access to your camera.
  Camera | ok | No more typing: scan the card.
  Camera | ok | Photograph invoices from Dr. Miller and file them.
  Camera | ok | This app reads the barcodes on parcels (EAN-13, Code 39).
  Camera | cs | The app scans games (score > 5) and Shows Them In your album.
  Camera | cs | You can change this in Settings > Privacy > Camera To stop the Scan of tickets.
  Microphone | dn ms pv | The microphone is never used to record. A third-party library references it.
  LocationWhenInUse | ok | Sandbox is using location for better ad personalization.
  Calendars | ms | Tides appear between your events. You can change this in System Settings › Privacy & Security › Calendars.
  Motion | ms pv vg | Through other libraries, the app may read motion data to improve user experience. Motion data is not used to follow you.
  Camera | ok | The Meter Reader screen uses your camera to read your meter.
  LocationAlwaysAndWhenInUse | ok | If you choose Always, the app warns you of hail on your way.
  LocationWhenInUse | ok | If you don't know the way, the map shows it.
  LocationWhenInUse | ok | You don't need to type your address: the app finds it.
  PhotoLibrary | pv | Selected photos are uploaded to your album.
  PhotoLibraryAdd | pv | Postcards you design are saved to your library.
  Camera | ok | Set up your router by scanning its code.
  Camera | ok | Work out with friends and see your form.
  Camera | ok | Exercise with feedback on your posture.
  Camera | ok | Split bills with a photo of the receipt.
  Camera | ok | This app scans your tickets. (optional)
  Camera | ok | Make photos right from the diary without leaving your day.
  Camera | ne | This app scans your tickets (see terms)
  Camera | ok | As a courier you scan parcels with the camera.
  Camera | ok | Video calls work only with your camera.
  Camera | ok | Our support staff can see your screen and help you.
  BluetoothAlways | ok | Your hearing aids follow the volume you set.
  Camera | ok | Campers scan stoves with the camera to see prices.
  Camera | ws | Scan your ticket, \\nplease show it to the guard.
  # opening the app, and saving where nothing else is allowed
  FaceID | pv | Face ID is used to access your app.
  FaceID | ok | This lets you access the app with Face ID.
  FaceID | ok | Enter this app with a glance.
  FaceID | ok | Open the safe with Face ID.
  FaceID | vg | We need Face ID to open features of the app.
  FaceID | vg | This app uses Face ID for a safe experience.
  FaceID | vg | Face ID keeps the app safe.
  PhotoLibraryAdd | im na np | Give $(PRODUCT_NAME) permission to save photos.
  PhotoLibraryAdd | na np | Gravelo needs permission to save photos.
  CalendarsWriteOnlyAccess | np | We need permission to add events to your calendar.
  PhotoLibraryAdd | np | We need permission to use your photo library.
  # a name that begins with a verb, or has one in it
  LocationWhenInUse | na | Go Jollily shows walks near you.
  BluetoothAlways | na | Grelto Connect uses Bluetooth to sync workouts from your watch.
  PhotoLibraryAdd | ok | Save edited collages to your photo library.
  Camera | ok | Record captured frames in your diary.
  Camera | fr | Photo taken automatically.
  # words that say which ones
  Contacts | fr | To greet the people you invited.
  Contacts | ok | Find people you follow.
  Calendars | ok | The app needs calendar access to create goal-related events.
  Camera | vg | This app needs the camera for context-based features.
  # “-s” makes a plural or a verb
  PhotoLibrary | fr | Uses photo albums to choose a cover.
  LocationWhenInUse | fr | Shows resorts and lakes near you.
  LocalNetwork | fr | Access to the local network for nightly builds.
  BluetoothAlways | na | Oven Mate flashes firmware updates to your oven.
  PhotoLibrary | na | Trunk needs storage access to send postcards.
  Camera | ok | The app required access to the camera for reading meters.
  FaceID | ok | Face ID secures access to your drawings.
  FaceID | ok | Ledger+ uses Face ID to unlock your budget.
  Camera | cs | We use the camera to scan Coupons.
  # notes about the text itself
  Camera | ph | Message to user
  Camera | ph | Text shown to users when the app asks for the camera
  Camera | ph | Description to the user: camera
  Camera | ph | This is a placeholder.
  Camera | ph | This is a description of why the camera is used
  Camera | ph | Change this to your own text
  Camera | ph | Please add a description for camera usage
  Camera | ok | This is a text scanner: it reads recipes aloud.
  Camera | pv | Texts shown on signs are read aloud to you.
  Contacts | ok | Message the people you play with.
  Camera | cs pv | The camera is Required to scan receipts.
  Camera | cs fr pv | The camera of this app Used to scan receipts.
  Camera | cs | This app uses the camera for Augmented Reality.
  Camera | ok | This app uses the camera for Quick Scan receipts.
  Camera | ph | Test the camera
  # what runs in the app asks for reasons of its own
  Camera | ok | A program running in this terminal would like to use your camera.
  LocationWhenInUse | ok | Websites you visit may ask for your location.
  Contacts | ok | An application launched from this terminal would like to read your contacts.
  Contacts | np | The application would like to read your contacts.
  Camera | fr np ne | A tool using your camera
  Camera | np | Tools provided by this app need your camera.
  LocationWhenInUse | ok | We use your location to send help.
  # a product’s name in the plural
  LocalNetwork | ok | Macs in your home play the songs you pick.
  LocalNetwork | ok | Play the songs you pick on Macs in your home.
  Camera | np | This program needs your camera.
  # a denial, and what a library would need
  PhotoLibrary | dn ms | This app does not access your photos. The key is there because system frameworks use the camera.
  AppleMusic | dn | This app doesn't request the permission or use it, but a framework of ours mentions it.
  # brackets within a name, but not around what was left open
  Camera | ph | TODO(me)fix this
  Microphone | np im | Allow f(x)Wallet to use your microphone.
  # what a demo does
  Camera | ok | Demonstrate scanning a receipt.
  # an act of the app’s own behind “permission to”
  LocationWhenInUse | ok | The app needs location permission to find and connect to printers around you.
  Microphone | np | The app needs permission to record audio.
  Microphone | ok | Parents need microphone access for audio monitoring.
  CalendarsFullAccess | ok | Show events next to your tasks.
  UserTracking | fr ne np | To request ATT tracking permission
  # a name that two resources have
  PhotoLibrary | np | We need access to your media library.
  AppleMusic | np | We need access to your media library.
  PhotoLibrary | wr np | We need access to your music library.
  # what isn’t done
  HealthUpdate | dn pv | Health information is never updated.
  CalendarsFullAccess | ok | This app never edits events but shows them beside your chores.
  Contacts | pv ne | The contacts list is used to create clients
  CalendarsFullAccess | fr ne vg | Use for adding events to your calendar
  Camera | fr | Use for scanning the ticket at the gate.
  Microphone | na | Gravelo uses the microphone to save calls when recording is enabled.
  # what the app doesn’t use at all
  Camera | dn fr ne pv | Not used
  Camera | dn | Camera is unused.
  LocationWhenInUse | ok | This app uses your location to show nearby customers.
  LocationWhenInUse | ok | This app uses your location to find members near you.
  LocationWhenInUse | vg | This app uses your location to show you nearby places.
  Camera | dn pv fr | Unused, required by a library.
  Camera | dn | We don't actually need this.
  Camera | pv | The camera is not used except to scan tickets.
  Camera | dn ms pv | The camera is not needed for this app. Please ignore.
  FaceID | np pv | Face ID is required to be set up.
  PhotoLibraryAdd | fr ms pv | Allows an image to be stored. It is not needed for the proper operation of the app.
  Motion | dn pv | No motion data is used.
  Camera | dn pv fr | No longer used.
  Microphone | dn | This app doesn't record audio, but a framework it uses references the microphone.
  Microphone | dn pv na | Tweeter does not record audio; the permission is asked by the audio engine.
  FaceID | dn | This application has no use for Face ID.
  LocationWhenInUse | ok | See which trails are not used by motor bikes near you.
  Camera | ok | Scan boxes that are not used any more to list them for sale.
  PhotoLibrary | ok | Unused photos move to the archive album when you tap Clean up.
  Contacts | ok | Invite people who do not use the app yet.
  LocationWhenInUse | ok | We don't use GPS, only the nearest bus stop.
  # a clause within a clause
  LocationWhenInUse | fr | To tell you when wait times rise at your harbor, even when the app is closed.
  LocationWhenInUse | fr | To send you alerts when prices rise at the pumps you follow.
  LocationWhenInUse | fr ne | To estimate ferry time more accurately
  LocationAlwaysAndWhenInUse | ok | This app uses your location to ensure your hike is recorded without gaps.
  LocationAlwaysAndWhenInUse | ok | This app logs your hike while your phone is in your bag or the app is minimized.
  Camera | ok | To verify your identity this app scans your passport.
  Camera | pv | To ensure safety your route is shared with your club.
  HealthShare | pv | Access to Apple Health is required if weight values should be exported to your doctor.
  LocationAlwaysAndWhenInUse | pv | This app logs your hike, and your route is uploaded to your club.
  Camera | cs | This app needs The camera to scan tickets.
  # what is lost without access is a purpose, and pressure
  Camera | im it ms | Please grant access. Without permission, you won't be able to scan tickets.
  # a sentence whose full stop is missing before it
  Camera | ok | We use the camera to read tickets on your table For example, you can scan a train ticket.
  Camera | ok | Sample App requires the camera to scan tickets.
  # what people wanted is no passive
  Camera | ok | When the user wanted to share a receipt, the app opens the camera.
  Camera | ok | Riders wanted to photograph potholes, so the app offers it.
  Camera | ok | The user requested to scan a coupon with the camera.
  Camera | ok | Parents asked to see the crib, so the app streams the camera.
  Contacts | pv fr | Contacts needed to find climbers.
  # names with capitals
  FaceID | ok | Unlock your Access Key with a glance.
  Microphone | ok | Say “Hey Corvo” or use Push to Talk on the watch.
  Microphone | ok | Speak Polish with your tutor in May.
  BluetoothAlways | ok | Bluetooth Low Energy connects your helmet to the app.
  LocalNetwork | na | Remote Play streams the game from your console.
  LocationWhenInUse | ok | Ride Share drivers meet you at your door.
  Camera | cs | Scan Barcodes on your wine bottles.
  PhotoLibrary | ok | Send photos during Customer Support Chat in the app.
  LocationWhenInUse | ok | The APIs of the city tell where your bus is.
  BluetoothAlways | cs | The app Connects to your scale to weigh flour.
  Microphone | cs | Record Voice messages for your friends in the choir.
  Camera | cs | We need camera access for Video calls with your doctor.
  # two languages in one text
  Camera | ok | 用于扫描会员卡上的条形码。Scan the code of your card.
  Camera | ok | Scan kanji such as 漢字 to look up words.
  # notes to oneself
  Camera | ph | Purpose for using the camera
  Camera | ph | Blah blah camera
  Camera | ph | Test test
  Camera | ph | TODO: fill in
  Camera | ph | TODO(anna): wording
  Camera | ph | TBD: wording
  Camera | ph | FIXME: this text must name the feature
  Camera | pv | TODO lists can be photographed and shared with your team.
  Camera | pv | Todo: lists of your day can be photographed.
  # words and shapes that no list has
  LocalNetwork | ok | This app finds and connects to remote desktop servers.
  PhotoLibraryAdd | ok | We need permission to save this image to your photo library.
  PhotoLibrary | ok | In order to send pictures Zilbo needs access to your camera roll.
  Microphone | ok | People in the call hear what you say.
  SpeechRecognition | ok | Your spoken notes become text.
  PhotoLibrary | ok | Send pictures to others via Chat or in Spaces.
  Microphone | ok | Record a message to talk to Assist.
  Camera | ws | Add pictures to your documents \\nfrom the camera.
  Camera | ok | For the poster: 1️⃣ You take a photo.
  PhotoLibrary | ok | Take and upload pictures of products.
  CalendarsWriteOnlyAccess | ok | We add the concerts you select to your calendar.
  PhotoLibraryAdd | ok | This lets you save recorded videos.
  FaceID | ok | Wallet Locker opens with Face ID.
  Microphone | ok | This app needs the microphone for voice search.
  BluetoothPeripheral | ok | Enabling access to Bluetooth means you can hear calls in your headset.
  PhotoLibrary | ok | By allowing access to your photos, you can find text in screenshots.
  Camera | ok | You'll be able to read meters and pay bills.
  UserTracking | vg pv | This is used to deliver relevant content.
  AppleMusic | np | The app needs NSAppleMusicUsageDescription permission.
  LocationWhenInUse | vg | Your location is necessary when you decide to share it.
  LocationWhenInUse | vg pv | Your location is used to show relevant content.
  HealthUpdate | dn | This app does not write any data to Apple Health.
  LocationWhenInUse | it ok | Only allowing location access while the app is open will disable geofences.
  FaceID | im vg ne | In order to authenticate in the app allow us to access Face ID
  LocationAlways | np | The app needs access to location when in the background.
  Camera | np fr | Need access to camera.
  # questions, offers and things that do something
  Camera | ok | Try on glasses with your camera.
  Camera | ok | Request a quote with a photo of the damage.
  Camera | ms | Need to scan a receipt? The camera reads it.
  Camera | ms | Lost your manual? Scan the model number.
  BluetoothAlways | ok | Bluetooth helps find nearby speakers.
  LocalNetwork | ok | Printers in your office show up here.
  FaceID | ok | Your diary stays locked until you look at your phone.
  BluetoothAlways | ok | Keys beep when you call them.
  Camera | ok | Document damage to your rental car.
  PhotoLibraryAdd | ok | Save custom stickers for free.
  Camera | ok | Love at first sight: swipe and meet on video.
  Camera | fr np | Need your camera.
  Camera | fr | Require your camera to scan tickets.
  LocationWhenInUse | fr | Shows stores nearby.
  Camera | fr | Document scanning for claims.
  Microphone | ok | Shout to jump over the cactus.
  LocationAlwaysAndWhenInUse | ok | Clock in automatically when you reach the building site.
  Camera | ok | Augmented reality shows directions on top of the street.
  Contacts | ok | Message friends when you finish a workout.
  # promises are in the passive for a reason
  PhotoLibrary | ms pv | Create a slideshow of your trip. Your pictures are never uploaded.
  Microphone | ms pv | Count claps in the game. Nothing is recorded.
  LocationWhenInUse | ms pv | Find your friends at the festival. Your location is only shared with people you pick.
  LocationWhenInUse | pv | Your location is only used to find stores near you.
  Camera | it pv | Unless you allow the camera, tickets cannot be scanned.
  # who asks is no reason
  Camera | np pv fr | Required by a third-party library.
  Contacts | np pv fr ne | Needed by dependency
  LocationAlways | np pv fr | Required by the Facebook SDK.
  Microphone | np pv | This is required by an external SDK.
  Microphone | np | A third party SDK requires this permission.
  Camera | np | This app uses third party libraries that reference the camera.
  Camera | np | The app needs camera permission for the ZXing library.
  Camera | ok | The library's books open when you scan their barcode.
  PhotoLibrary | ok | Attach photos of third-party parts to your claim.
  PhotoLibraryAdd | ok | The app wants to save postcards to your photo library.
  PhotoLibraryAdd | ok | We need this permission to save postcards to your gallery.
  PhotoLibraryAdd | np | We need permission to add photos to your photo library.
  PhotoLibraryAdd | na | Export $(PRODUCT_NAME) photos to your library.
  PhotoLibraryAdd | ok | Export Gravelo photos to your library.
  PhotoLibrary | ok | Upload content to lessons.
  Contacts | ok | Access to contacts lets you save new contacts from a chat.
  BluetoothAlways | np | We need BT access.
  LocationWhenInUse | vg pv fr ne | Used to find where you are - never kept or shared with anyone
  LocationWhenInUse | vg | This app uses your location to show fun stuff near you.
  LocationWhenInUse | ok | We use your location, not your contacts, to find stores near you.
  Camera | ok | We need your camera - never the microphone - to scan your receipts.
  FaceID | vg | Use Face ID instead of a password for authentication.
  PhotoLibrary | vg it | You must agree to photo access to see your pictures.
  LocalNetwork | vg fr cs ne | Debugging Purposes
  PhotoLibraryAdd | cs vg ne | photos add only
  =NSCalendarsWriteOnlyAccessUsageDescription | fr vg ne | Calendar write only
  Contacts | np pv fr | Required by React Native.
  Camera | im np | Please enable camera access in Settings.
  BluetoothAlways | ok | Connect to devices you paired before.
  # other resources
  Microphone | im wr | Allow access to your photos to share them with friends.
  Microphone | wr | This app needs the camera to scan QR codes.
  Camera | wr | Photo library access lets you choose an avatar.
  PhotoLibrary | wr | We need access to the camera to take pictures.
  LocationWhenInUse | wr | The camera lets you scan barcodes on products.
  LocalNetwork | wr pv | Camera access is needed to scan the router's code.
  PhotoLibrary | ok | Import pictures that you took with your camera.
  Camera | ok | Scan a business card to add the person to your contacts.
  Microphone | ok | The microphone adds sound to videos from your camera.
  LocalNetwork | ok | Access your camera's live view over Wi-Fi.
  LocationWhenInUse | ok | Traffic cameras near you appear on the map.
  # what only a build knows
  Camera | ok | $(CAMERA_REASON)
  Camera | ok | This app uses your camera to $(CAMERA_REASON)
  # neighbours of the good ones
  LocationWhenInUse | np pv it | The app cannot be used without your location.
  LocationWhenInUse | it np | The app cannot run unless you allow your location.
  Camera | im ms np | Please allow the camera. You can change this later in Settings.
  PhotoLibraryAdd | cs fr ne | need photo library access to save postcards
  Camera | fr | Helping you scan receipts.
  Camera | fr | Scanning receipts you photographed.
  Camera | | Using the camera you can easily add devices by scanning their codes.
  Camera | pv it | Camera access has to be granted to scan receipts.
  Camera | ph | Why you need the camera
  Camera | ph | Just because
  Camera | ok | This app uses your camera to scan the barcodes on your parcels.
  Camera | ok | We use the camera to let you photograph receipts for your expense report.
  Camera | ok | Your camera lets you show your face in a video call.
  Camera | ok | Take a photo of your plant to find out what it is.
  Camera | ok | The camera reads the number on your gift card so you don't have to type it.
  Camera | ok | Point your camera at a menu to see it translated.
  Camera | ok | You can scan documents and attach them to your claim.
  Camera | ok | So that you can scan tickets at the door, this app needs your camera.
  Camera | ok | If you want to add a picture to your profile, the app opens the camera.
  Camera | ok | Access to the camera allows you to scan the code on your meter.
  Camera | ok | Do you want to photograph your lunch and count its calories?
  Camera | ok | Allowing access to your camera lets you try on glasses.
  Camera | ok | With your camera you can measure the size of a room.
  Camera | ok | Use your camera to read the serial number of your router.
  Camera | ok | Capture the moment when you cross the finish line.
  Camera | ok | Scan your boarding pass to fill in your flight.
  Camera | ok | This app would like to use your camera to scan your loyalty cards.
  Camera | ok | We need access to your camera so you can take a profile picture.
  Camera | ok | To recognize coins, the app looks at them through the camera.
  Camera | pv | Photos that you take here are attached to your report when you send it.
  Microphone | ok | This app listens to your guitar and shows whether it is in tune.
  Microphone | ok | We use the microphone to measure how loud the room is.
  Microphone | ok | Your voice messages are yours; the microphone records them when you hold the button.
  Microphone | ok | The app records your snoring during the night.
  Microphone | ok | You can talk to other players in the match.
  Microphone | ok | Record a greeting for your voicemail.
  Microphone | ok | So others can hear you in a meeting, the app uses your microphone.
  Microphone | ok | The microphone is necessary for calls with your doctor.
  PhotoLibrary | ok | Choose a photo for your profile.
  PhotoLibrary | ok | We need your photos to print them as a calendar.
  PhotoLibrary | ok | This app looks through your library for duplicate pictures.
  PhotoLibrary | ok | You can send pictures from your library to your friends.
  PhotoLibrary | ok | Access to your photos lets you set a wallpaper behind your chats.
  PhotoLibrary | ok | Pick the photos that should go into your yearbook.
  PhotoLibraryAdd | ok | This app saves your collages to your photo library.
  PhotoLibraryAdd | ok | Allow you to save edited pictures.
  PhotoLibraryAdd | ok | We store the postcards you design in your library.
  PhotoLibraryAdd | ok | The app adds finished drawings to your photos.
  Contacts | ok | We use your contacts to show which of your friends play, too.
  Contacts | ok | Your contacts help you fill in a recipient's address.
  Contacts | ok | Find people you know and invite them to your team.
  Contacts | ok | The app shows the names of callers from your contacts.
  Calendars | ok | The app adds your lectures to your calendar.
  Calendars | ok | We look at your calendar to suggest a time for the appointment.
  CalendarsWriteOnlyAccess | ok | This app adds your bookings to your calendar.
  Reminders | ok | The app turns your shopping list into reminders.
  LocationWhenInUse | ok | This app uses your location to show buses near you.
  LocationWhenInUse | ok | We use your location to find the nearest pharmacy.
  LocationWhenInUse | ok | Your location is visible to the friends you share a trip with.
  LocationWhenInUse | ok | See the weather where you are.
  LocationWhenInUse | ok | While you ride, the app draws your route on the map.
  LocationWhenInUse | ok | When you report a broken street lamp, your location goes along with it.
  LocationAlwaysAndWhenInUse | ok | The app reminds you of your shopping list when you pass the store, even when it is closed.
  LocationAlwaysAndWhenInUse | pv | If you allow this at all times, your run is recorded while the screen is off.
  Motion | ok | The app counts the steps you climb.
  Motion | ok | We use motion data to tell walking from driving in your travel log.
  BluetoothAlways | ok | The app connects to your heart rate monitor.
  BluetoothAlways | ok | We use Bluetooth to unlock your rental scooter.
  LocalNetwork | ok | This app finds speakers on your network and plays music on them.
  LocalNetwork | ok | The app prints to printers in your network.
  FaceID | ok | Unlock your diary with Face ID.
  FaceID | ok | Face ID lets you open your vault without a password.
  FaceID | ok | We use Face ID to protect your payments.
  UserTracking | ok | This identifier helps us show you ads that match your interests.
  UserTracking | ok | We use your data to measure how well our advertising works in other apps.
  SpeechRecognition | ok | The app turns what you dictate into notes.
  Siri | ok | You can add items to your shopping list with Siri.
  AppleMusic | ok | The app plays songs from your library during your workout.
  HomeKit | ok | The app dims your lights when a movie starts.
  HealthShare | ok | We read your heart rate to show your training zones.
  HealthUpdate | ok | The app saves your workouts so that they count towards your goals.
  =NFCReaderUsageDescription | ok | Hold your phone near the card to top it up.
  AppleEvents | ok | The app asks Finder which files you have selected.
  DocumentsFolder | ok | The app keeps your invoices in your Documents folder.
  NearbyInteraction | ok | The app shows the way to your lost key ring.
  # no purpose
  Camera | np | We need access to your camera.
  Camera | np | This app requires camera access.
  Camera | np | The application would like to use your camera.
  Camera | np fr ne | Camera access
  Camera | np fr ne | Access to camera
  Camera | np fr ne | Need camera permission
  Camera | np pv | Camera permission is required.
  Camera | np pv ne | Access to the camera is needed
  Camera | np | We would like to have access to the camera of your device.
  Camera | np | May we use your camera?
  Camera | np | The app wants to access your phone's camera.
  Camera | np pv fr | Required to access the camera.
  Camera | np | I want to use your camera.
  Camera | np | This app accesses your camera.
  Camera | np im | Please allow access to the camera.
  Camera | np im ne | Please give us permission to use your camera
  Camera | np im | Allow camera access.
  Camera | np im | Turn on your camera.
  Camera | np | This app has access to your camera when it is open.
  Camera | np ne | We need your permission to access your camera
  Camera | np | Our app needs permission to take photos.
  Camera | dn | This app doesn't use the camera.
  Camera | dn pv | The camera is not used by this app.
  Camera | dn | We do not need access to your camera.
  Microphone | np | This app needs your microphone.
  Microphone | np | We would like permission to record audio.
  Microphone | np pv | Microphone access is required by this application.
  Microphone | np im | Please enable the microphone.
  PhotoLibrary | np | We need access to your photos.
  PhotoLibrary | np | This app wants to access your photo library.
  PhotoLibrary | np fr ne | Photo library access
  PhotoLibraryAdd | np | This app needs permission to save photos.
  Contacts | np | The app needs access to your contacts.
  Contacts | np ne | App would like to access your contacts
  LocationWhenInUse | np | We need your location.
  LocationWhenInUse | np | This app uses your location.
  LocationWhenInUse | np | We would like to know your current location.
  LocationWhenInUse | np | This app needs your location while you use it.
  LocationAlways | np | The app uses your location in the background.
  LocationAlways | np | We need to access your location all the time.
  BluetoothAlways | np | This app uses Bluetooth.
  BluetoothAlways | np pv | Bluetooth permission is required.
  FaceID | np | We use Face ID.
  FaceID | np | The app needs your permission to use Face ID.
  UserTracking | np | We want to access your advertising identifier.
  Calendars | np | We need access to your calendar.
  Motion | np | The app needs access to your motion data.
  HealthShare | np | We need access to your health data.
  LocalNetwork | np | This app needs access to your local network.
  SpeechRecognition | np | This app uses speech recognition.
  # vague
  Camera | vg | We need the camera for a better experience.
  Camera | vg | This app uses your camera to provide its services.
  Camera | vg | We use the camera for app functionality.
  Camera | vg | The camera makes some of our features work.
  Camera | vg | This app needs camera access to function properly.
  Camera | vg | This app needs the camera to take photos.
  Camera | vg | The camera lets you capture photos and videos.
  Camera | vg pv | Your camera is used to improve your experience.
  Camera | vg pv | Camera access is needed for various features.
  Camera | vg fr | For camera features.
  Camera | vg im | Please allow camera access for the best experience.
  Camera | vg pv | The camera is required for the app to work correctly.
  Camera | vg | We need your camera to provide you with our service.
  Camera | vg | To enhance your experience, we need camera access.
  Camera | vg pv fr ne | Needed for app functionality
  Microphone | vg | The microphone lets you record sound.
  Microphone | vg | We need access to your microphone for voice features.
  Microphone | vg | This app uses the microphone to improve our services.
  PhotoLibrary | vg | This app needs your photo library to select pictures.
  PhotoLibrary | vg | We access your photos to import images.
  PhotoLibrary | vg | The app needs access to photos to provide full functionality.
  Contacts | vg | We need your contacts to improve the app.
  Contacts | vg | This app uses contacts to manage your contacts.
  Calendars | vg | We use your calendar to manage events.
  Reminders | vg | The app uses reminders to organize your tasks.
  LocationWhenInUse | vg | We use your location to provide location-based services.
  LocationWhenInUse | vg | Your location helps us improve our products.
  LocationWhenInUse | vg | This app uses your location to find your position.
  Microphone | ne | In order to analyze your voice we need access to your microphone
  LocationWhenInUse | vg pv | Your location is used for analytics.
  LocationAlways | vg | We need your location in the background to offer a better service.
  Motion | vg | This app uses motion data to detect your activity.
  BluetoothAlways | vg | We use Bluetooth to connect to devices.
  BluetoothAlways | vg | This app needs Bluetooth to communicate with nearby devices.
  LocalNetwork | vg | The app needs the local network to find devices on your network.
  FaceID | vg | Face ID authenticates you.
  FaceID | vg | We use Face ID for secure authentication.
  FaceID | vg | This app uses Face ID to verify your identity.
  UserTracking | vg | This allows us to provide you with a better experience.
  UserTracking | vg pv | Your data will be used to personalize your experience.
  SpeechRecognition | vg | Speech recognition converts your speech to text.
  HealthShare | vg | We use health data to provide insights.
  AppleMusic | vg | The app accesses your media library to play music.
  # passive
  Camera | pv | The camera is used to scan codes.
  Camera | pv | Your camera will be used to take a picture of your meter.
  Camera | pv | Camera access is required to scan your passport.
  Camera | pv | Pictures are sent to our lab for examination.
  Camera | pv fr ne | Camera needed to scan tickets
  Camera | pv fr ne | Used for scanning tickets
  Camera | pv fr | Required for video calls.
  Camera | ok | We need the camera to read what is printed on the label.
  Camera | ok | The app scans the code so that your ticket is shown.
  LocationWhenInUse | pv | Your location is never stored and helps us find stores nearby.
  LocationWhenInUse | pv | Location is only used to tag your photos.
  LocationWhenInUse | ok | This app shows cafés that are located near you.
  Microphone | pv | Sound is recorded while you sing so you can listen to your song.
  Microphone | pv | It's needed to record your voice memos for class.
  FaceID | pv | Face ID is being used to unlock your notes.
  Contacts | pv | Contacts are uploaded to our servers to find your friends.
  BluetoothAlways | pv ms | Bluetooth is needed to find your headphones. We turn it off afterwards.
  # imperative with a reason
  Camera | im | Allow the camera so you can scan your card.
  Camera | ok | Allow the camera so you can scan your card?
  LocationWhenInUse | ok | We use your location to show jobs nearby, enable check-in and plan your route.
  Camera | np | Allow camera access?
  Camera | im | Please grant access to the camera to scan tickets.
  Camera | im | To scan tickets, allow access to your camera.
  LocationWhenInUse | im | Turn on location services to see buses near you.
  LocationWhenInUse | im | Please share your location to find restaurants nearby.
  BluetoothAlways | im | Enable Bluetooth to connect your thermometer.
  BluetoothAlways | im | Switch on Bluetooth to unlock your car.
  UserTracking | im | Tap “Allow” to see ads about your hobbies.
  PhotoLibrary | im | Give us access to your photos to print a poster.
  FaceID | im | Enable Face ID to unlock your wallet.
  Microphone | ok | Enable noise reduction for your voice memos.
  Contacts | ok | Allow friends to find you by your number.
  Camera | ok | Turn your drawings into animations.
  Camera | ok | Share pictures of your garden with the community.
  Camera | ok | Give your avatar your own face.
  HomeKit | ok | Turn on the lights when you come home.
  LocationWhenInUse | ok | Check in at restaurants and collect stamps.
  Contacts | ok | Let your friends know where you are.
  # end marks, blanks, case, length, sentences
  Camera | ne | This app uses your camera to scan tickets
  Camera | ne | This app uses your camera to scan tickets,
  Camera | ne | This app uses your camera to scan tickets:
  Camera | ok | This app uses your camera to scan tickets!
  Camera | ok | This app uses your camera to scan tickets…
  Camera | ok | This app uses your camera to scan “tickets.”
  Camera | ok | This app uses your camera to scan tickets (and vouchers).
  Camera | ok | This app uses your camera to scan tickets. (Vouchers work, too.)
  Camera | ne | This app uses your camera to scan tickets (and vouchers)
  Camera | cs | this app uses your camera to scan tickets.
  Camera | cs | This App uses your camera to scan tickets.
  Camera | cs | This app uses your camera to Scan Tickets.
  Camera | cs | THIS APP USES YOUR CAMERA TO SCAN TICKETS.
  Camera | cs | We NEVER store your tickets after the scan.
  Camera | ok | This app uses your Camera to scan QR Codes on tickets.
  LocalNetwork | ok | This app needs your Local Network to find your Sonos speakers.
  Camera | ok | iPhone users can scan tickets with the camera.
  Camera | ok | Scan PDF files and send them to your Google Drive.
  Camera | ok | Tap “Scan Ticket” to open the camera at the gate.
  Camera | ms | This app uses your camera. It scans tickets at the door.
  Camera | ms | Hi there! This app uses your camera to scan tickets.
  Camera | ok | This app scans words on packages, e.g. “this side up”.
  Camera | ok | This app uses the camera for: 1. scanning tickets, 2. reading menus.
  Contacts | ws | This app reads your contacts to:\\n1. find friends\\n2. share tickets with them.
  Contacts | ws | This app reads your contacts to:\\n- find friends\\n- share tickets with them.
  Camera | cs ms | This app keeps ticket 2. it scans the code at the door.
  Camera | ok | This app scans e.g. tickets and vouchers with the camera.
  Camera | ok | Visit example.com or scan the ticket that we mailed you.
  Camera | tl | This app uses your camera to scan the code on your ticket, the code on your voucher, the code on your receipt, and all other codes that you may find in our many stores.
  # fragments
  Camera | fr | To scan your tickets.
  Camera | fr | For scanning tickets at the door.
  Camera | fr | Allows you to scan tickets.
  Camera | fr | Scanning tickets at the door.
  Camera | fr | Lets you scan tickets.
  Camera | fr | Ticket scanner.
  Camera | fr | Uses the camera to scan tickets.
  Camera | fr | So you can scan tickets.
  Camera | fr | Barcode scanning for your pantry.
  Camera | fr | The camera for scanning tickets.
  Camera | fr | Needs the camera to scan tickets.
  Camera | fr | In order to scan tickets.
  Camera | fr | Access to your camera to scan tickets.
  Camera | fr | When you scan tickets at the door.
  Camera | fr | Your camera, so you can scan tickets.
  Camera | fr | Will be able to scan your tickets.
  Microphone | fr | Audio recording for lectures.
  Microphone | fr | Helps you record lectures.
  LocationWhenInUse | fr | Your location for nearby stores.
  PhotoLibrary | fr | Photo upload for your profile.
  Contacts | fr | Contact sync for your address labels.
  Camera | ok | Scanning tickets needs the camera.
  Camera | ok | It scans tickets.
  HealthShare | ok | We chart your blood sugar next to your meals.
  Camera | ok | They document every step of the repair.
  Camera | fr vg | People in your pictures.
  Camera | ok | That way you can scan tickets.
  Camera | ok | Can we scan your ticket?
  Camera | ok | Granting access allows you to scan tickets.
  # pressure
  Camera | it | You must allow the camera to scan tickets.
  Camera | it | Without the camera, the app cannot scan tickets.
  Camera | it | This app will not work without your camera, which scans tickets.
  LocationWhenInUse | it | If you deny access, you will not see stores nearby.
  LocationWhenInUse | it im | Allow your location to get 50 coins for your garden.
  Camera | ok | This app enables you to receive cash by scanning a bill.
  UserTracking | it | You will receive a bonus of ten gems if you allow tracking for our ads.
  Contacts | it im | Share your contacts and earn a reward, please allow it.
  Camera | ok | Scan your receipts and collect points at our stores.
  LocationWhenInUse | ok | We show you discounts at stores near you.
  Camera | ok | You can scan tickets without typing their numbers.
  Camera | ok | Scan the ingredients if you cannot read the label.
  # another resource
  Camera | wr | We need your location to show nearby stores.
  Camera | wr | This app uses the microphone to record your lectures.
  Microphone | wr | This app uses your camera to scan receipts.
  Contacts | wr pv | Access to your calendar is needed to plan meetings.
  LocationWhenInUse | wr | The app uses Bluetooth to find your headphones.
  PhotoLibrary | wr | This app uses your contacts to invite friends.
  FaceID | wr | This app needs access to your photo library to print posters.
  BluetoothAlways | wr | We use your microphone to measure noise.
  Calendars | wr | We use your location to tell you the weather.
  Microphone | ok | We use the microphone to record sound while your camera films the concert.
  Camera | ok | The app uses the camera and your location to name the mountains around you.
  PhotoLibrary | ok | Photos that you take with the camera go to your album of the trip.
  BluetoothAlways | ok | We find beacons near you by Bluetooth to tell your location in the museum.
  # placeholders
  Camera | ph | TODO
  Camera | ph | Lorem ipsum dolor sit amet.
  Camera | ph | test
  Camera | ph | NSCameraUsageDescription
  Camera | ph | Privacy - Camera Usage Description
  Camera | ph | Camera usage description
  Camera | ph | Your description here
  Camera | ph | Explain why you need the camera
  Camera | ph | Add a usage description here.
  Camera | ph | asdf
  Camera | ph | xxx
  Camera | ph | ???
  Camera | ph | <Insert reason>
  Camera | ph | $(PRODUCT_NAME)
  Camera | ph | $(PRODUCT_NAME) showcase
  Camera | ph | Your message to the user when the camera is opened for the first time
  Camera | ph | Localized
  Camera | fr | Reads text to you when you point at a sign.
  Camera | ph | This is a test.
  Camera | ph | For testing purposes only
  Camera | ph | Description
  Camera | ph | YOUR_TEXT_HERE
  Camera | ph | n/a
  Camera | ok | Test your eyes with the camera.
  Camera | ok | Describe what the camera sees to people who are blind.
  Camera | ok | Add a description to the photos of your catalogue.
  # more good ones
  Camera | ok | Required fields aside, you can scan your ID card with the camera.
  Camera | ok | Record videos of your dance moves and compare them with your teacher's.
  Camera | ok | Your doctor sees you during the consultation.
  Camera | ok | The camera and microphone let you join video meetings.
  Camera | ok | We'd like to use your camera so you can show your pet to the vet.
  Camera | ok | It lets you put stickers on your face.
  Camera | ok | You'll be able to scan the tags on your luggage.
  Camera | ok | Snap a picture of your homework and get help with it.
  Camera | ok | If you want to share a picture, we need to access your camera.
  Camera | np | If you want to use the camera, we need to access your camera.
  PhotoLibrary | ok | Collages use pictures from your library.
  Camera | ok | Snap, crop and send your homework.
  PhotoLibrary | fr | To let you choose an avatar.
  PhotoLibrary | fr | To help you pick an avatar.
  Camera | ok | Add photos to your listings.
  Camera | ok | Photograph the damage to your car for your insurance.
  Camera | ok | This app takes pictures of whiteboards and cleans them up.
  Camera | ok | Our app needs your camera for video consultations with doctors.
  Camera | pv | Live video is shown to people in your call only while you speak.
  Camera | ok | Scan barcodes, documents, and receipts.
  Camera | ok | By scanning a code you join the group of your class.
  Camera | ok | Members use the camera to check in at the gym.
  Camera | ok | The app can use your camera as a magnifier.
  Camera | ok | Magnify small print with your camera.
  Camera | np | Use the camera?
  Microphone | ok | We transcribe your meetings, so you need not take notes.
  Microphone | ok | Sing along and see how well you hit each note.
  Microphone | ok | Your microphone makes walkie-talkie messages possible.
  Microphone | ok | The app hears a baby cry and notifies you.
  Microphone | ok | Voice messages need the microphone.
  Microphone | ok | To dictate a message, tap the microphone and speak.
  Microphone | ok | This app needs access to your microphone for voice calls.
  Microphone | ok | We use it to detect the chord you play.
  PhotoLibrary | ok | You decide which picture becomes the cover of your book.
  PhotoLibrary | ok | This app needs access to your photos to attach screenshots to bug reports.
  PhotoLibrary | ok | Upload a picture of your pet to its profile.
  PhotoLibrary | ok | Your photos are yours; we only read them to make a slideshow.
  PhotoLibrary | ok | The app sorts your screenshots by what they show.
  PhotoLibraryAdd | ok | We need access to your photo library to save the memes you make.
  PhotoLibraryAdd | ok | Save the picture of your receipt.
  PhotoLibraryAdd | np | This app needs access to save photos to your library.
  PhotoLibraryAdd | ok | Downloads go to your photo library.
  LocationWhenInUse | ok | Your location decides which tides the app shows.
  LocationWhenInUse | ok | We show how far it is to the next charging station.
  LocationWhenInUse | ok | Delivery drivers see where you are until your food arrives.
  LocationWhenInUse | ok | Nearby offers appear on the map.
  LocationWhenInUse | ok | The app needs your location to calculate prayer times.
  LocationWhenInUse | ok | We tag each photo with where you took it.
  LocationWhenInUse | ok | With your location, we can call a taxi to your door.
  LocationWhenInUse | ok | Weather forecasts for where you are need your location.
  LocationAlwaysAndWhenInUse | ok | We log your business trips for your tax return.
  LocationAlwaysAndWhenInUse | ok | Your children get an alert when you come close to school.
  BluetoothAlways | ok | Bluetooth carries your insulin pump's readings to the app.
  BluetoothAlways | ok | This app uses Bluetooth to find lost earbuds.
  Contacts | ok | Send an invitation to people in your contacts.
  Contacts | ok | We match telephone numbers in your contacts with players.
  Calendars | ok | Your meetings appear next to your tasks.
  Reminders | ok | The app puts ingredients you lack into your reminders.
  Motion | ok | Shake your phone to undo.
  Motion | ok | We count your laps in the pool.
  FaceID | ok | Sign in without typing your password.
  FaceID | ok | Face ID keeps others out of your journal.
  FaceID | ok | Confirm payments with a glance.
  UserTracking | ok | Your data will help us show you ads for local concerts.
  UserTracking | im | Allow tracking so that ads are about things you like.
  SpeechRecognition | ok | Ask questions about your recipe with your voice while your hands are dirty.
  HealthShare | ok | Your sleep data tells the app when to wake you.
  HealthUpdate | ok | We log the calories of your meals.
  HomeKit | ok | This app closes your blinds at sunset.
  LocalNetwork | ok | This app streams movies to your television.
  LocalNetwork | ok | Control your lamps from this app.
  AppleMusic | ok | You can choose a song to wake up to.
  # more no purpose
  Camera | np | This app may access your camera.
  Camera | np | This app will access your camera.
  Camera | np ne | This app requires access to the camera
  Camera | np ne fr | Requires camera
  Camera | np fr ne | Camera
  Camera | np ne fr | Camera usage
  Camera | np ne fr | Camera permission
  Camera | np ne fr | To use the camera
  Camera | np fr | To access your camera.
  Camera | np | In order to use the camera, we need your permission.
  Camera | np | We need permission to use the camera.
  Camera | np | Can we access your camera?
  Camera | np | Do you allow this app to use your camera?
  Camera | np | Our application requests permission to use your device's camera.
  Camera | np pv | Your permission is required to access the camera.
  Camera | np pv | The camera is used in this app.
  Camera | np pv | Camera access is used by the app.
  Camera | np ne cs | the app wants to use your camera
  Camera | np | Access to your camera is necessary.
  Camera | np im | Give camera permission.
  Camera | np im | Please let us use your camera.
  Camera | np im | Please let the app access your camera.
  Camera | np im | Kindly allow the use of your camera.
  Camera | np im | Please, allow access.
  Camera | np | Allow this app to access your camera?
  Camera | np im | Allow this app to use your camera while you use it.
  Camera | np ms im | We need camera access. Please allow it.
  Camera | np pv | Camera will be used.
  Microphone | np fr ne | Mic access
  Microphone | np pv | Access to the microphone has been requested.
  Microphone | vg | This app records audio with the permission of the user.
  Microphone | np | Please note that this app needs the microphone.
  PhotoLibrary | np | The app requires permission to access photos on your device.
  PhotoLibrary | np ne | App needs access to photo gallery
  LocationWhenInUse | np fr ne | Location access
  LocationWhenInUse | np | This app needs permission to access your location.
  LocationWhenInUse | np | This application requires location services.
  LocationWhenInUse | np im | Please turn on location services.
  LocationWhenInUse | np im ne | Please enable GPS
  LocationWhenInUse | np fr | Your current location, please.
  LocationAlways | np | The app needs your location at all times, even in the background.
  LocationAlways | np fr ne | Background location
  Contacts | np ne | Access contacts
  FaceID | np fr ne | Face ID
  FaceID | np | This app would like to use Face ID.
  UserTracking | vg pv | Your permission is needed to track you.
  UserTracking | np | We ask for your permission to track.
  Calendars | np ne fr | Need calendar access
  BluetoothAlways | np ne | This app requires Bluetooth
  BluetoothAlways | dn pv | No Bluetooth devices are needed by this app.
  Camera | dn | This app never uses the camera.
  Camera | dn fr pv | Not needed by this app.
  # more vague
  Camera | vg | This app uses the camera to deliver our services.
  Camera | vg | We need camera access to offer all functions of the app.
  Camera | vg | The app needs your camera so that it works as expected.
  Camera | np | Some features of this app need the camera.
  Camera | np | Certain functions require access to your camera.
  Camera | vg | The camera helps us improve the quality of our service.
  Camera | vg | We use the camera for business purposes.
  Camera | vg | We need access to your camera to be able to take pictures.
  Camera | vg ne | We need your camera to take a photo
  Camera | vg fr ne | For taking photos
  Camera | vg fr ne | To take photos
  Camera | vg ne | Take photos
  Camera | vg pv | Camera permission is needed to ensure smooth operation.
  Camera | vg | Camera access allows the app to work properly.
  Camera | vg | So that the app can work, we need your camera.
  Camera | vg | This is for a more personalized experience.
  Camera | vg | It makes the app better.
  Microphone | vg | We need your microphone to capture audio.
  Microphone | vg | This app requires the microphone for recording.
  Microphone | vg | Microphone access enables audio features.
  LocationWhenInUse | vg | We use your location for a personalized experience.
  LocationWhenInUse | vg | We need location access for location features.
  LocationWhenInUse | vg pv | Your location is needed to provide relevant content.
  LocationWhenInUse | vg | This lets us serve you better.
  LocationWhenInUse | vg | We use your location for tracking purposes.
  LocationAlways | vg | Your location allows the app to track you in the background.
  UserTracking | vg | We use this data to improve our services and your experience.
  UserTracking | vg | Tracking allows us to provide you with relevant content.
  UserTracking | vg pv | This will be used for analytics purposes.
  Contacts | vg | Access to contacts helps provide a better service.
  Contacts | vg pv | Contacts are required to use all features of the app.
  BluetoothAlways | vg | Bluetooth lets the app find and connect to nearby accessories.
  BluetoothAlways | vg pv | Bluetooth is used to discover peripherals.
  Motion | vg | Motion data improves the accuracy of the app.
  LocalNetwork | vg | We search your network for devices.
  FaceID | vg | For secure and quick authentication, we use Face ID.
  FaceID | vg fr ne | For authentication
  FaceID | vg ne | Use Face ID to authenticate
  HealthShare | vg | We read your health data to track your health.
  PhotoLibrary | vg | Photo access allows you to choose photos from your library.
  PhotoLibrary | vg ne | We need photo access to upload content
  Siri | vg | Siri lets you use voice commands.
  # more style
  Camera | pv | Tickets can be scanned with your camera.
  Camera | pv | Your face has to be photographed for your membership card.
  Camera | pv | Camera access is strictly needed to scan tickets.
  Camera | pv | A photo of your passport is required by the airline.
  Camera | pv fr ne | Required to scan tickets
  Camera | pv fr ne | Utilized for scanning tickets
  Camera | pv fr ne | Camera permission required to scan tickets
  Camera | pv fr ne | Camera used to scan tickets
  Camera | pv fr | Will be used to scan tickets.
  Camera | pv fr | Is used for scanning tickets.
  Camera | ok | The app knows which tickets were scanned before.
  Camera | ok | We need the camera because tickets are printed on paper.
  Camera | ok | Tickets have a code that can be scanned at the door.
  Camera | ok | This app is made for ticket inspectors who scan with the camera.
  Camera | fr | So that you can scan tickets with your camera.
  Camera | fr | Because tickets have codes.
  Camera | fr | QR code scanning.
  Camera | fr | Ticket scanning and validation.
  Camera | fr | Using the camera to scan tickets.
  Camera | fr | Enables you to scan tickets.
  Camera | fr | Helps you scan tickets.
  Camera | fr | Provides a ticket scanner.
  Camera | fr | Permission to scan tickets.
  Camera | fr | Want to scan tickets with your camera.
  Camera | fr ne | Ability to scan tickets
  Camera | fr | If you want to scan tickets.
  Camera | fr | While scanning tickets at the door.
  Camera | ok | This allows you to scan tickets.
  Camera | ok | Giving access to the camera lets you scan tickets.
  Camera | ok | What you scan stays on your phone.
  Camera | ok | There is a scanner for tickets in this app.
  Camera | ok | Who scans a ticket twice gets a warning.
  Camera | ok | Let's scan your ticket.
  Camera | ok | You scan, we sort your tickets.
  Camera | ms | Scan tickets. Share them with friends.
  Camera | ms | This app scans tickets; it uses the camera. It never stores them.
  Camera | ok | Scan tickets from U.S. venues with your camera.
  Camera | ms ne | Scan tickets. Share tickets
  Camera | cs | This app uses your camera to scan your Ticket.
  Camera | cs ne fr | Ticket Scanner
  Camera | cs ne | Scan Your Ticket
  Camera | cs | Please note: This App Scans Tickets.
  Camera | ok | The Vatican Museums scan tickets at the door.
  Camera | ok | We send your scans to Dropbox or Google Drive.
  Camera | ok | Read NFC tags and QR codes of your VIP pass.
  Camera | ok | Scan the PIN, the MRZ or the VIN of your car.
  Camera | im | Please use the camera to scan your ticket.
  Camera | im | In order to scan tickets, please allow us to use the camera.
  Camera | im | Allow us to scan your ticket.
  Camera | im | Let us use your camera so you can scan tickets.
  Camera | im | Please accept so that we can scan your ticket.
  Camera | im | Go to Settings and turn on the camera to scan tickets.
  Camera | im | Press OK to scan your ticket.
  Camera | ok | Let your friends see which tickets you scanned.
  Camera | ok | Select the area of the ticket that you want to scan.
  Camera | ok | Open the camera to scan tickets at the door.
  Camera | it | You have to allow the camera if you want to scan tickets.
  Camera | it | The app won't work without the camera, which scans tickets.
  Camera | it | Camera access is mandatory for scanning tickets.
  Camera | it | If you don't allow the camera, you can't scan tickets.
  Camera | it pv | Unless you allow the camera, tickets cannot be scanned.
  Camera | it im | Allow access to unlock premium features for scanning tickets.
  UserTracking | im it | Allow tracking to get 20 free coins in your puzzle.
  Camera | ok | You can win prizes for the most beautiful photo of your garden.
  Camera | ok | Scan the coupon to get a discount on your meal.
  Camera | ok | Pay by scanning a code, and get cash back from your bank.
  # near misses of each rule
  Camera | ok | You can turn on the flash while scanning tickets.
  Camera | ok | Once you allow it, the camera scans tickets.
  Camera | ok | If you agree, we photograph you at the finish line.
  Camera | ok | With permission, teachers photograph your homework.
  Camera | ok | Please scan your ticket at the door.
  Camera | ok | You must be 18 to scan tickets with this app.
  LocationWhenInUse | ok | You won't miss your stop because the app wakes you.
  LocationWhenInUse | ok | Find free parking spaces near you.
  LocationWhenInUse | ok | Collect stamps at museums and get a free coffee.
  Camera | ok | Get a reward from the museum for every painting you photograph.
  Contacts | ok | Share your location with contacts you trust.
  Camera | ok | Share a photo of where you parked and find your way back.
  Microphone | ok | Talk to callers on the camera at your door.
  LocationWhenInUse | ok | Take photos that remember where you were.
  PhotoLibrary | ok | Make an album of your last journey with its locations.
  Contacts | ok | Add birthdays of friends to your calendar.
  Calendars | ok | Plan a meeting with people from your contacts.
  Motion | ok | The app counts steps and compares them with your health goals.
  Camera | pv | The app is required by law to check your ID with a selfie.
  LocationWhenInUse | ok | The app shows hikes rated by other walkers.
  LocationWhenInUse | ok | See prices of stations located along your route.
  Camera | ok | This app needs the camera to show how furniture would look in your room.
  Camera | ok | The camera finds out whether what you ordered has arrived.
  Camera | ok | We ask for the camera only when you scan a ticket.
  Camera | ok | The tickets you scan stay on this phone.
  Microphone | ok | We never listen unless you press the button to dictate a letter.
  Camera | ok | Tickets, vouchers and passes: the camera reads them all.
  Camera | ok | Photos, videos and scans you make go to your case worker.
  BluetoothAlways | ok | The lock opens when you come home with your phone.
  BluetoothAlways | ok | Thermometers and scales send their readings to this app.
  HomeKit | ok | Doors, lights and heaters obey your routines.
  FaceID | ok | Nobody but you opens your photo vault.
  Siri | ok | Start a timer for your eggs by voice.
  SpeechRecognition | ok | Words you say appear as subtitles.
  AppleEvents | ok | The app closes windows of other apps before a presentation.
  DownloadsFolder | ok | Invoices that you download go to your accountant.
  RemovableVolumes | ok | The app copies pictures from your memory card.
  LocalNetwork | ok | Games with friends in the same room need your network.
  NearbyInteraction | ok | The arrow points to your friend in the crowd.
  AlarmKit | ok | The app wakes you before your train leaves.
  FocusStatus | ok | Colleagues see when you do not want to be disturbed.
  HealthShare | ok | The doctor sees how your blood pressure changes.
  HandsTracking | ok | You play the piano with your fingers in the air.
  FinancialData | ok | The budget counts what you spend with your card.
  Identity | ok | The shop checks that you may buy wine.
  # slips that people make
  Camera | np | This app needs acces to your camera.
  Camera | np | We need acess to the camara.
  Camera | np | This app need to access your camera.
  Camera | np ne | App want to use camera
  Camera | np ne | This application require to use your camera
  PhotoLibrary | np | We need access to your photo libary.
  Microphone | np | This app needs your microfone.
  LocationWhenInUse | np ne | We needs to get your location
  Camera | np ne | Application needs to access camera
  Camera | np ne | We need to access to your camera
  Camera | np ne | App would like to access to your camera
  LocationWhenInUse | np ne fr | Need your permission for location
  Camera | vg ne | App require camera to take picture
  PhotoLibrary | ne | We need to access your photos to upload photos
  # questions and politeness
  Camera | np | Would you allow us to use your camera?
  Camera | ok | Would you like to scan your ticket?
  Camera | ok | May this app scan your ticket with the camera?
  Camera | np | Hello, we need your camera.
  Camera | np | We kindly ask for access to your camera.
  # promises beside a purpose, and alone
  Camera | ms | We scan your tickets. We never store them.
  Camera | np ms | We need your camera. We never store your pictures.
  LocationWhenInUse | np ms | We need your location. We do not share it with anyone.
  LocationWhenInUse | ms | We do not share your location. It shows you buses nearby.
  LocationWhenInUse | ok | We use your location to show buses and do not store it.
  # pressure, once more
  LocationAlways | it | Without access to your location, the app is useless for finding buses.
  Camera | it | If you refuse, we cannot verify your passport.
  Camera | it pv | This app cannot be used without the camera, which scans tickets.
  Camera | it im | Please allow the camera, otherwise you will not be able to scan tickets.
  UserTracking | it | Get a free month of music if you agree to tracking.
  UserTracking | it | We give you 100 gems when you allow tracking for our ads.
  LocationWhenInUse | it im | Turn on your location and earn points at every shop.
  Contacts | it | You will not be able to use the app if you decline, since it finds friends.
  Microphone | it pv | Your account will be blocked unless you allow the microphone for calls with support.
  Camera | ok | If it is too dark, the camera cannot read the ticket.
  Camera | ok | You cannot see your own ticket number, but the camera can read it.
  LocationWhenInUse | ok | Drivers cannot find you without a street number, so we read it from the map.
  BluetoothAlways | ok | You can unlock your car without your key.
  FaceID | ok | Open your notes without a password.
  AppleMusic | ok | Play songs without leaving the workout.
  # another resource, once more
  Microphone | wr pv ne | Camera is used to scan QR codes
  Contacts | wr | We need access to your photo library so you can share pictures with friends.
  PhotoLibraryAdd | wr | This app uses your microphone to record voice notes.
  Calendars | wr np | This app needs access to your contacts.
  Motion | wr | We use Bluetooth to connect to your treadmill.
  LocationWhenInUse | ok | Face ID unlocks your notes.
  LocationWhenInUse | wr pv | Camera access is required to photograph damage.
  HealthShare | wr | We need your calendar to plan your evenings.
  UserTracking | wr | This app uses your location to find stores nearby.
  SpeechRecognition | ok | We use the microphone to hear the words that you dictate.
  Camera | ok | Send photos from your camera or your photo library to your doctor.
  LocationWhenInUse | ok | Find friends from your contacts who are nearby.
  Reminders | ok | Reminders appear when you arrive at a location you choose.
  Contacts | ok | Call people in your contacts over Bluetooth in your car.
  HomeKit | ok | Lights turn on when your location says that you are home.
  PhotoLibrary | ok | Show photos on a map by their location.
  CalendarsFullAccess | ok | Events from your calendar get a location on the map.
  # what people write for tracking
  UserTracking | ok | We show you ads about things you care about.
  UserTracking | ok | Your advertising identifier helps us count how many people install the game after an ad.
  UserTracking | pv | This identifier will be used to show ads for games.
  UserTracking | dn | This app does not track you across apps or websites.
  UserTracking | dn | We never track you.
  Camera | ok | This app does not record you, or it blurs your face.
  UserTracking | vg | This helps us improve the app.
  UserTracking | vg | We would like to track you to provide a better experience.
  UserTracking | np | We would like your permission to track you across apps and websites.
  UserTracking | np im | Allow us to collect your data.
  UserTracking | vg pv | Your data will only be used to deliver a better experience.
  UserTracking | ok | Tracking lets us keep this game free by showing ads that fit you.
  # health
  HealthShare | ok | Your steps count towards the team challenge of your office.
  HealthUpdate | ok | The app writes each yoga class to the Health app as a workout.
  HealthUpdate | vg | This app writes data to Health.
  HealthShare | vg | We read data from HealthKit to show your health data.
  # local network and nearby
  LocalNetwork | ok | The app looks for printers in your network.
  LocalNetwork | vg | The app uses the local network to connect to other devices on your network.
  LocalNetwork | ok | Play against people on the same network.
  # verbs that look like nouns
  HealthShare | ok | This app charts your resting pulse over the year.
  Motion | ok | The app also logs the floors you climb.
  Camera | ok | Photos you take appear in the diary of your trip.
  Camera | fr | The app settings for photos.
  # questions and wishes
  Camera | np ne | Can we use your camera
  Camera | ms | Want to scan your ticket? Point the camera at it.
  # capitals
  Camera | ms na | Acme scans your receipts. Acme DOES NOT keep them.
  Camera | cs | This app scans your receipts and will NOT keep them.
  Camera | ok | This app ONLY scans your receipts and DOES NOT keep them.
  Camera | cs | This app scans Your receipts ONLY here and does NOT keep them.
  FaceID | im | Please hit OK to unlock your diary.
  Camera | ok | Scan codes over Bluetooth Low Energy.
  LocationWhenInUse | ok | Location Services show you buses nearby.
  PhotoLibrary | ok | Pick pictures from your Photo Gallery for the poster.
  Camera | cs | Camera Access lets you scan tickets.
  Camera | ok | Hold the Record button to film your dive.
  BluetoothAlways | ok | We connect to a Square terminal to take payments.
  Camera | cs | We show your face to other Participants of the call.
  Camera | cs | This picture becomes your Profile picture in the club.
  HealthShare | ok | The Health App shares your heart rate with your coach.

  # what is left to be written
  Camera | ph | Camera for...
  Camera | ph | The app needs your camera for the ...
  Motion | ph | Motion…
  Camera | ok | Scan tickets, share them with friends and more...
  Camera | ph | Test: asking for the camera.
  Camera | ph | Demo: camera
  Microphone | ph | Your text about why you record sound.
  Microphone | ph | Why does this app need the microphone?
  Microphone | ms | Why the microphone? It lets you dictate notes.
  Microphone | ph | microphoneUsage
  Microphone | ph | $(PRODUCT_NAME) your description here
  Microphone | ph | Type you message here.
  Microphone | ph | {{reason}}
  Microphone | na np | {AppName} needs your microphone.
  Microphone | na | {AppName} records memos with your microphone.
  Microphone | ph | CHANGEME: say why.
  Microphone | ph | [Say here what you use the microphone for, in a sentence that a customer would understand.]
  Camera | ok | Scan a receipt to see why a price changed.
  Reminders | ok | Describe why a chore matters and get a nudge about it.

  # what only asks
  PhotoLibraryAdd | np | We need permission to save photos.
  PhotoLibraryAdd | ok | We need permission to save holiday albums for backup and printing.
  PhotoLibraryAdd | pv | This permission is needed to save photos to your library.
  PhotoLibraryAdd | ok | We want to save pictures to your camera roll.
  LocationWhenInUse | np | Zilbo is requesting to get your current location.
  LocationWhenInUse | np | Can Zilbo use your location?
  Camera | ok | Please check in at the door by scanning your ticket.
  Camera | ok | Please check our opening hours before you scan your ticket.
  PhotoLibrary | cs fr ne np | need photo access to get pictures there
  =NFCReaderUsageDescription | fr ne | NFC chip to read QVX messages into the diary
  Motion | ok | We use motion data to detect falls.
  FallDetection | vg | We use fall detection to detect falls.
  Calendars | vg | This app uses your calendar to schedule events.
  Siri | vg | Control the app using voice commands.
  LocationWhenInUse | vg | We use your location to offer a more personal experience.
  PhotoLibrary | ok | Add a personal touch to your birthday cards.

  # another resource
  Camera | wr | This app tracks your location to find friends nearby.
  Camera | np pv wr | Your location is tracked.
  Camera | wr | We fetch your contacts to invite friends.
  Contacts | im wr | Turn on location to see nearby cafés.
  PhotoLibrary | im wr | Please allow microphone for dictation.
  Camera | ok | Point at a building to see its location and reviews.
  Contacts | ok | Plan trips with friends and track their location on a map.
  FaceID | ok | Only you can see contacts and calendar.
  LocalNetwork | ok | This app shows your photo library on a TV.
  BluetoothAlways | ok | Trigger the camera of your drone.
  # what a permission gives, asked for by its kinds
  HealthShare | np | The app reads your weight, age and oxygen saturation.
  HealthShare | ok | The app reads your weight to plan your training.
  HealthShare | np | We would like to read your sleep and body temperature.
  HealthShare | ok | Your diary shows how your sleep changes your mood.
  LocationWhenInUse | np | We collect your longitude and latitude.
  LocationWhenInUse | ok | If you do not know the region, the map shows it.
  # acts that are asked for
  PhotoLibrary | ok | This app wants to upload pictures.
  PhotoLibrary | np | This app wants to select pictures.
  PhotoLibraryAdd | np | We need access to store pictures in your album.
  PhotoLibraryAdd | ok | We need access to store edited pictures in your album.
  LocationWhenInUse | ok | The app needs your location to check in at work.
  LocationWhenInUse | vg | The app needs your location to check it in general.
  # words that say nothing
  Camera | vg | We need the camera for a more engaging and intuitive user experience.
  Camera | vg fr | For better functonality.
  Camera | vg fr | To see the camera preview.
  BluetoothAlways | vg fr | To establish connections with wireless gadgets.
  Calendars | vg fr | To keep the calendar in sync.
  Motion | vg fr | To sense that you move.
  PhotoLibrary | ok | Pick a background picture for your chats.
  LocationAlways | np | We need the background location.
  FaceID | ok | We use Face ID to secure access to the app.
  FaceID | vg | We use Face ID to verify the owner.
  # notes to developers and translators
  Camera | ph | Camera permission. Translated text
  Camera | ph | Non-localised string
  Camera | ms fr ne | Camera feature. Localized text for your photos
  Camera | np | The app wants to start the camera.
  Camera | vg | This app asks to activate your camera.
  PhotoLibrary | np ne | This app needs to visit your album
  LocationWhenInUse | ph | Location Permission: When In Use
  LocationWhenInUse | np fr ne | Location access when in use
  Contacts | ph | Contacts Access Rationale
  Contacts | fr | Message contacts.
  Contacts | ok | Access your notices from friends in your contacts.
  Microphone | ph | Reason this app needs the microphone
  Contacts | ok | Text your family if you need help.
  Microphone | ok | The reason we need the microphone is that you dictate letters.
  LocalNetwork | pv fr vg ne | Used for testing
  Camera | ph | We need the camera for [your reason].
  Camera | ok | We need the camera for [video] calls.
  Contacts | ok | This app uses your contacts to find [optional] friends.
  Contacts | ok | This app looks for friends [none] in your contacts.
  Camera | ph | [App] needs the camera.
  Camera | ph | This app needs the camera to XXX
  Camera | ok | The camera finds rooms of sizes from S to XXL.
  Camera | ph | Reason for the camera usage
  Camera | ph | Give a reason for camera access
  PhotoLibrary | ok | Add a description to your photos.
  Camera | ph | permission.camera.text
  Camera | ph | See InfoPlist.strings
  Camera | ph | To be decided
  Camera | ph | Lorem ipsum dolor sit amet.
  LocationAlways | ph | Location Always
  Camera | ph | Camera test
  PhotoLibrary | fr | To share test results.
  Camera | vg | The app uses the camera for demonstration purposes.
  Camera | vg fr | To take picturs.
  LocationWhenInUse | vg fr | For location-oriented services.
  # orders and their neighbours
  Camera | im | Turn the camera on to scan your ticket.
  Camera | im | Accept to scan your ticket.
  Camera | im | Be sure to allow the camera so that you can scan your ticket.
  Camera | ok | Be sure to find your seat: scan the ticket.
  Camera | im | Don't deny the camera, since it scans your ticket.
  Camera | ok | Allow your team to see the building site.
  # words that say something only together
  PhotoLibrary | ok | Send pictures to customer support.
  PhotoLibrary | fr | For customer support.
  PhotoLibrary | fr vg | For customer experience.
  FaceID | ok | Approve transactions.
  FaceID | im vg ne | Approve Face ID for better security
  Camera | im | Kindly allow camera access to scan your ticket.
  Camera | ok | Kindly look at the camera to take your pass photo.
  # a slip in the verb
  BluetoothAlways | ok | To print your labels, this app nedes Bluetooth.
  PhotoLibrary | fr | Uploads pictures that you pick to your team's album.
  LocationWhenInUse | fr | Shows your place in the queue and tells you when to come.
  # capitals
  Camera | cs fr ms | Ticket Scanning. Guards let you in at the door.
  Camera | ok | The app films when you press the Quick Access button.
  # who asks, however long its name is
  Siri | np | The visitor app is requesting this permission.
  Camera | np | Our little shopping app needs access to your camera.
  Microphone | np | This allows use of your microphone when using Trellow.
  Camera | ok | Our shopping app needs your camera to scan price tags.
  # what needs the permission, as the subject
  PhotoLibrary | ok | Uploading receipts needs your photo library.
  Camera | np | Using the camera requires permission.
  PhotoLibraryAdd | na ne | $(PRODUCT_NAME) would like to save posters to your gallery
  # words that promise without naming anything
  LocationWhenInUse | vg | We use your location for contextual awareness.
  HealthShare | vg | The app reads health data for comprehensive care.
  LocationWhenInUse | vg | To show you relevant information about your surroundings, the app needs your location.
  # notes to a developer
  Motion | ph | My custom motion prompt
  Camera | ph | Our message for camera permission
  Camera | ph | Camera access for [specific purpose]
  HealthUpdate | ph | We have to write something meaningful here
  UserTracking | ph | Reason for requesting the IDFA identifier
  LocationWhenInUse | ph | Add description for foreground location usage.
  Camera | ph | xxxxx needs access to the camera.
  Camera | ok | Film your runs at the XXX games for your team.
  Camera | ph | Testing the camera integration.
  Camera | ph | This text should never appear. Change it when you add scanning.
  Camera | ok | Testing the camera shows whether your lens is clean.
  Camera | ok | Your photos should never appear twice: the app compares them.
  Contacts | ne | Message your contacts in the team
  HealthShare | ph | We need access to your health data because...
  BluetoothAlways | ph | Reason for using Bluetooth that everyone can understand
  Camera | ph | Explain in your users' words why your app needs this.
  LocationWhenInUse | ph | When in use description
  Calendars | ph | Deprecated - Full access is required before iOS 17
  UserTracking | vg | This allows us to improve your shopping experience.
  Motion | vg | This app records motion data during certain tasks.
  # names that end or begin oddly
  Microphone | ok | The microphone stands for Sing!Pod, a karaoke accessory.
  BluetoothAlways | ok | MIT Mobile uses Bluetooth to open the gate of the garage.
  Camera | ok | The app scans price tags, The app never stores them.
  LocationWhenInUse | ok | B.A.R.K. uses your location to find dog parks.
  Camera | ok | 24 Hers uses your camera to take a picture a day of your plants.
  # capitals behind a verb and behind “for”
  PhotoLibrary | cs | Editors use your library to send Images to the printer.
  Camera | dn | You should never see this message.
  PhotoLibrary | dn ne | This should not happen, if it does contact support
  LocationWhenInUse | cs fr | For Recording your rides.
  Microphone | ok | Say “Hello” to talk to Bella.
  # marks in names that no list has
  Camera | ok | Zilbo! reads the labels of jars.
  Camera | ok | Read labels of Zotter! bars with the camera.
  Camera | cs ms | Scan tickets at the door! then share them.
  Camera | ms | Say cheese! Then pick a frame for your portrait.
  Microphone | ms | Ready? We tune your guitar by ear.
  # what an unlisted word may be
  Camera | ok | Quibly deskews pages and reads the text on them.
  Camera | fr | Quibly stickers.
  Camera | ok | To read a poster, squint through the frame.
  Microphone | ok | To tune a guitar: pluck a string near the microphone.
  Camera | fr | To read a poster, fast.
  # leads and their main clauses
  LocationWhenInUse | im | If you like to see hikes nearby – tap Allow.
  LocationAlwaysAndWhenInUse | im | When you want to be warned of storms - select Always.
  Camera | fr | While you cook - hands free.
  Camera | ok | To sort tickets that carry codes the app needs your camera.
  LocationWhenInUse | fr | To send you push notifications when your bus arrives.
  LocationWhenInUse | fr | To show you shop windows near the station.
  Camera | ok | To show you ticket prices, this app reads bar codes.
  # who asks and what is used
  LocationAlwaysAndWhenInUse | ok | You asked to be warned of floods near you.
  LocationAlwaysAndWhenInUse | ok | Hikers asked to be warned of storms.
  LocationAlwaysAndWhenInUse | pv | Location has to be used to warn you of floods.
  PhotoLibrary | pv | Photos need to be uploaded to print them on mugs.
  DownloadsFolder | pv | Downloaded songs are by default saved in this folder.
  Camera | pv | The camera is of course used to read labels.
  Camera | ok | The camera is at first a mirror for your make-up.
  # what a resource is searched for, and what is found
  LocalNetwork | ok | This app needs to search the local network for a client certificate.
  LocalNetwork | ok | Scan the local network for the device settings of your hub.
  LocalNetwork | vg | This app needs to search the local network for information.
  LocalNetwork | vg | This app searches the local network for devices.
  LocationWhenInUse | ok | We use your location to help you find this tablet.
  LocationWhenInUse | ok | We use your location to help you track your phones and watches.
  LocationWhenInUse | vg | We use your location to track your whereabouts.
  LocationWhenInUse | vg | We use your location to show your phone's location.
  BluetoothAlways | vg | We use Bluetooth to find your device.
  # markers in brackets
  Camera | ph | [WIP] Scan tickets at the door.
  Camera | ph | (TODO) Scan tickets at the door.
  Camera | ph | <<TBD>> Scan tickets at the door.
  Camera | ph | [FIXME: shorten] Scan tickets at the door.
  Camera | ph | Scan tickets at the door (TBD).
  Camera | ph | Scan tickets at the door <FIXME: which door?>
  Camera | ok | Scan tickets at the door (VIP).
  Camera | ok | Scan lists on paper (TODO lists too).
  """

/// Texts that press or pay for consent, and their neighbours that do not; only that is asked of these.
let pressureRows = """
  LocationWhenInUse | it np | The app will not work with this permission rejected.
  Camera | it | You must grant camera access before you can check in.
  Camera | it | If camera access is denied, check-in will not work.
  LocationWhenInUse | it | Your account will be suspended when location is turned off.
  Camera | ok | If the flash is off, pictures will not show the label.
  LocationWhenInUse | ok | When location is off, you can enter your city.
  LocationWhenInUse | it | Users have to enable location services to see the menu.
  UserTracking | it | Tap Allow and receive 50 bonus coins.
  Microphone | it | The assistant stops working if you deny the microphone.
  Contacts | it | Without your contacts we cannot offer you a loan.
  Camera | it | Denying the camera means that you cannot finish your registration.
  LocationWhenInUse | it | Please allow location or the app will close.
  PhotoLibrary | it | Photo access is mandatory to complete your profile.
  UserTracking | it | Only users who accept tracking can play for free.
  UserTracking | it | Help us keep the app free.
  UserTracking | it | Your permission keeps our service free of charge.
  UserTracking | it | Help support the developers by allowing personalized ads.
  Camera | ok | Keep your hands free while you scan shelves.
  Camera | ok | Keep your content free of copyrighted pictures.
  PhotoLibrary | ok | Store the pictures of your app free of charge.
  BluetoothAlways | it | Bluetooth must be turned on or your scooter cannot be unlocked.
  LocationAlwaysAndWhenInUse | it | Choose Always, otherwise tracking of your shift will fail.
  Camera | it | Unless camera permission is given, video visits are not available.
  Motion | it | If you do not allow motion access your steps will not count and you lose your streak.
  HealthShare | it | Connect Apple Health and earn rewards for every workout you share.
  Microphone | it | You are required to give microphone permission to join the exam.
  FaceID | it | You need to enable Face ID in order to use this app.
  LocationWhenInUse | it | Declining will disable all map features.
  Contacts | it | Failure to grant access to contacts will prevent you from sending messages.
  LocationWhenInUse | it | Not allowing your position makes it impossible to find a driver.
  Camera | it | The app does not work without the camera.
  UserTracking | it | Accept to unlock premium levels of the puzzle.
  LocalNetwork | it | If refused, the app can't find your speakers and will not start.
  PhotoLibrary | it | You have to allow access to all photos to back them up.
  LocationWhenInUse | it | Your order cannot be placed unless you share your location.
  Calendars | it | Only by granting calendar access will you be able to book a room.
  SpeechRecognition | it | Speech recognition has to be enabled, else the app is useless for dictation.
  BluetoothAlways | it | If you disable Bluetooth, your account will be suspended.
  Camera | it | You should allow the camera, since the app can not function otherwise.
  LocationWhenInUse | it | Earn points at each store when you turn on location.
  UserTracking | it | Get a reward of 100 gems when you agree to tracking.
  Contacts | it | Give access to your contacts to receive a free month.
  LocationWhenInUse | it | To keep using this app you must permit location access at all times.
  Camera | it | Access to the camera is compulsory for age verification.
  PhotoLibraryAdd | it | If you don't grant permission, your pictures will be deleted when the app closes.
  LocationAlways | it | We will no longer send you jobs if you decline background location.
  HealthShare | it | You must agree to share health data or your policy will be terminated.
  UserTracking | it | We will remove ads for a week if you allow tracking.
  UserTracking | it | You can only use this app if you accept tracking.
  LocationWhenInUse | it | Users who share their location get a discount.
  LocationWhenInUse | ok | Show offers near you, and get a discount at the till.
  PhotoLibrary | ok | We upload photos of your plants. Your pictures will not be shared without your permission.
  Contacts | ok | We match your friends, and won't sell their numbers without your consent.
  Camera | it | The shop will not open without your permission to use the camera.
  LocationWhenInUse | ok | You can only use the map if you know the way.
  LocationWhenInUse | ok | We only read your location if you allow it.
  Camera | ok | The app doesn't work as a scanner without the camera, but you can type the code in.
  Camera | ok | You can scan a code or type the number if you prefer not to use the camera.
  LocationWhenInUse | ok | If you decline, you can still search for stores by name.
  UserTracking | ok | You can change your mind at any time; the app works the same without tracking.
  Contacts | ok | We cannot see your contacts; they stay on this phone.
  Camera | ok | You must be 18 to buy tickets, so the app scans your ID card.
  LocationWhenInUse | ok | Drivers who cannot find you call you from the app.
  LocationWhenInUse | ok | Get discounts when you walk past a partner store.
  Microphone | ok | The microphone lets you talk when you cannot type.
  PhotoLibrary | ok | Without leaving the chat, pick pictures from your album to send them.
  FaceID | ok | Open your diary without a password.
  LocationAlways | ok | The app warns you if you leave the ski area, even when it is not open.
  HealthShare | ok | Your steps earn points in the company challenge.
  BluetoothAlways | ok | The lock does not open unless your phone is near the door.
  Camera | ok | If you do not find your card in the list, photograph it.
  BluetoothAlways | ok | You will not lose your keys again: the app finds the tag.
  Motion | ok | The app detects that you cannot get up after a fall and calls for help.
  LocalNetwork | ok | The app looks for your TV, and if it is not available, for other players.
  Calendars | ok | Give your team an overview of when you cannot meet.
  LocationWhenInUse | ok | Find free parking close to where you are.
  AppleMusic | ok | Play songs in the game without paying for another service.
  Reminders | ok | You have to remember less: the app adds tasks to your list.
  UserTracking | ok | Advertisers pay for this game, and your activity tells them which ads work.
  Camera | ok | Collect a coin for each animal that you photograph in the zoo.
  LocationWhenInUse | ok | We only read your location while you look at the map; otherwise it stays off.
  SpeechRecognition | ok | The app fills in the form from what you say when your hands are not free.
  PhotoLibrary | ok | Turn on a slideshow of pictures that you allow your family to see.
  Camera | ok | You need to point the camera at the label to read the price.
  LocationWhenInUse | ok | You need to enter no address: the app finds it for you.
  Contacts | ok | Agree on a date with friends from your contacts.
  Microphone | ok | If a note fails to load, hum it and the app tunes your guitar.
  FaceID | ok | Approve payments with a look; you can use your code if that does not work.
  HealthUpdate | ok | Your workouts will not be lost when you change your phone, since the app saves them to Health.
  LocationWhenInUse | ok | See which trails are closed or not available today near you.
  Camera | ok | Scan gift cards and vouchers to add them to your wallet.
  UserTracking | ok | We use your activity to show you offers for free games.
  LocalNetwork | ok | Without a cable, print photos on the printer in your office.
  BluetoothPeripheral | ok | Give the doctor access to readings of your sensor.
  Motion | ok | If you forget to start a run, the app notices and records it.
  PhotoLibrary | ok | You don't have to allow all photos: choose the ones to print.
  """

/// Whether a text names a common use and nothing else. ba: it does · ok: it has a detail
let bareRows = """
  LocationWhenInUse | ok | We use your location to find this phone.
  LocationWhenInUse | ba | We use your location to see the map around your phone.
  Contacts | ba | This app uses your contacts to invite your friends.
  PhotoLibrary | ba | This app needs your photo library to upload a picture.
  PhotoLibrary | ok | This app needs your photo library to choose a profile picture.
  LocationWhenInUse | ba | We use your location to see results near you on the map.
  Microphone | ba | The app uses the microphone to record audio messages.
  Camera | ba | This app uses the camera to scan codes and take pictures.
  Contacts | ba | Contacts are used to find friends who use the app.
  Contacts | ok | This app uses your contacts to invite others.
  PhotoLibrary | ok | Choose a profile picture that other members see.
  LocationWhenInUse | ok | The app uses your location to sort results by distance.
  Microphone | ok | The people you call hear you through the microphone.
  LocationWhenInUse | ok | Show places near you, the closest first.
  CalendarsFullAccess | ok | Add meetings you accept to your calendar.
  UserTracking | ok | Show you fewer ads you have already seen.
  LocationWhenInUse | ok | Show how far each place is.
  # a name that is not the app's says where to, or with what
  BluetoothAlways | ok | Used to scan for Nimbo devices.
  BluetoothAlways | ok | Bluetooth is used to pair and communicate with Gravelo devices.
  PhotoLibrary | ok | Upload photos & videos to Pixeldon.
  Camera | ok | Scan the code on your Lumora to connect.
  Camera | ba | Let Tandem use your camera to scan codes.
  Camera | ba | Use the camera so that Tandem can scan codes.
  Camera | ba | The Tandem app lets you scan codes with the camera.
  Camera | ba | Camera access is only used to scan codes.
  Camera | ok | The camera only opens when you check in at a gate.
  # so does a noun for what the picture becomes a part of, or shows
  Camera | ok | Add images to your documents from the camera.
  Camera | ok | Take photos and attach them to messages.
  Camera | ok | Take product photos.
  PhotoLibrary | ok | Pick photos of your products.
  PhotoLibrary | ok | Update your avatar and send photos.
  PhotoLibrary | ok | Upload photos to share with other users or to change your avatar.
  PhotoLibrary | ok | Attach photos to your posts.
  PhotoLibrary | ba | Used to upload photos.
  # and so do two acts, each on something of its own
  Microphone | ok | Record voice messages and make calls.
  Microphone | ok | Send voice messages and join conferences.
  Microphone | ba | Record and send voice messages.
  Camera | ba | The camera is used to take pictures and start video calls.
  # other scripts
  Camera | ba | カメラで写真を撮影するために使用します。
  Camera | ok | プロフィール写真を撮影するためにカメラを使用します。
  PhotoLibrary | ba | 사진을 업로드하기 위해 필요합니다.
  PhotoLibrary | ok | 프로필 사진을 등록하기 위해 필요합니다.
  Microphone | ba | 用于录制视频和语音消息
  Microphone | ok | 用于语音聊天和录制视频
  PhotoLibrary | ba | 此应用需要您的同意才能读取媒体资料库
  Calendars | ba | 需要您的同意，才能访问日历
  Calendars | ok | 把预订的课程添加到您的日历。
  Motion | ba | 允许访问运动与健身
  Camera | ba | カメラを使用してもよいですか？
  Motion | ok | 散歩中の歩数をバッジに変えます。
  LocationWhenInUse | ba | 위치공유 기능을 사용하기 위해서 위치정보 권한이 필요합니다.
  SpeechRecognition | ok | 말씀하신 메모를 글로 바꿉니다.
  # other languages, by the words of each
  Camera | ba | Diese App benötigt Zugriff auf Ihre Kamera, um Fotos aufzunehmen.
  Camera | ok | Diese App benötigt Zugriff auf Ihre Kamera, um Belege zu scannen.
  Camera | ba | Se requiere permiso para usar la cámara
  Camera | ok | Se requiere permiso para fotografiar la matrícula
  Camera | ok | Para tomar tu foto de perfil.
  PhotoLibrary | ba | L’application a besoin d’accéder à vos photos pour en choisir une.
  PhotoLibrary | ok | L’application a besoin d’accéder à vos photos pour illustrer une recette.
  Microphone | ba | Este aplicativo precisa do microfone para gravar áudio.
  Microphone | ok | Este aplicativo precisa do microfone para afinar o violão.
  LocationWhenInUse | ba | L’app usa la tua posizione per mostrare la mappa.
  LocationWhenInUse | ok | L’app usa la tua posizione per mostrare i rifugi aperti.
  Camera | ba | Приложение запрашивает доступ к камере
  Camera | ok | Камера нужна, чтобы считывать показания счётчика
  # one language in each text
  Camera | ok | Kamera para la aplicación
  """
