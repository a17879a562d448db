;;; test.el --- Emacs with Eglot  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "driver" (file-name-directory load-file-name)))
;; Items come as snippets where yasnippet is there.  Company and Corfu are only turned on where they are tried; Corfu's list
;; is drawn in a terminal by corfu-terminal.  No other package of Debian's is loaded.
(dolist (package '("yasnippet" "company" "compat" "corfu" "popon" "corfu-terminal"))
  (add-to-list 'load-path (car (file-expand-wildcards
                                (format "/usr/share/emacs/site-lisp/elpa-src/%s-[0-9]*" package)))))
(require 'yasnippet)
(require 'company)
(require 'corfu)
(require 'corfu-terminal)
(require 'eglot)

(defun test-eldoc ()
  "Return what Emacs shows for point by itself, all of it."
  (when (buffer-live-p eldoc--doc-buffer) ; what was shown before
    (kill-buffer eldoc--doc-buffer))
  (test-keys "C-f C-b")
  (test-await "the documentation"
              (lambda ()
                (when (buffer-live-p eldoc--doc-buffer)
                  (with-current-buffer eldoc--doc-buffer
                    (and (string-match-p "[^[:space:]]" (buffer-string))
                         (buffer-substring-no-properties (point-min) (point-max))))))))

;; FRONT: its mode, the command that opens its list, and a form that returns (SELECTED . CANDIDATES).
(defconst test-fronts
  '(("company" company-mode company-manual-begin
     (and company-candidates (cons (or company-selection 0) company-candidates)))
    ("corfu" corfu-mode completion-at-point
     (and completion-in-region-mode corfu--candidates (cons (max corfu--index 0) corfu--candidates)))))

(defconst test-accepted
  '(("a data type" "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\t\t|\n\t</array>\n"
     "Email" "NSPrivacyCollectedDataTypeEmailAddress"
     "<dict>
\t\t\t<key>NSPrivacyCollectedDataType</key>
\t\t\t<string>NSPrivacyCollectedDataTypeEmailAddress</string>
\t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
\t\t\t<true/>
\t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
\t\t\t<false/>
\t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
\t\t\t<array>
\t\t\t\t<string>…</string>
\t\t\t</array>
\t\t</dict>")
    ("a key" "\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t|\n"
     "Domains" "NSPrivacyTrackingDomains"
     "<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string></string>\n\t</array>"))
  "What is accepted, where, what is typed for it, its name in the list, and the text then.")

(defun test-front-ends ()
  "The bytes of a file after an item was accepted in Company and in Corfu."
  (corfu-terminal-mode 1)
  (pcase-dolist (`(,front ,mode ,command ,listed) test-fronts)
    (pcase-dolist (`(,what ,around ,typed ,item ,result) test-accepted)
      (dolist (indentation '("\t" "  "))
        (dolist (end '("\n" "\r\n"))
          (test-step (format "accepting %s in %s, %s and %s [server]" what front
                             (if (equal indentation "\t") "tabs" "spaces") (if (equal end "\n") "LF" "CR LF"))
            (let* ((coding-system-for-write 'utf-8-unix)
                   (name (format "Accepted/%d/PrivacyInfo.xcprivacy" (random 1000000)))
                   (file (expand-file-name name test-place)))
              (cl-flet ((whole (inner)
                          (string-replace "\n" end
                           (string-replace "\t" indentation
                            (concat "<plist version=\"1.0\">\n<dict>\n" (string-replace "|" inner around)
                                    "</dict>\n</plist>\n")))))
                (make-directory (file-name-directory file) t)
                (write-region (whole "|") nil file nil 'quiet)
                (setq coding-system-for-write nil)
                (test-open name)
                (yas-minor-mode 1)
                (funcall mode 1)
                (goto-char (point-min))
                (search-forward "|")
                (delete-char -1)
                (set-window-point nil (point))
                (test-keys (mapconcat #'string typed " "))
                (test-command command)
                (let* ((shown (test-await "the list" (lambda () (eval listed t))))
                       (place (cl-position item (cdr shown) :test #'equal)))
                  (test-check place "%s is not among %S" item (cdr shown))
                  (test-capture (format "%s-%s" front (string-replace " " "-" what)))
                  (test-keys (concat (mapconcat #'identity (make-list (- place (car shown)) "M-n ") "") "RET")))
                (test-keys "C-x C-s")
                (test-same (with-temp-buffer
                             (set-buffer-multibyte nil)
                             (insert-file-contents-literally file)
                             (decode-coding-string (buffer-string) 'utf-8-unix))
                           (whole result) "the file")))))))))

(setq test-editor "emacs"
      eglot-autoreconnect nil ; what is tested is the command
      test-client
      (list
       :running (lambda () (and (eglot-managed-p) (eglot-current-server) t))
       :type (lambda (severity)
               (pcase severity ("error" 'eglot-error) ("warning" 'eglot-warning) (_ 'eglot-note)))
       :text (lambda (diagnostic)
               (format "privacy-lsp [%s]: %s" (plist-get diagnostic :code) (plist-get diagnostic :message)))
       :hover #'test-eldoc
       :ask-hover (lambda ()
                    (jsonrpc-request (eglot-current-server) :textDocument/hover
                                     (eglot--TextDocumentPositionParams)))
       :fix #'eglot-code-actions
       :format #'eglot-format-buffer
       :more #'test-front-ends))

(test-begin)
;;; test.el ends here
