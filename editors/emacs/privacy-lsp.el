;;; privacy-lsp.el --- Completion and checks for Apple privacy files  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, tools
;; URL: https://github.com/OWNER/privacy-lsp

;;; Commentary:

;; Connects Emacs to privacy-lsp, a language server for Apple privacy
;; manifests (PrivacyInfo.xcprivacy) and Info.plist files, through Eglot or
;; lsp-mode.
;;
;; With this package and the program `privacy-lsp' installed, open one of
;; those files: the server starts and provides findings, completion, hover and
;; fixes.  No other file starts it.
;;
;;   M-x privacy-lsp-show-label   the App Store privacy label of the file
;;   M-x privacy-lsp-restart      starts the server anew
;;
;; `M-x customize-group RET privacy-lsp' has the settings.

;;; Code:

(require 'nxml-mode)
(require 'rng-nxml)

(defgroup privacy-lsp nil
  "Completion, checks and fixes for Apple privacy files."
  :group 'languages
  :prefix "privacy-lsp-")

(defcustom privacy-lsp-server-command '("privacy-lsp" "serve")
  "The server's program and its arguments.
The program is a name that is looked up in variable `exec-path', or an
absolute file name.  A change holds from the next start of the server on;
see the command `privacy-lsp-restart'."
  :type '(cons (string :tag "Program") (repeat :tag "Arguments" string))
  :risky t)

(defcustom privacy-lsp-client 'auto
  "What connects a buffer to the server when a file is opened.
`auto' takes lsp-mode where it is installed or Eglot where not; if one of
the two is in use already, and the other is not, that one.  With nil
nothing is started: \\[eglot] or \\`M-x lsp' does it then."
  :type '(choice (const :tag "lsp-mode if installed, Eglot otherwise" auto)
                 (const :tag "Eglot" eglot)
                 (const :tag "lsp-mode" lsp-mode)
                 (const :tag "Nothing" nil))
  :safe #'symbolp)

(defcustom privacy-lsp-label-delay 0.5
  "Seconds of pause in typing before a shown label is updated."
  :type 'number)


;;; The mode

;; What nxml-mode takes for parts of a word would make clients take all of
;; "<string></string>" for the text to complete.
(defvar privacy-lsp-mode-syntax-table
  (let ((table (make-syntax-table text-mode-syntax-table)))
    (dolist (character '(?< ?> ?/))
      (modify-syntax-entry character "." table))
    table)
  "The syntax table of `privacy-lsp-mode'.")

(defvar-keymap privacy-lsp-mode-map
  :doc "Keys of `privacy-lsp-mode', besides those of `nxml-mode'."
  "C-c C-l" #'privacy-lsp-show-label)

(easy-menu-define privacy-lsp-menu privacy-lsp-mode-map
  "Menu of `privacy-lsp-mode'."
  '("Privacy"
    ["Show App Store Label" privacy-lsp-show-label]
    ["Restart Server" privacy-lsp-restart]
    ["Customize" (customize-group 'privacy-lsp)]))

(defvar yas-indent-line)

;;;###autoload
(define-derived-mode privacy-lsp-mode nxml-mode "Privacy"
  "Major mode for Apple privacy manifests and Info.plist files.
The server says what is wrong; the checks of `nxml-mode', which know
nothing of these files, are off.

\\{privacy-lsp-mode-map}"
  :after-hook (privacy-lsp--start)
  ;; One tab a level, as Xcode writes them.
  (setq-local indent-tabs-mode t)
  (setq-local tab-width 4)
  (setq-local nxml-child-indent tab-width)
  ;; What the server sends to Emacs is indented as the file is.
  (setq-local yas-indent-line 'none)
  (when rng-validate-mode
    (rng-validate-mode -1)))

;; What these files have besides XML: comments and texts in quotation marks.
(defvar privacy-lsp-text-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "The syntax table of `privacy-lsp-text-mode'.")

;;;###autoload
(define-derived-mode privacy-lsp-text-mode prog-mode "Privacy"
  "Major mode for the other files that contain purpose strings.
These are the translations of Info.plist, Xcode projects and build
settings.

\\{privacy-lsp-text-mode-map}"
  :after-hook (privacy-lsp--start)
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(nil)))

(defconst privacy-lsp--modes '(privacy-lsp-mode privacy-lsp-text-mode)
  "The modes of the files that the server takes.")

;; The letter case of a name does not count.
;;;###autoload
(dolist (pattern
         '(
           ;; file-kinds.json: emacs-patterns
           "\\.xcprivacy\\'"
           "\\(?:\\`\\|/\\)Info\\.plist\\'"
           "-Info\\.plist\\'"
           "\\(?:\\`\\|/\\)Info-[^/]*\\.plist\\'"
           "\\(?:\\`\\|/\\)InfoPlist\\.strings\\'"
           "\\(?:\\`\\|/\\)InfoPlist\\.xcstrings\\'"
           "\\.entitlements\\'"
           "\\(?:\\`\\|/\\)project\\.pbxproj\\'"
           "\\.xcconfig\\'"
           ;; file-kinds.json: end
           ))
  (add-to-list 'auto-mode-alist (cons pattern 'privacy-lsp-choose-mode)))

(defconst privacy-lsp--text-patterns
  '(
    ;; file-kinds.json: emacs-text-patterns
    "\\(?:\\`\\|/\\)InfoPlist\\.strings\\'"
    "\\(?:\\`\\|/\\)InfoPlist\\.xcstrings\\'"
    "\\(?:\\`\\|/\\)project\\.pbxproj\\'"
    "\\.xcconfig\\'"
    ;; file-kinds.json: end
    )
  "Which of these files are not XML.")

(defun privacy-lsp--ours-p (file)
  "Return non-nil if FILE is a privacy file by its name."
  (let ((case-fold-search t))
    (seq-some (lambda (entry)
                (and (eq (cdr-safe entry) 'privacy-lsp-choose-mode)
                     (string-match-p (car entry) file)))
              auto-mode-alist)))

;;;###autoload
(defun privacy-lsp-choose-mode ()
  "Turn on the mode for a file with the name of a privacy file.
That is `privacy-lsp-mode', but not for a copy such as Info.plist.bak,
where Emacs looks at the name without the ending, nor for a binary
property list, which is no text to edit."
  (cond ((save-excursion (goto-char (point-min)) (looking-at-p "bplist"))
         (fundamental-mode))
        ((and buffer-file-name (not (privacy-lsp--ours-p buffer-file-name)))
         (nxml-mode))
        ((let ((case-fold-search t))
           (and buffer-file-name
                (seq-some (lambda (pattern) (string-match-p pattern buffer-file-name))
                          privacy-lsp--text-patterns)))
         (privacy-lsp-text-mode))
        (t (privacy-lsp-mode))))


;;; Clients

(declare-function eglot-current-server "eglot")
(declare-function eglot-reconnect "eglot")
(declare-function eglot-managed-p "eglot")
(declare-function eglot-handle-notification "eglot")
(declare-function eglot--major-modes "eglot")
(declare-function url-unhex-string "url-util")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc--process "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function lsp-deferred "lsp-mode")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-workspace-restart "lsp-mode")
(declare-function lsp--text-document-identifier "lsp-mode")
(declare-function lsp--workspace-cmd-proc "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)
(defvar lsp-restart)

(defvar privacy-lsp--told-of-missing-server nil
  "Non-nil once the user knows that the server is not installed.")

(defun privacy-lsp--client ()
  "Return the client to use, `eglot' or `lsp-mode', nil for none."
  (cond ((not (eq privacy-lsp-client 'auto)) privacy-lsp-client)
        ((featurep 'lsp-mode) 'lsp-mode)
        ((featurep 'eglot) 'eglot)
        ((fboundp 'lsp-deferred) 'lsp-mode)
        (t 'eglot)))

(defun privacy-lsp--contact (&optional _interactive _project)
  "Return the server's command line, for Eglot."
  privacy-lsp-server-command)

(defun privacy-lsp--decoded-uri (uri)
  "Return URI with characters in place of the escapes of all but ASCII."
  (let ((case-fold-search t))
    (replace-regexp-in-string
     "\\(?:%[89a-f][0-9a-f]\\)+"
     (lambda (escaped)
       (save-match-data (decode-coding-string (url-unhex-string escaped) 'utf-8)))
     uri t t)))

(defun privacy-lsp--mend-eglot ()
  "Have Eglot show findings in files with more than ASCII in their path.
The Eglot of Emacs 30 compares the bytes that it reads out of the server's
URI with the characters of the file's name, and drops the findings."
  (cl-defmethod eglot-handle-notification :extra "privacy-lsp" :around
    ((server eglot-lsp-server) (method (eql textDocument/publishDiagnostics)) &rest parameters)
    (when (and (memq 'privacy-lsp-mode (eglot--major-modes server))
               (stringp (plist-get parameters :uri)))
      (setq parameters (plist-put (copy-sequence parameters) :uri
                                  (privacy-lsp--decoded-uri (plist-get parameters :uri)))))
    (apply #'cl-call-next-method server method parameters)))

(defun privacy-lsp--register-with-eglot ()
  "Register the server with Eglot."
  (require 'eglot)
  (privacy-lsp--mend-eglot)
  (add-to-list 'eglot-server-programs
               '(((privacy-lsp-mode :language-id "xml") (privacy-lsp-text-mode :language-id "strings"))
                 . privacy-lsp--contact)))

(defun privacy-lsp--lens-actions ()
  "Return what a click on a lens does, by the server's command."
  (let ((actions (make-hash-table :test #'equal)))
    (puthash "privacy-lsp.showLabel" (lambda (_action) (privacy-lsp-show-label)) actions)
    actions))

(defun privacy-lsp--register-with-lsp-mode ()
  "Register the server with lsp-mode."
  (require 'lsp-mode)
  (unless (assq 'privacy-lsp-mode lsp-language-id-configuration)
    (push '(privacy-lsp-mode . "xml") lsp-language-id-configuration)
    (push '(privacy-lsp-text-mode . "strings") lsp-language-id-configuration)
    (lsp-register-client
     (make-lsp-client
      :new-connection (lsp-stdio-connection (lambda () privacy-lsp-server-command))
      :major-modes privacy-lsp--modes
      :priority 1                       ; before servers for all XML
      :action-handlers (privacy-lsp--lens-actions)
      :server-id 'privacy-lsp))))

(defun privacy-lsp--register ()
  "Register the server with the clients that the user may start by hand."
  (privacy-lsp--register-with-eglot)
  (when (locate-library "lsp-mode")
    (privacy-lsp--register-with-lsp-mode)))

(defun privacy-lsp--program ()
  "Return the file name of the server's program, nil if there is none."
  (executable-find (car privacy-lsp-server-command) (file-remote-p default-directory)))

(defun privacy-lsp--tell-of-missing-server ()
  "Tell the user that the server is not installed; once, where it is seen."
  (let ((text (format-message "No program `%s': install it, or set `privacy-lsp-server-command'"
                              (car privacy-lsp-server-command))))
    (if privacy-lsp--told-of-missing-server
        (message "%s" text)
      (setq privacy-lsp--told-of-missing-server t)
      (display-warning 'privacy-lsp text))))

(defun privacy-lsp--start ()
  "Connect the buffer to the server through `privacy-lsp-client'."
  (when (and buffer-file-name (privacy-lsp--ours-p buffer-file-name))
    (let ((client (privacy-lsp--client)))
      (cond ((not client) (privacy-lsp--register))
            ((not (privacy-lsp--program)) (privacy-lsp--tell-of-missing-server))
            ((eq client 'lsp-mode)
             (privacy-lsp--register-with-lsp-mode)
             (lsp-deferred))
            (t
             (privacy-lsp--register-with-eglot)
             (eglot-ensure))))))

(defun privacy-lsp--eglot-server ()
  "Return the server that Eglot has for this buffer, or nil."
  (and (featurep 'eglot) (eglot-managed-p) (eglot-current-server)))

(defun privacy-lsp--lsp-workspace ()
  "Return the workspace that lsp-mode has for this buffer, or nil."
  (and (featurep 'lsp-mode) (bound-and-true-p lsp-managed-mode)
       (lsp-find-workspace 'privacy-lsp buffer-file-name)))

;;;###autoload
(defun privacy-lsp-restart ()
  "Restart the server of this buffer, or start one if there is none."
  (interactive)
  (unless (derived-mode-p 'privacy-lsp-mode 'privacy-lsp-text-mode)
    (user-error "This is not a privacy file"))
  (let* ((server (privacy-lsp--eglot-server))
         (workspace (privacy-lsp--lsp-workspace))
         (process (cond (server (jsonrpc--process server))
                        (workspace (lsp--workspace-cmd-proc workspace)))))
    ;; Here Emacs notices a server that has just died, and the client starts
    ;; another or forgets it.  With a process as argument it would not.
    (when process
      (let ((lsp-restart 'auto-restart))
        (accept-process-output nil 0.01)))
    ;; A dead server can't answer, so it isn't asked to shut down.
    (cond ((and process (not (process-live-p process)))
           (unless (or (privacy-lsp--eglot-server) (privacy-lsp--lsp-workspace))
             (privacy-lsp--start-anyway)))
          (server (eglot-reconnect server t))
          (workspace (lsp-workspace-restart workspace))
          (t (privacy-lsp--start-anyway)))))

(defun privacy-lsp--start-anyway ()
  "Connect the buffer to the server, with any client if none is chosen."
  (let ((privacy-lsp-client (or privacy-lsp-client 'auto)))
    (privacy-lsp--start)))


;;; The label

(defvar-local privacy-lsp--source nil
  "The buffer whose label this buffer shows.")

(defvar-local privacy-lsp--label nil
  "The buffer that shows this buffer's label.")

(defvar-local privacy-lsp--timer nil
  "What will request the label again.")

(define-derived-mode privacy-lsp-label-mode special-mode "Privacy Label"
  "Major mode for the App Store privacy label of a file.
It follows the file as you type; \\[revert-buffer] asks for it anew."
  (setq-local revert-buffer-function #'privacy-lsp--revert-label)
  (visual-line-mode))

(defun privacy-lsp--execute (command arguments then)
  "Have the server execute COMMAND with ARGUMENTS.
THEN is called with the result, a plist or a hash table."
  (let ((server (privacy-lsp--eglot-server)))
    (cond
     (server
      ;; Deferred: what was typed is sent first.
      (jsonrpc-async-request
       server :workspace/executeCommand
       (list :command command :arguments (vconcat arguments))
       :success-fn then
       :error-fn (lambda (failure) (message "privacy-lsp: %s" (plist-get failure :message)))
       :deferred 'privacy-lsp))
     ((privacy-lsp--lsp-workspace)
      (lsp-request-async
       "workspace/executeCommand"
       (list :command command :arguments (vconcat arguments))
       then :mode 'detached)))))

(defun privacy-lsp--no-server ()
  "Tell the user that this buffer has no server, and what helps."
  (user-error (if (privacy-lsp--program)
                  "No server is running for this file; try `M-x privacy-lsp-restart'"
                "No program `%s': install it, or set `privacy-lsp-server-command'")
              (car privacy-lsp-server-command)))

(defun privacy-lsp--uri ()
  "Return the URI by which the server knows this buffer."
  (plist-get (if (privacy-lsp--eglot-server)
                 (eglot--TextDocumentIdentifier)
               (lsp--text-document-identifier))
             :uri))

(defun privacy-lsp--member (name result)
  "Return the string NAME of RESULT, which a client has decoded."
  (let ((value (if (hash-table-p result)
                   (gethash name result)
                 (plist-get result (intern (concat ":" name))))))
    (and (stringp value) value)))

(defun privacy-lsp--fill-label (label result)
  "Show RESULT in the buffer LABEL."
  (when (buffer-live-p label)
    (with-current-buffer label
      (let ((inhibit-read-only t)
            (text (or (privacy-lsp--member "text" result)
                      (privacy-lsp--member "markdown" result)
                      "This file says nothing for a label."))
            (shown (current-buffer)))
        (with-temp-buffer
          (insert (string-trim-right text) "\n")
          (let ((new (current-buffer)))
            ;; Keeps the place in every window.
            (with-current-buffer shown (replace-buffer-contents new))))
        (set-buffer-modified-p nil)))))

(defun privacy-lsp--ask-for-label ()
  "Ask for the label of this buffer and show it in its label buffer."
  (let ((label privacy-lsp--label))
    (privacy-lsp--execute "privacy-lsp.label" (list (privacy-lsp--uri))
                          (lambda (result) (privacy-lsp--fill-label label result)))))

(defun privacy-lsp--revert-label (&rest _)
  "Ask anew for the label in this buffer."
  (unless (buffer-live-p privacy-lsp--source)
    (user-error "The file is no longer open"))
  (with-current-buffer privacy-lsp--source
    (unless (or (privacy-lsp--eglot-server) (privacy-lsp--lsp-workspace))
      (privacy-lsp--no-server))
    (privacy-lsp--ask-for-label)))

(defun privacy-lsp--follow (&rest _)
  "Have the label follow a change of this buffer."
  (when (timerp privacy-lsp--timer)
    (cancel-timer privacy-lsp--timer))
  (if (buffer-live-p privacy-lsp--label)
      (setq privacy-lsp--timer
            (run-with-timer privacy-lsp-label-delay nil
                            #'privacy-lsp--follow-now (current-buffer)))
    (remove-hook 'after-change-functions #'privacy-lsp--follow t)))

(defun privacy-lsp--follow-now (source)
  "Ask for the label of the buffer SOURCE if somebody can see it."
  (when (buffer-live-p source)
    (with-current-buffer source
      (when (and (buffer-live-p privacy-lsp--label)
                 (or (privacy-lsp--eglot-server) (privacy-lsp--lsp-workspace)))
        (privacy-lsp--ask-for-label)))))

;;;###autoload
(defun privacy-lsp-show-label ()
  "Show the App Store privacy label that this file leads to.
It is shown in a buffer beside, which follows the file as you type."
  (interactive)
  (unless (derived-mode-p 'privacy-lsp-mode)
    (user-error "This is not a privacy file"))
  (unless (or (privacy-lsp--eglot-server) (privacy-lsp--lsp-workspace))
    (privacy-lsp--no-server))
  (let ((source (current-buffer)))
    (unless (buffer-live-p privacy-lsp--label)
      (setq privacy-lsp--label
            (generate-new-buffer (format "*Privacy Label: %s*" (buffer-name))))
      (with-current-buffer privacy-lsp--label
        (privacy-lsp-label-mode)
        (setq privacy-lsp--source source)))
    (privacy-lsp--ask-for-label)
    (add-hook 'after-change-functions #'privacy-lsp--follow nil t)
    (display-buffer privacy-lsp--label)))

(provide 'privacy-lsp)
;;; privacy-lsp.el ends here
