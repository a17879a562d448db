(Comment) @comment
(STag (Name) @tag)
(ETag (Name) @tag)
(EmptyElemTag (Name) @tag)
(Attribute (Name) @attribute)
(AttValue) @string
(CharData) @text.literal
(EntityRef) @constant
