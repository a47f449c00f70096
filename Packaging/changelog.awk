# Makes entries of a Debian changelog of the first part of CHANGELOG.md: what stands at the margin becomes an item, what has a dash
# an item below it. Lines are filled up to 78 bytes.

function put(    count, words, index_, line, indent) {
  if (text == "") return
  # A link becomes its words.
  while (match(text, /\]\([^)]*\)/)) {
    end = RSTART
    rest = substr(text, RSTART + RLENGTH)
    text = substr(text, 1, end - 1)
    for (start = length(text); start > 0 && substr(text, start, 1) != "["; start--);
    text = substr(text, 1, start - 1) substr(text, start + 1) rest
  }
  indent = isItem ? "    - " : "  * "
  count = split(text, words, /[ \t]+/)
  line = indent words[1]
  gsub(/[^ ]/, " ", indent)
  for (index_ = 2; index_ <= count; index_++)
    if (length(line) + 1 + length(words[index_]) > 78) {
      print line
      line = indent words[index_]
    } else
      line = line " " words[index_]
  print line
  text = ""
}

/^## / { put(); if (parts++) exit; next }
!parts { next }
/^$/ { put(); next }
/^- / { put(); isItem = 1; text = substr($0, 3); next }
/^  / && text != "" { sub(/^ +/, ""); text = text " " $0; next }
text != "" && !isItem { text = text " " $0; next }
{ put(); isItem = 0; text = $0 }
END { put() }
