"""Tables as Markdown has them."""


def row(cells):
    return "| " + " | ".join(str(cell) if cell is not None else "–" for cell in cells) + " |\n"


def head(cells):
    return row(cells) + row(["---"] * len(cells))
