(pair key: (string) @property)
(pair value: (string) @string)
(array (string) @string)
(number) @number
[(true) (false)] @boolean
(null) @constant.builtin
