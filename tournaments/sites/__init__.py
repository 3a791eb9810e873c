"""A whole event as plain files for any web space: pages that link to each other, and the event for other programs.

    for path, data in files(event): …        # as everybody sees the event, in the active language
    as_zip(event), as_folder(event, folder)

No page needs a script, a server or a network: links are relative, what can't be shown without a server has none.
"""
