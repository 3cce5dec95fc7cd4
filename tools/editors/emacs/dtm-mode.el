;;; dtm-mode.el --- Models of dtc, and Modelica -*- lexical-binding: t -*-
;; Colours and comments; with eglot the language server: (add-hook 'dtm-mode-hook #'eglot-ensure)
;;; Code:

(defconst dtm-font-lock-keywords
  `((,(regexp-opt '("block" "class" "connector" "function" "model" "operator" "package" "record" "type" "enumeration"
                    "automaton" "net" "constant" "discrete" "each" "encapsulated" "expandable" "final" "flow" "impure"
                    "inner" "input" "outer" "output" "parameter" "partial" "protected" "public" "pure" "redeclare"
                    "replaceable" "stream" "algorithm" "annotation" "break" "connect" "constrainedby" "end" "equation"
                    "extends" "external" "import" "in" "initial" "return" "within" "if" "then" "else" "elseif" "when"
                    "elsewhen" "for" "while" "loop" "and" "or" "not")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("Real" "Integer" "Boolean" "String" "StateSelect" "AssertionLevel" "switching") 'symbols)
     . font-lock-type-face)
    (,(regexp-opt '("true" "false" "time") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("der" "pre" "edge" "change" "sample" "terminal" "reinit" "assert" "terminate" "noEvent" "smooth"
                    "after" "age" "since")
                  'symbols)
     . font-lock-builtin-face)
    ("\\_<\\(?:block\\|class\\|connector\\|function\\|model\\|package\\|record\\|type\\|end\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)"
     1 font-lock-function-name-face)))

(defvar dtm-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (dolist (sign '(?= ?+ ?- ?< ?> ?^)) (modify-syntax-entry sign "." table))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "\"" table)
    table))

;;;###autoload
(define-derived-mode dtm-mode prog-mode "dtm"
  "Models of dtc, and Modelica."
  (setq-local comment-start "// " comment-end "")
  (setq-local font-lock-defaults '(dtm-font-lock-keywords))
  (setq-local indent-tabs-mode nil tab-width 2))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(dtm\\|mo\\)\\'" . dtm-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs '(dtm-mode . ("dtc" "lsp"))))

(provide 'dtm-mode)
;;; dtm-mode.el ends here
