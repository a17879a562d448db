;;; test.el --- Emacs with lsp-mode  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "../emacs/driver" (file-name-directory load-file-name)))

;; Items come as snippets where yasnippet is there.
(require 'yasnippet)
(yas-global-mode 1)

;; Set by every user of lsp-mode or asked for at the first file: which folder is the project.
(setq lsp-auto-guess-root t
      lsp-restart 'ignore) ; what is tested is the command

(defun test-help ()
  "Return what Emacs shows when asked for help on point."
  (when (get-buffer "*lsp-help*") (kill-buffer "*lsp-help*"))
  (test-keys "M-x lsp-describe-thing-at-point RET")
  (test-await "the documentation"
              (lambda ()
                (when (get-buffer "*lsp-help*")
                  (with-current-buffer "*lsp-help*"
                    (and (string-match-p "[^[:space:]]" (buffer-string))
                         (buffer-substring-no-properties (point-min) (point-max))))))))

(defun test-lens (part)
  "Return the command of the lens with PART in its words."
  (cl-some (lambda (overlay)
             (let* ((words (or (overlay-get overlay 'before-string) (overlay-get overlay 'after-string) ""))
                    (place (string-search part words)))
               (and (overlay-get overlay 'lsp-lens)
                    place
                    (lookup-key (get-text-property place 'local-map words) [mouse-1]))))
           (overlays-in (point-min) (point-max))))

(defun test-lenses ()
  "The lens with the label shows it, as the command does."
  (test-step "a click on the label's lens [server]"
    (let ((expected (plist-get test-expected :label)))
      (test-open (plist-get expected :file))
      (test-command (test-await "the lens" (lambda () (test-lens "label"))))
      (let ((label (test-await "the label's window" #'test-shown-label))
            (part (car (plist-get expected :contains))))
        (test-await (format "%S in the label" part)
                    (lambda () (string-search part (test-label-text label))))
        (kill-buffer label)))))

(setq test-editor "emacs-lsp-mode"
      test-client
      (list
       :running (lambda ()
                  (and (featurep 'lsp-mode) (bound-and-true-p lsp-managed-mode)
                       (cl-some (lambda (workspace) (eq (lsp--workspace-status workspace) 'initialized))
                                (lsp-workspaces))))
       :type (lambda (severity)
               (pcase severity ("error" :error) ("warning" :warning) (_ :note)))
       :text (lambda (diagnostic) (plist-get diagnostic :message))
       :hover #'test-help
       :ask-hover (lambda ()
                    (lsp-request "textDocument/hover" (lsp--text-document-position-params)))
       :fix #'lsp-execute-code-action
       :format #'lsp-format-buffer
       :hints #'lsp-inlay-hints-mode
       :more #'test-lenses))

(test-step "installed as the README says"
  (test-same (locate-library "privacy-lsp")
             (expand-file-name "~/src/privacy-lsp/editors/emacs/privacy-lsp.el") "the package"))
(test-begin)
;;; test.el ends here
