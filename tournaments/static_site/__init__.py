"""A whole event as plain files for any web space: pages that link to each other, and the event for other programs.

    for path, data in build_files(event): …        # as everybody sees the event, in the active language
    write_zip(event), write_folder(event, folder)

No page needs a script, a server or a network: links are relative, and pages that need a server are not linked.
"""
