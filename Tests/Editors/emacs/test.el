;;; test.el --- Emacs with Eglot  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "driver" (file-name-directory load-file-name)))
;; Items come as snippets where yasnippet is there; no other package of Debian's is loaded.
(add-to-list 'load-path (car (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa-src/yasnippet-*")))
(require 'yasnippet)
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
       :format #'eglot-format-buffer))

(test-begin)
;;; test.el ends here
