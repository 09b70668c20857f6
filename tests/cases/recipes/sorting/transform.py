def transform(document, context):
    catalog = document.root
    catalog[:] = sorted(catalog, key=lambda book: (book.findtext("author"), book.findtext("title")))
