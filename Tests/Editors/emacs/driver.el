;;; driver.el --- Drives Emacs as a user would  -*- lexical-binding: t; -*-

;;; Commentary:

;; Types keys, waits, and looks at what the EDITOR holds.  Each step prints
;; "ok NAME" or "not ok NAME: WHY"; a name that ends in [server] is of
;; something that only a living server can bring about.
;;
;; Emacs runs in a terminal.  Keys go through its own command loop, and waiting
;; leaves it idle there, so that timers and hooks run as they do for a user.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'flymake)
(require 'eldoc)

(defvar test-editor nil "The name of the tests.")
(defvar test-client nil
  "What differs between the clients, a plist.
:running     function without arguments, whether the buffer's server runs
:type        function of a severity, the type of its Flymake diagnostics
:text        function of an expected diagnostic, what Flymake has to say
:hover       function without arguments, shows the documentation at point and
             returns its text
:ask-hover   function without arguments, the server's bare answer
:fix         command that asks for the code actions at point
:format      command that formats the buffer
:hints       command that turns inlay hints on, nil where they are on
:more        steps that only this client has, a function or nil")

(defvar test-patience (/ (string-to-number (getenv "PATIENCE")) 1000.0) "Seconds to wait for something.")
(defvar test-expected
  (with-temp-buffer
    (insert-file-contents (getenv "EXPECTATIONS"))
    (json-parse-buffer :object-type 'plist :array-type 'list :null-object nil :false-object nil)))
(defvar test-kinds
  (with-temp-buffer
    (insert-file-contents (getenv "FILE_KINDS"))
    (json-parse-buffer :object-type 'plist :array-type 'list)))
(defvar test-results (getenv "RESULTS") "The file that takes what is printed.")
(defvar test-failures 0)
(defvar test-place default-directory "The copy of the sample app.")

(setq ring-bell-function #'ignore
      make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      inhibit-startup-screen t)

(defun test-say (format &rest arguments)
  "Print FORMAT with ARGUMENTS as a line."
  (let ((inhibit-message t))
    (write-region (concat (apply #'format format arguments) "\n") nil test-results t 'quiet)))

(defun test-check (condition format &rest arguments)
  "Fail with FORMAT and ARGUMENTS unless CONDITION."
  (unless condition (error "%s" (apply #'format format arguments))))

(defun test-same (got wanted what)
  "Fail unless GOT is WANTED, naming WHAT."
  (test-check (equal got wanted) "%s is %S, not %S" what got wanted))

(defmacro test-step (name &rest body)
  "Run BODY as the step NAME.  An error in it fails the step alone."
  (declare (indent 1))
  `(condition-case failure
       (progn ,@body (test-say "ok %s: %s" test-editor ,name))
     ((error quit)
      (cl-incf test-failures)
      (test-say "not ok %s: %s: %s" test-editor ,name
                (string-replace "\n" " | " (error-message-string failure))))))


;;; Keys and waiting

(defun test-leave ()
  "Leave the command loop, with prompts that are still open."
  (interactive)
  (throw 'test-leave nil))
(global-set-key [f20] #'test-leave)
(keymap-set minibuffer-local-map "<f20>" #'test-leave)

(defun test-idle (condition)
  "Let Emacs run its command loop until CONDITION holds or patience is over.
CONDITION is called without arguments in the selected window's buffer, once
all keys are read and their commands done.  Return its value."
  (let* ((deadline (+ (float-time) test-patience))
         value
         (timer (run-with-timer
                 0.05 0.05
                 (lambda ()
                   ;; A key that comes while a command waits would cancel what it waits for.
                   (when (and (null unread-command-events)
                              (current-idle-time)
                              (or (setq value (with-current-buffer (window-buffer)
                                                (condition-case failure (funcall condition)
                                                  (error (setq deadline 0)
                                                         (test-say "-- %s" (error-message-string failure))
                                                         nil))))
                                  (> (float-time) deadline)))
                     (setq unread-command-events (list 'f20)))))))
    (unwind-protect
        (catch 'test-leave (recursive-edit))
      (cancel-timer timer)
      (setq unread-command-events nil))
    (set-buffer (window-buffer))
    value))

(defun test-await (what condition)
  "Wait until CONDITION holds, which WHAT names, and return its value."
  (or (test-idle condition)
      (error "Timed out waiting for %s; the echo area said %S" what
             (with-current-buffer (messages-buffer)
               (save-excursion
                 (goto-char (point-max))
                 (forward-line -1)
                 (buffer-substring-no-properties (point) (pos-eol)))))))

(defun test-keys (keys)
  "Type KEYS, in the form of `kbd'."
  (setq unread-command-events (listify-key-sequence (kbd keys)))
  (test-idle #'always)
  (test-check (zerop (minibuffer-depth)) "a prompt is still open after %s" keys))

(defun test-command (command)
  "Give COMMAND by a key."
  (global-set-key [f18] command)
  (test-keys "<f18>"))

;; The screen is that of tmux, which has to have read what Emacs wrote.
(defun test-capture (name)
  "Write the screen to the file NAME in the folder that CAPTURES names."
  (when-let* ((folder (getenv "CAPTURES"))
              ((not (string-empty-p folder))))
    (redisplay t)
    (call-process "sh" nil nil nil "-c"
                  (format "sleep 0.2; tmux capture-pane -p | sed 's/ *$//' >%s"
                          (shell-quote-argument (format "%s/%s-%s.txt" folder test-editor name))))))

(defun test-wait (seconds)
  "Leave Emacs idle for SECONDS."
  (let ((end (+ (float-time) seconds))
        (test-patience (+ seconds 1)))
    (test-idle (lambda () (> (float-time) end)))))


;;; The buffer

(defun test-line (line)
  "Return the text of LINE."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- line))
    (buffer-substring-no-properties (pos-bol) (pos-eol))))

(defun test-lines-are (place)
  "Return non-nil if the lines of PLACE are as it wants them."
  (let ((line (1- (plist-get place :from))))
    (cl-every (lambda (wanted) (equal (test-line (cl-incf line)) wanted)) (plist-get place :are))))

(defun test-check-lines (place)
  "Wait until the lines of PLACE are as it wants them."
  (test-idle (lambda () (test-lines-are place)))
  (let ((line (1- (plist-get place :from))))
    (test-same (mapcar (lambda (_) (test-line (cl-incf line))) (plist-get place :are))
               (plist-get place :are)
               (format "the buffer from line %d" (plist-get place :from)))))

(defun test-go (place)
  "Put point behind the text that PLACE names."
  (let ((line (plist-get place :line))
        (after (plist-get place :after)))
    (goto-char (point-min))
    (forward-line (1- line))
    (test-check (search-forward after (pos-eol) t) "line %d has no %S: %s" line after (test-line line))
    (set-window-point nil (point))))

(defun test-running ()
  "Return non-nil if the buffer's server runs."
  (funcall (plist-get test-client :running)))

(defun test-close-all ()
  "Close all files, without saving."
  (dolist (buffer (buffer-list))
    (when (buffer-file-name buffer)
      (with-current-buffer buffer
        (set-buffer-modified-p nil)
        (let ((kill-buffer-query-functions nil)) (kill-buffer buffer)))))
  (delete-other-windows)
  (set-buffer (window-buffer)))

(defun test-open (file)
  "Open FILE anew, and wait for its server."
  (test-close-all)
  (test-keys (format "C-x C-f %s RET"
                     (concat "C-a C-k "
                             (mapconcat (lambda (c) (if (eq c ?\s) "SPC" (string c)))
                                        (expand-file-name file test-place) " "))))
  (test-same (buffer-name) (file-name-nondirectory file) "the buffer")
  (test-await "the server" #'test-running))

(defun test-shown ()
  "Return what the editor shows as diagnostics: (LINE TYPE TEXT MESSAGE)…."
  (mapcar (lambda (diagnostic)
            (let ((beg (flymake-diagnostic-beg diagnostic))
                  (end (flymake-diagnostic-end diagnostic)))
              (list (line-number-at-pos beg) (flymake-diagnostic-type diagnostic)
                    (buffer-substring-no-properties beg end)
                    (substring-no-properties (flymake-diagnostic-text diagnostic)))))
          (sort (flymake-diagnostics)
                (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(defun test-wanted ()
  "Return what `test-shown' has to return."
  (mapcar (lambda (diagnostic)
            (list (plist-get diagnostic :line)
                  (funcall (plist-get test-client :type) (plist-get diagnostic :severity))
                  (plist-get diagnostic :text)
                  (funcall (plist-get test-client :text) diagnostic)))
          (plist-get (plist-get test-expected :diagnostics) :all)))

(defun test-open-with-diagnostics (file)
  "Open FILE and wait for its diagnostics."
  (test-open file)
  (test-await "diagnostics" #'flymake-diagnostics))

(defun test-servers ()
  "Return the processes of servers that live."
  (cl-remove-if-not (lambda (process)
                      (and (process-live-p process)
                           (eq (process-type process) 'real)
                           (string-match-p "privacy" (process-name process))))
                    (process-list)))


;;; Steps

(defun test-file-kinds ()
  "Names of files that are ours, and that are not."
  (test-step "the file kinds"
    (cl-flet ((mode-of (name)
                (with-temp-buffer
                  (insert "<?xml version=\"1.0\"?>\n<plist/>\n")
                  (set-buffer-modified-p nil)
                  (unwind-protect
                      ;; The mode alone is looked at here.
                      (cl-letf (((symbol-function 'privacy-lsp--start) #'ignore))
                        (setq buffer-file-name (expand-file-name name "/nowhere"))
                        (set-auto-mode)
                        major-mode)
                    (setq buffer-file-name nil)))))
      (test-check (plist-get test-kinds :kinds) "there are no kinds")
      (dolist (kind (plist-get test-kinds :kinds))
        (dolist (name (plist-get kind :examples))
          (dolist (name (list name (upcase name)))
            (let ((mode (mode-of name)))
              (test-check (string-prefix-p "privacy-lsp-" (symbol-name mode)) "%s gets %s" name mode)))))
      (dolist (name (plist-get test-kinds :others))
        (let ((mode (mode-of name)))
          (test-check (not (string-prefix-p "privacy-lsp-" (symbol-name mode))) "%s gets %s" name mode))))))

(defun test-indentation ()
  "Lines are indented by a tab a level."
  (test-step "indentation by tabs, as Xcode writes it"
    (with-temp-buffer
      (insert "<plist>\n<array>\n<string/>\n<true/>\n</array>\n</plist>\n")
      (cl-letf (((symbol-function 'privacy-lsp--start) #'ignore))
        (privacy-lsp-mode))
      (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
      (test-same (buffer-string) "<plist>\n\t<array>\n\t\t<string/>\n\t\t<true/>\n\t</array>\n</plist>\n" "the text")
      (test-same (list indent-tabs-mode tab-width) '(t 4) "the mode's tabs"))))

(defun test-diagnostics ()
  "What is shown for the manifest of the app, the first file that is opened."
  (test-step "diagnostics [server]"
    (test-open-with-diagnostics (plist-get (plist-get test-expected :diagnostics) :file))
    (test-same major-mode 'privacy-lsp-mode "the mode")
    (test-idle (lambda () (equal (test-shown) (test-wanted))))
    (test-same (test-shown) (test-wanted) "what is shown")
    (test-keys "M-x flymake-show-buffer-diagnostics RET")
    (test-capture "diagnostics")
    (delete-other-windows)))

(defun test-plain (text)
  "Return TEXT without the marks of Markdown."
  (replace-regexp-in-string "[*`\\]" "" text))

(defun test-hovers ()
  "Documentation at some places."
  (dolist (hover (plist-get test-expected :hovers))
    (let ((contains (plist-get hover :contains)))
      (test-step (format "hover on line %d%s [server]" (plist-get hover :line)
                         (if contains "" " shows nothing"))
        (test-open-with-diagnostics (plist-get hover :file))
        (test-go hover)
        (if (not contains)
            (test-same (funcall (plist-get test-client :ask-hover)) nil "the answer")
          (let ((text (test-plain (funcall (plist-get test-client :hover)))))
            (test-capture (format "hover-line-%d" (plist-get hover :line)))
            (dolist (part contains)
              (test-check (string-search (test-plain part) text) "no %S in %S" part text))))))))

(defun test-offered ()
  "Return the words that are offered at point, as completion front ends get them."
  (pcase (run-hook-with-args-until-success 'completion-at-point-functions)
    (`(,beg ,end ,table . ,properties)
     (mapcar (lambda (candidate) (car (split-string (substring-no-properties candidate))))
             (all-completions (buffer-substring-no-properties beg end) table
                              (plist-get properties :predicate))))))

(defun test-choose (word)
  "Choose WORD in the list of completions, if Emacs shows one."
  (when-let* ((window (get-buffer-window "*Completions*")))
    (select-window window)
    (set-buffer (window-buffer))
    (goto-char (point-min))
    (let (found)
      (while (and (not found) (< (point) (point-max)))
        (let ((string (get-text-property (point) 'completion--string)))
          (if (and string (equal (car (split-string (if (consp string) (car string) string))) word))
              (setq found t)
            (goto-char (next-single-property-change (point) 'completion--string nil (point-max))))))
      (test-check found "%s is not in the list %S" word (buffer-string)))
    (set-window-point nil (point))
    (test-keys "RET")))

(defun test-completions ()
  "Completion at some places, and what accepting it makes of the buffer."
  (dolist (completion (plist-get test-expected :completions))
    (test-step (format "completion of %s [server]" (plist-get completion :what))
      (test-open (plist-get completion :file))
      (test-go completion)
      (unless (string-empty-p (plist-get completion :type))
        (test-keys (mapconcat #'string (plist-get completion :type) " ")))
      (let ((offered (test-await "the list" #'test-offered)))
        (dolist (word (plist-get completion :offers))
          (test-check (member word offered) "%s is not among %S" word offered))
        (dolist (word (plist-get completion :never))
          (test-check (not (member word offered)) "%s is offered" word))
        (when-let* ((only (plist-get completion :only)))
          (test-same (sort (copy-sequence offered) #'string<) (sort (copy-sequence only) #'string<) "the list")))
      (test-keys "C-M-i")
      (test-capture (format "completion-line-%d" (plist-get completion :line)))
      (test-choose (plist-get completion :accept))
      (test-check-lines (plist-get completion :lines)))))

(defun test-has (line code)
  "Return non-nil if a diagnostic CODE is shown on LINE."
  (cl-some (lambda (wanted)
             (and (equal (plist-get wanted :line) line)
                  (equal (plist-get wanted :code) code)
                  (cl-some (lambda (shown)
                             (and (equal (car shown) line)
                                  (equal (nth 3 shown) (funcall (plist-get test-client :text) wanted))))
                           (test-shown))))
           (plist-get (plist-get test-expected :diagnostics) :all)))

(defun test-take-first ()
  "Answer a prompt with its default, or with the first it offers."
  (unless minibuffer-default
    (insert (car (all-completions "" minibuffer-completion-table))))
  (setq unread-command-events (listify-key-sequence (kbd "RET"))))

;; A key that completes waits for the server by itself.
(defun test-by-keys (from goal keys)
  "Type KEYS, in the form of `kbd' and parted by commas, and save the file.
It has to be the file GOAL of the folder ByKeys then, and to be linted clean.
FROM is the file it begins as, nil for an empty one.  Return how many keys
these are."
  (let* ((folder (expand-file-name "ByKeys/" (file-name-directory (getenv "EXPECTATIONS"))))
         (name (concat "Typed/" goal "/PrivacyInfo.xcprivacy"))
         (file (expand-file-name name test-place))
         (count (length (split-string keys "[ ,]+"))))
    (make-directory (file-name-directory file) t)
    (with-temp-file file
      (when from (insert-file-contents (expand-file-name from folder))))
    (test-open name)
    (yas-minor-mode 1)
    (when from (test-await "diagnostics" #'flymake-diagnostics))
    (goto-char (point-min))
    (set-window-point nil (point))
    ;; A comma is where someone looks; what comes between two of them is one command, or typed in one go.
    (dolist (part (split-string keys ","))
      (setq unread-command-events (listify-key-sequence (kbd part)))
      (test-idle #'always)
      (test-wait (if (string-search "RET" part) 1 0.2)))
    (test-capture goal)
    (test-say "-- %s: %d keys: %s" goal count (string-replace "," "" keys))
    (test-same (split-string (string-replace "<array></array>" "<array/>" (with-temp-buffer
                                                                          (insert-file-contents file)
                                                                          (buffer-string)))
                             "\n")
               (with-temp-buffer
                 (insert-file-contents (expand-file-name goal folder))
                 (split-string (buffer-string) "\n"))
               "the file")
    (let ((said (with-temp-buffer
                  (call-process "privacy-lsp" nil t nil "lint" file)
                  (buffer-string))))
      (test-check (string-prefix-p "no findings" said) "lint says %s" said))
    count))

(defun test-manifest-by-keys ()
  "A whole manifest from an empty file."
  (test-step "a whole manifest by keys, no more than are good [server]"
    (let ((budget (plist-get (plist-get (plist-get test-expected :byKeys) :budget) :emacs))
          (count (test-by-keys nil "typed.xcprivacy"
                               (string-join
                                '("C-M-i, M-<down>, M-<down>, M-RET, TAB"
                                  "e m, C-M-i, M-<down>, M-RET, TAB, TAB, a p, C-M-i, M-<down>, M-RET, TAB"
                                  "c r a, C-M-i, M-<down>, M-RET, TAB, TAB, a p, C-M-i, M-<down>, M-RET, TAB, TAB"
                                  "u s, C-M-i, M-<down>, M-RET, C-M-i, M-<down>, M-RET, C-n, C-n, C-e"
                                  "d i, C-M-i, M-<down>, M-RET, C-M-i, M-<down>, M-<down>, M-RET, C-x C-s")
                                ", "))))
      (test-check (<= count budget) "%d keys, and %d are good" count budget))))

(defun test-mistakes-by-keys ()
  "Ten mistakes, each mended from the list of fixes at the next finding."
  (test-step "ten mistakes mended by keys [server]"
    ;; The README has these keys.
    (keymap-set privacy-lsp-mode-map "C-c n" #'flymake-goto-next-error)
    (keymap-set privacy-lsp-mode-map "C-c f" (plist-get test-client :fix))
    (test-by-keys "mistakes.xcprivacy" "mended.xcprivacy"
                  (concat (mapconcat (lambda (place)
                                       ;; What is preferred or comes first is the default.
                                       (concat "C-c n, C-c f " (if (= place 1) "RET" "C h a n g e SPC t o SPC 7 TAB RET")))
                                     (plist-get (plist-get test-expected :byKeys) :places) ", ")
                          ", C-x C-s"))))

(defun test-code-actions ()
  "Fixes, the preferred one of each place."
  (dolist (action (plist-get test-expected :codeActions))
    (test-step (format "code action, %s [server]" (plist-get action :what))
      (test-open-with-diagnostics (plist-get action :file))
      (let* ((line (plist-get action :line))
             (code (plist-get action :code))
             (count (length (test-wanted))))
        (test-await "all diagnostics" (lambda () (= (length (test-shown)) count)))
        (test-check (test-has line code) "no finding %s on line %d" code line)
        (test-go action)
        (minibuffer-with-setup-hook #'test-take-first
          (test-command (plist-get test-client :fix)))
        (test-check-lines (plist-get action :lines))
        (test-await "the finding to go" (lambda () (= (length (test-shown)) (1- count))))
        (test-check (not (test-has line code)) "the finding is still there")))))

(defun test-text ()
  "Return the lines of the buffer."
  (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n"))

(defun test-formatting ()
  "Formatting a whole file."
  (test-step "formatting [server]"
    (let* ((expected (plist-get test-expected :formatting))
           (wanted (plist-get expected :text)))
      (test-open (plist-get expected :file))
      (test-command (plist-get test-client :format))
      (test-idle (lambda () (equal (test-text) wanted)))
      (test-same (test-text) wanted "the buffer")
      (test-capture "formatting"))))

(defun test-hints ()
  "Return the inlay hints of the buffer: (LINE TEXT-BEFORE HINT)…."
  (mapcar (lambda (overlay)
            (let ((after (overlay-get overlay 'after-string)))
              (save-excursion
                (goto-char (if after (overlay-end overlay) (overlay-start overlay)))
                (list (line-number-at-pos)
                      (string-trim (buffer-substring-no-properties (pos-bol) (point)))
                      (string-trim (substring-no-properties (or after (overlay-get overlay 'before-string))))))))
          (sort (cl-remove-if-not (lambda (overlay)
                                    (or (overlay-get overlay 'eglot--inlay-hint)
                                        (overlay-get overlay 'lsp-inlay-hint)))
                                  (overlays-in (point-min) (point-max)))
                (lambda (a b) (< (overlay-start a) (overlay-start b))))))

(defun test-inlay-hints ()
  "Words that the editor shows between those of the file."
  (test-step "inlay hints [server]"
    (let* ((expected (plist-get test-expected :inlayHints))
           (wanted (mapcar (lambda (hint)
                             (list (plist-get hint :line) (plist-get hint :after) (plist-get hint :text)))
                           (plist-get expected :all))))
      (test-check wanted "nothing is expected")
      (test-open-with-diagnostics (plist-get expected :file))
      (when-let* ((mode (plist-get test-client :hints)))
        (test-command mode))
      (test-idle (lambda () (equal (test-hints) wanted)))
      (test-same (test-hints) wanted "what is shown")
      (goto-char (point-max))
      (set-window-point nil (point))
      (test-capture "inlay-hints"))))

(defun test-shown-label ()
  "Return the buffer of a label that is in a window."
  (cl-find-if (lambda (buffer)
                (and (string-prefix-p "*Privacy Label" (buffer-name buffer))
                     (get-buffer-window buffer)))
              (buffer-list)))

(defun test-label-text (label)
  "Return the text of the buffer LABEL."
  (with-current-buffer label (buffer-substring-no-properties (point-min) (point-max))))

(defun test-label ()
  "The label, which follows the typing."
  (test-step "label, which follows the typing [server]"
    (let* ((expected (plist-get test-expected :label))
           (change (plist-get expected :change)))
      (test-open (plist-get expected :file))
      (test-keys "M-x privacy-lsp-show-label RET")
      (let ((label (test-await "the label's window" #'test-shown-label)))
        (cl-flet ((await (part when)
                    (test-await (format "%S in the label %s" part when)
                                (lambda () (string-search part (test-label-text label))))))
          (dolist (part (plist-get expected :contains)) (await part "at first"))
          (dolist (part (plist-get expected :never))
            (test-check (not (string-search part (test-label-text label))) "%S is on the label" part))
          (test-capture "label")
          ;; It follows what is typed.
          (test-go (list :line (plist-get change :line) :after (plist-get change :replace)))
          (dotimes (_ (length (plist-get change :replace))) (delete-char -1))
          (test-keys (mapconcat #'string (plist-get change :by) " "))
          (await (plist-get change :adds) "after typing")
          (test-capture "label-after-typing")
          (test-check (not (string-search (plist-get change :removes) (test-label-text label)))
                      "%S is still on the label" (plist-get change :removes))
          ;; And is asked for anew by a key.
          (select-window (get-buffer-window label))
          (set-buffer label)
          (let ((inhibit-read-only t)) (erase-buffer))
          (test-keys "g")
          (await (plist-get change :adds) "after g")
          (test-keys "q")
          (test-check (not (get-buffer-window label)) "q leaves the label there")
          (kill-buffer label))))))

(defun test-path ()
  "A path with spaces and more than ASCII in it is one like any other."
  (test-step "diagnostics, in a path with spaces and umlauts [server]"
    (let* ((file (plist-get (plist-get test-expected :diagnostics) :file))
           (copy (expand-file-name "Kinds/Größe und mehr/Über 1/PrivacyInfo.xcprivacy" test-place)))
      (make-directory (file-name-directory copy) t)
      (copy-file (expand-file-name file test-place) copy t)
      ;; Not by keys: the minibuffer reads a name with spaces in its own way.
      (test-close-all)
      (find-file copy)
      (test-await "the server" #'test-running)
      (test-await "the diagnostics" (lambda () (equal (test-shown) (test-wanted)))))))

;; The last finding, and one behind an emoji.
(defun test-typing ()
  "Diagnostics follow what is typed, behind an emoji too."
  (let* ((all (plist-get (plist-get test-expected :diagnostics) :all))
         (count (length all)))
    (cl-loop
     for (what diagnostic) in `(("diagnostics follow the typing" ,(car (last all)))
                                ("diagnostics follow the typing behind an emoji" ,(nth 2 all)))
     do (test-step (concat what " [server]")
          (test-open-with-diagnostics (plist-get (plist-get test-expected :diagnostics) :file))
          (test-await "all diagnostics" (lambda () (= (length (test-shown)) count)))
          (let ((text (plist-get diagnostic :text)))
            (test-go (list :line (plist-get diagnostic :line) :after text))
            (test-keys "DEL")
            (test-await "another finding" (lambda () (not (equal (test-shown) (test-wanted)))))
            (test-keys (substring text -1))
            (test-await "the finding to come back" (lambda () (equal (test-shown) (test-wanted)))))))))

(defun test-kinds-start ()
  "Files of every kind have a server, in any letter case."
  (dolist (kind (plist-get test-kinds :kinds))
    (test-step (format "files of the kind %s start the server, in any letter case [server]" (plist-get kind :kind))
      (test-check (plist-get kind :examples) "there are no examples")
      (dolist (example (plist-get kind :examples))
        (dolist (name (list example (upcase example)))
          (let ((file (expand-file-name (concat "Kinds/" name) test-place)))
            (make-directory (file-name-directory file) t)
            (copy-file (expand-file-name (plist-get (plist-get test-expected :noServer) :file) test-place) file t)
            (test-open file)))))))

(defun test-other-files ()
  "A file of another kind has no server."
  (test-step "a file of another kind starts no server, where one of ours does [server]"
    ;; Until it has answered, a server may still be starting, and would count as one more.
    (test-open-with-diagnostics (plist-get (plist-get test-expected :diagnostics) :file))
    (test-close-all)
    (let ((before (length (test-servers)))
          (file (plist-get (plist-get test-expected :noServer) :file)))
      (find-file (expand-file-name file test-place))
      (test-keys "C-f C-b")
      (test-wait 0.7)
      (test-same (buffer-name) file "the buffer")
      (test-same major-mode 'nxml-mode "the mode")
      (test-check (not (test-running)) "a server runs for it")
      (test-check (<= (length (test-servers)) before) "a server was started")
      (test-same (flymake-diagnostics) nil "what is shown"))))

(defun test-kill-server ()
  "Kill the one server there is, and wait until Emacs knows."
  (let ((servers (test-servers)))
    (test-same (length servers) 1 "the number of servers")
    (signal-process (car servers) 'SIGKILL)
    (test-await "the end of the server" (lambda () (not (process-live-p (car servers)))))))

(defun test-restart ()
  "The command that starts the server anew, after a crash and without."
  (test-step "restart after the server was killed [server]"
    (test-open-with-diagnostics (plist-get (plist-get test-expected :diagnostics) :file))
    (test-idle (lambda () (equal (test-shown) (test-wanted))))
    (test-kill-server)
    (test-keys "M-x privacy-lsp-restart RET")
    (test-await "a server" (lambda () (and (test-running) (test-servers))))
    (test-await "the same diagnostics" (lambda () (equal (test-shown) (test-wanted)))))
  (test-step "restart of a server that runs [server]"
    (let ((old (car (test-servers))))
      (test-check old "there is no server")
      (test-keys "M-x privacy-lsp-restart RET")
      (test-await "another server" (lambda () (and (not (process-live-p old)) (test-running) (test-servers))))
      (test-await "the same diagnostics" (lambda () (equal (test-shown) (test-wanted)))))))

(defun test-restart-at-once ()
  "A server that has just died isn't asked to shut down, and not waited for."
  (test-step "restart in the moment of a crash waits for nothing [server]"
    (test-open-with-diagnostics (plist-get (plist-get test-expected :diagnostics) :file))
    (let ((process (car (test-servers)))
          took)
      (test-check process "there is no server")
      (test-command (lambda ()
                      (interactive)
                      (signal-process process 'SIGKILL)
                      ;; It is dead before Emacs has had the time to tell anybody.
                      (call-process "sleep" nil nil nil "0.1")
                      (let ((start (float-time)))
                        (privacy-lsp-restart)
                        (setq took (- (float-time) start)))))
      (test-await "another server" (lambda () (and (test-running) (test-servers) (not (memq process (test-servers))))))
      (test-await "the same diagnostics" (lambda () (equal (test-shown) (test-wanted))))
      (test-check (< took 0.4) "it took %.2f s" took))))

(defun test-missing-server ()
  "Without the program Emacs says so, and opens the file all the same."
  (test-step "a missing program is named"
    (test-close-all)
    (let ((privacy-lsp-server-command '("privacy-lsp-that-is-not-there" "serve"))
          (inhibit-message t))
      (with-temp-buffer
        ;; Elsewhere, where no server that runs would take the buffer.
        (setq default-directory "/"
              buffer-file-name (expand-file-name "PrivacyInfo.xcprivacy" "/nowhere"))
        (unwind-protect
            (progn
              (set-auto-mode)
              (test-same (condition-case failure (privacy-lsp-show-label)
                           (error failure))
                         '(user-error "No program ‘privacy-lsp-that-is-not-there’: install it, or set ‘privacy-lsp-server-command’")
                         "what the label command says"))
          (setq buffer-file-name nil))
        (test-same major-mode 'privacy-lsp-mode "the mode")))
    (test-check (with-current-buffer (get-buffer-create "*Warnings*")
                  (string-search "No program ‘privacy-lsp-that-is-not-there’" (buffer-string)))
                "nothing is said")
    (delete-other-windows)))

(defun test-run ()
  "Run all steps, then leave Emacs."
  (interactive)
  (condition-case failure
      (progn
        (test-diagnostics)
        (test-file-kinds)
        (test-indentation)
        (test-hovers)
        (test-completions)
        (when (equal test-editor "emacs")
          (test-manifest-by-keys)
          (test-mistakes-by-keys))
        (test-code-actions)
        (test-formatting)
        (test-inlay-hints)
        (test-label)
        (funcall (or (plist-get test-client :more) #'ignore))
        (test-typing)
        (test-path)
        (test-kinds-start)
        (test-other-files)
        (test-restart)
        (test-restart-at-once)
        (test-missing-server))
    ((error quit)
     (cl-incf test-failures)
     (test-say "not ok %s: %s" test-editor (error-message-string failure))))
  (with-current-buffer (messages-buffer)
    (write-region (point-min) (point-max) (concat test-results ".messages") nil 'quiet))
  (test-close-all)
  (let ((confirm-kill-processes nil)
        (kill-emacs-hook nil))
    (kill-emacs (if (zerop test-failures) 0 1))))

(defun test-begin ()
  "Have the command loop run the steps, as the first command."
  (global-set-key [f19] #'test-run)
  (setq unread-command-events (list 'f19)))

(provide 'driver)
;;; driver.el ends here
