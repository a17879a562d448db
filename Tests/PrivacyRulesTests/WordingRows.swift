/// Purpose strings beside what is to be said of them: the key without what all keys share (with “=” before a whole
/// name), the labels, the text. What is right stands among what is wrong, since a false alarm is worse than a miss.
///
/// ok: nothing · np: no purpose · vg: vague · pv: passive · im: an order · ne: no end mark · cs: case · fr: fragment ·
/// ms: several sentences · tl: too long · na: names the app · it: incentive or threat · wr: another resource · ws: blanks ·
/// ph: placeholder · em: empty
let englishRows = """
  # good ones
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
  Camera | np | This app doesn't use the camera.
  Camera | np pv | The camera is not used by this app.
  Camera | np | We do not need access to your camera.
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
  Camera | ok | That way you can scan tickets.
  Camera | ok | Can we scan your ticket?
  Camera | ok | Granting access allows you to scan tickets.
  # pressure
  Camera | it | You must allow the camera to scan tickets.
  Camera | it | Without the camera, the app cannot scan tickets.
  Camera | it | This app will not work without your camera, which scans tickets.
  LocationWhenInUse | it | If you deny access, you will not see stores nearby.
  LocationWhenInUse | it im | Allow your location to get 50 coins for your garden.
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
  Camera | ph | This is a test.
  Camera | ph | For testing purposes only
  Camera | ph | Description
  Camera | ph | YOUR_TEXT_HERE
  Camera | ph | n/a
  Camera | ok | Test your eyes with the camera.
  Camera | ok | Describe what the camera sees to people who are blind.
  Camera | ok | Add a description to the photos of your catalogue.
  """
